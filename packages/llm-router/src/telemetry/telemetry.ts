import type { ChatModel, ToolRunner } from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import { createCleaner, type Cleaner } from '../recording/cleaner.ts';
import type { ModelOrigin } from './attributes.ts';
import { createInstruments, type RecordMetric } from './instruments.ts';
import { followFallbacks, traceModel } from './model-spans.ts';
import type { OpenTelemetryApi } from './otel-api.ts';
import { createRunSpans, type RunInfo, type RunSpans } from './run-spans.ts';
import { quietly } from './spans.ts';
import { traceTools } from './tool-spans.ts';
import type { TraceCarrier } from './trace-context.ts';

export interface TelemetryOptions {
  /**
   * Puts messages, arguments and results on the spans, without secrets; default false. They are what users wrote and tools found: turn
   * it on where those may be kept.
   */
  readonly captureContent?: boolean;
  /** The module `@opentelemetry/api`; default: the installed one. */
  readonly api?: OpenTelemetryApi;
  /** Texts that must not be on a span, beside what looks like a credential. */
  readonly secrets?: readonly Secret[];
  /** Milliseconds on a clock that never goes back, for the metrics; default `performance.now`. */
  readonly now?: () => number;
}

/**
 * Spans and metrics by the OpenTelemetry GenAI conventions. None of it changes what is wrapped: a tracer that fails is ignored.
 */
export interface Telemetry {
  /** A span `chat {model}` around each call, and the metrics `gen_ai.client.operation.duration` and `gen_ai.client.token.usage`. */
  model(model: ChatModel, origin?: ModelOrigin): ChatModel;
  /**
   * For a router whose models each have spans of their own: falls from one to the next become events on the span around it (the
   * run's), not a span.
   */
  router(model: ChatModel): ChatModel;
  /** A span `execute_tool {tool}` around each call, and the metric `gen_ai.execute_tool.duration`. */
  tools(runner: ToolRunner): ToolRunner;
  /**
   * A span `invoke_agent {name}` around `work`, the parent of what this run does: its requests and calls are found by `runId`, and by
   * the active context where that is within the run. Settles as `work` does.
   */
  run<Result>(info: RunInfo<Result>, work: () => Promise<Result>): Promise<Result>;
  /**
   * The trace that a message of this run should carry: of the span that is active within the run, else of the run; empty where there is
   * none. Without a run, of the active span.
   */
  inject(runId?: string): TraceCarrier;
}

/** What the parts share. */
export interface Tracing {
  readonly api: OpenTelemetryApi;
  readonly scope: string;
  readonly captureContent: boolean;
  readonly cleaner: Cleaner;
  readonly record: RecordMetric;
  readonly now: () => number;
  readonly runs: RunSpans;
}

const scope = '@mini-agent/llm-router';

/**
 * Telemetry on the OpenTelemetry API, or undefined where `@opentelemetry/api` is not installed. Where spans and metrics go is decided by
 * the SDK that the program sets up; without one nothing is kept.
 */
export async function createTelemetry(
  options: TelemetryOptions = {},
): Promise<Telemetry | undefined> {
  const api = options.api ?? (await loadApi());
  if (api === undefined) return undefined;
  const { captureContent = false, secrets = [], now = () => performance.now() } = options;
  const instruments = createInstruments(api, scope);
  const record: RecordMetric = (name, value, attributes) => {
    quietly(() => {
      instruments(name, value, attributes);
    });
  };
  const cleaner = createCleaner(secrets);
  const parts = { api, scope, captureContent, cleaner, record, now };
  const runs = createRunSpans(parts);
  const tracing: Tracing = { ...parts, runs };
  return {
    model: (model, origin = {}) => traceModel(model, origin, tracing),
    router: (model) => followFallbacks(model, tracing),
    tools: (runner) => traceTools(runner, tracing),
    run: runs.run,
    inject: (runId) => quietly(() => runs.inject(runId)) ?? {},
  };
}

/** Any failure to load it counts as not installed: telemetry is never a reason not to start. */
async function loadApi(): Promise<OpenTelemetryApi | undefined> {
  try {
    const loaded = await import('@opentelemetry/api');
    return loaded;
  } catch {
    return undefined;
  }
}
