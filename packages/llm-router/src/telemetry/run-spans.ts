import type { Usage } from '@mini-agent/foundation/chat';
import { usageAttributes, errorType } from './attributes.ts';
import {
  spanKinds,
  type OtelAttributes,
  type OtelContext,
  type OtelSpanContext,
} from './otel-api.ts';
import { quietly, runWithin, startSpan, type LiveSpan } from './spans.ts';
import type { Tracing } from './telemetry.ts';
import {
  readBaggage,
  readTraceContext,
  readTraceparent,
  writeTraceparent,
  type TraceCarrier,
} from './trace-context.ts';

/** One run of an agent. */
export interface RunInfo<Result = unknown> {
  readonly runId: string;
  /** Shown only with `captureContent`. */
  readonly task?: string;
  /** Default `mini-agent`. */
  readonly agentName?: string;
  /** Default: that of the run it is nested in, else its `runId`. */
  readonly conversationId?: string;
  /** The trace that the request for this run came with; malformed parts are ignored. */
  readonly carrier?: TraceCarrier;
  /** The run it is nested in, for programs whose context does not follow asynchronous work. */
  readonly parentRunId?: string;
  /** What of the result is to be told. */
  readonly summary?: (result: Result) => RunSummary;
}

export interface RunSummary {
  readonly outcome?: string;
  /** Why it failed; the span then counts as failed. */
  readonly errorCode?: string;
  /** Shown only with `captureContent`. */
  readonly answer?: string;
  readonly usage?: Usage;
}

/** A run under way. */
export interface OpenRun {
  readonly context: OtelContext;
  readonly span: LiveSpan;
  readonly agentName: string;
  readonly conversationId: string;
  readonly baggage: string | undefined;
}

export interface RunSpans {
  readonly run: <Result>(info: RunInfo<Result>, work: () => Promise<Result>) => Promise<Result>;
  /** The context that what happens now in this run belongs to, and the run if it is known. */
  readonly place: (runId: string | undefined) => Place;
  readonly inject: (runId: string | undefined) => TraceCarrier;
}

export interface Place {
  readonly parent: OtelContext;
  readonly run: OpenRun | undefined;
}

type Parts = Omit<Tracing, 'runs'>;

export function createRunSpans(parts: Parts): RunSpans {
  const { api } = parts;
  const runs = new Map<string, OpenRun>();
  const key = api.createContextKey('mini-agent run');
  const activeRun = (): OpenRun | undefined =>
    api.context.active().getValue(key) as OpenRun | undefined;
  const place = (runId: string | undefined): Place => {
    const run = runId === undefined ? undefined : runs.get(runId);
    const active = api.context.active();
    const current = active.getValue(key) as OpenRun | undefined;
    if (run === undefined || run === current) return { parent: active, run: run ?? current };
    return { parent: run.context, run };
  };
  const open = (info: RunInfo<never>): OpenRun | undefined =>
    quietly(() => {
      const outer = activeRun() ?? runs.get(info.parentRunId ?? '');
      return openRun(info, { ...parts, key, outer });
    });
  return {
    place,
    inject: (runId) => {
      const { parent, run } = place(runId);
      return carrierOf(api.trace.getSpanContext(parent), run?.baggage);
    },
    run: async (info, work) => {
      const run = open(info);
      if (run === undefined) return work();
      const before = runs.get(info.runId);
      runs.set(info.runId, run);
      const began = parts.now();
      let failed: string | undefined;
      try {
        const result = await runWithin(api, run.context, work);
        failed = tellResult(
          run,
          quietly(() => info.summary?.(result)),
          parts,
        );
        return result;
      } catch (error) {
        failed = errorType(error);
        run.span.fail(failed);
        throw error;
      } finally {
        if (before === undefined) runs.delete(info.runId);
        else runs.set(info.runId, before);
        run.span.end();
        parts.record('gen_ai.invoke_agent.duration', (parts.now() - began) / 1_000, {
          'gen_ai.agent.name': run.agentName,
          ...(failed === undefined ? {} : { 'error.type': failed }),
        });
      }
    },
  };
}

