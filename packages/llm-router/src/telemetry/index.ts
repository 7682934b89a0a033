export { createTelemetry } from './telemetry.ts';
export type { Telemetry, TelemetryOptions } from './telemetry.ts';
export type { ModelOrigin } from './attributes.ts';
export type { OpenTelemetryApi } from './otel-api.ts';
export type { RunInfo, RunSummary } from './run-spans.ts';
export { readTraceContext } from './trace-context.ts';
export type { TraceCarrier } from './trace-context.ts';
