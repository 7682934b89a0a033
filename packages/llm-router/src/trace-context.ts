// An entry of its own, so that a server can read the trace of a request without loading telemetry.
export { readTraceContext, type TraceCarrier } from './telemetry/trace-context.ts';