interface OpenRunParts extends Parts {
  readonly key: symbol;
  readonly outer: OpenRun | undefined;
}

function openRun(info: RunInfo<never>, parts: OpenRunParts): OpenRun {
  const { api, outer, key, captureContent, cleaner } = parts;
  const { runId, agentName = 'mini-agent', task } = info;
  const carrier = readTraceContext(info.carrier) ?? {};
  const conversationId = info.conversationId ?? outer?.conversationId ?? runId;
  const active = api.context.active();
  const ambient = active.getValue(key) === undefined ? (outer?.context ?? active) : active;
  const { parent, links } = parentOf(carrier, ambient, parts);
  const span = startSpan(api, parts.scope, {
    name: `invoke_agent ${agentName}`,
    kind: spanKinds.internal,
    parent,
    links,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agentName,
      'gen_ai.conversation.id': conversationId,
    },
  });
  if (captureContent && task !== undefined && span.isRecording()) {
    const message = { role: 'user', parts: [{ type: 'text', content: cleaner.text(task) }] };
    span.set(() => ({ 'gen_ai.input.messages': JSON.stringify([message]) }));
  }
  const baggage = carrier.baggage ?? outer?.baggage;
  const run = { span, agentName, conversationId, baggage };
  const open: { context: OtelContext } & Omit<OpenRun, 'context'> = {
    ...run,
    context: span.context,
  };
  open.context = span.context.setValue(key, open);
  return open;
}

interface Parent {
  readonly parent: OtelContext;
  readonly links: { context: OtelSpanContext }[];
}

/** A trace that came with the request wins over the one around this code, which is then linked. */
function parentOf(carrier: TraceCarrier, ambient: OtelContext, { api }: Parts): Parent {
  const remote = readTraceparent(carrier.traceparent);
  const around = api.trace.getSpanContext(ambient);
  const entries = readBaggage(carrier.baggage);
  let parent = ambient;
  if (remote !== undefined) {
    const { tracestate } = carrier;
    parent = api.trace.setSpanContext(ambient, {
      ...remote,
      isRemote: true,
      ...(tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) }),
    });
  }
  if (entries !== undefined) {
    const values = Object.fromEntries([...entries].map(([name, value]) => [name, { value }]));
    parent = api.propagation.setBaggage(parent, api.propagation.createBaggage(values));
  }
  const isOther = remote !== undefined && around !== undefined && around.traceId !== remote.traceId;
  return { parent, links: isOther ? [{ context: around }] : [] };
}

function carrierOf(
  spanContext: OtelSpanContext | undefined,
  baggage: string | undefined,
): TraceCarrier {
  const traceparent = spanContext === undefined ? undefined : writeTraceparent(spanContext);
  const isValid = readTraceparent(traceparent) !== undefined;
  const tracestate = isValid ? (spanContext?.traceState?.serialize() ?? '') : '';
  return {
    ...(isValid && traceparent !== undefined ? { traceparent } : {}),
    ...(tracestate === '' ? {} : { tracestate }),
    ...(baggage === undefined ? {} : { baggage }),
  };
}

/** Puts the end of a run on its span; returns what it failed with. */
function tellResult(
  { span }: OpenRun,
  summary: RunSummary | undefined,
  { captureContent, cleaner }: Parts,
): string | undefined {
  if (summary === undefined) return undefined;
  const { outcome, errorCode, answer, usage } = summary;
  span.set(() => {
    const attributes: OtelAttributes = usage === undefined ? {} : usageAttributes(usage);
    if (outcome !== undefined) attributes['mini_agent.outcome'] = outcome;
    if (captureContent && answer !== undefined && span.isRecording()) {
      const parts = [{ type: 'text', content: cleaner.text(answer) }];
      const message = { role: 'assistant', parts, finish_reason: 'stop' };
      attributes['gen_ai.output.messages'] = JSON.stringify([message]);
    }
    return attributes;
  });
  if (errorCode !== undefined) span.fail(errorCode);
  return errorCode;
}
