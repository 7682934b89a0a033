import {
  errorStatus,
  type OpenTelemetryApi,
  type OtelAttributes,
  type OtelContext,
  type OtelSpan,
  type OtelSpanOptions,
} from './otel-api.ts';

/** A span that never fails its caller: whatever a tracer throws is dropped. */
export interface LiveSpan {
  /** The context in which the span is the active one. */
  readonly context: OtelContext;
  readonly isRecording: () => boolean;
  readonly set: (attributes: () => OtelAttributes) => void;
  readonly rename: (name: string) => void;
  readonly event: (name: string, attributes: OtelAttributes) => void;
  /** Marks it as failed. The message is shown where there is one, so it must be fit for that. */
  readonly fail: (type: string, message?: string) => void;
  readonly end: () => void;
}

export interface SpanStart extends OtelSpanOptions {
  readonly name: string;
  readonly parent: OtelContext;
}

/** Runs what belongs to the tracer; undefined where it throws. */
export function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function startSpan(api: OpenTelemetryApi, scope: string, start: SpanStart): LiveSpan {
  const { name, parent, ...options } = start;
  const span = quietly(() => api.trace.getTracer(scope).startSpan(name, options, parent));
  const withSpan = (work: (live: OtelSpan) => void): void => {
    if (span !== undefined)
      quietly(() => {
        work(span);
      });
  };
  const context = span === undefined ? undefined : quietly(() => api.trace.setSpan(parent, span));
  return {
    context: context ?? parent,
    isRecording: () => span !== undefined && quietly(() => span.isRecording()) === true,
    set: (attributes) => {
      withSpan((live) => live.setAttributes(attributes()));
    },
    rename: (newName) => {
      withSpan((live) => live.updateName(newName));
    },
    event: (eventName, attributes) => {
      withSpan((live) => live.addEvent(eventName, attributes));
    },
    fail: (type, message) => {
      withSpan((live) => live.setAttributes({ 'error.type': type }));
      const text = message === undefined ? {} : { message };
      withSpan((live) => live.setStatus({ code: errorStatus, ...text }));
    },
    end: () => {
      withSpan((live) => {
        live.end();
      });
    },
  };
}

/** Runs `work` once with the context active, also where making it active fails. */
export function runWithin<Result>(
  api: OpenTelemetryApi,
  context: OtelContext,
  work: () => Promise<Result>,
): Promise<Result> {
  let started: Promise<Result> | undefined;
  const once = (): Promise<Result> => (started ??= (async () => work())());
  quietly(() => {
    void api.context.with(context, once);
  });
  return once();
}
