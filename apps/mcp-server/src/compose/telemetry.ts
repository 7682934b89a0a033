import type { Secret } from '@mini-agent/foundation/secret';
import type { RunInfo, Telemetry } from '@mini-agent/llm-router/telemetry';
import type { RunResult } from '@mini-agent/react-agent';

export type LoadTelemetry = () => Promise<Telemetry | undefined>;

/** Where an OpenTelemetry SDK leaves itself for the API, whose major version is 1. */
const registered = Symbol.for('opentelemetry.js.api.1');

/**
 * Telemetry where somebody has set up an OpenTelemetry SDK in this process (as with `node --import ./tracing.js`). Without one nothing
 * is loaded.
 */
export function createLazyTelemetry(secrets: readonly Secret[]): LoadTelemetry {
  let telemetry: Promise<Telemetry | undefined> | undefined;
  const load = async (): Promise<Telemetry | undefined> => {
    const { createTelemetry } = await import('@mini-agent/llm-router/telemetry');
    return createTelemetry({ secrets });
  };
  return async () => {
    if (!(registered in globalThis)) return undefined;
    return (telemetry ??= load());
  };
}

const failedOutcomes: ReadonlySet<string> = new Set([
  'error',
  'loop_detected',
  'invalid_tool_calls',
  'content_filter',
]);

/** How a run ended, for its span. */
export const summaryOf: NonNullable<RunInfo<RunResult>['summary']> = ({
  outcome,
  errorCode,
  answer,
  state,
}) => ({
  outcome,
  answer,
  usage: state.usage,
  ...(failedOutcomes.has(outcome) ? { errorCode: errorCode ?? outcome } : {}),
});
