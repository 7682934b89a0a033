/**
 * The part of `@opentelemetry/api` (1.9 or newer) that is used, described by its shape: the types of this package then need no
 * installation of it, and any copy of the API fits.
 */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string, version?: string): OtelTracer;
    getSpan(context: OtelContext): OtelSpan | undefined;
    getSpanContext(context: OtelContext): OtelSpanContext | undefined;
    setSpan(context: OtelContext, span: OtelSpan): OtelContext;
    setSpanContext(context: OtelContext, spanContext: OtelSpanContext): OtelContext;
  };
  readonly context: {
    active(): OtelContext;
    with<Result>(context: OtelContext, work: () => Result): Result;
  };
  readonly metrics: {
    getMeterProvider(): OtelMeterProvider;
  };
  readonly propagation: {
    createBaggage(entries: Record<string, { value: string }>): OtelBaggage;
    setBaggage(context: OtelContext, baggage: OtelBaggage): OtelContext;
  };
  createContextKey(description: string): symbol;
  createTraceState(raw: string): OtelTraceState;
}

export interface OtelContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): OtelContext;
  deleteValue(key: symbol): OtelContext;
}

export interface OtelTraceState {
  set(key: string, value: string): OtelTraceState;
  unset(key: string): OtelTraceState;
  get(key: string): string | undefined;
  serialize(): string;
}

export interface OtelSpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
  traceState?: OtelTraceState;
}

export type OtelAttributes = Record<string, string | number | boolean | string[]>;

export interface OtelSpan {
  spanContext(): OtelSpanContext;
  setAttributes(attributes: OtelAttributes): unknown;
  addEvent(name: string, attributes?: OtelAttributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  updateName(name: string): unknown;
  end(): void;
  isRecording(): boolean;
}

export interface OtelSpanOptions {
  kind?: number;
  attributes?: OtelAttributes;
  links?: { context: OtelSpanContext }[];
}

export interface OtelTracer {
  startSpan(name: string, options?: OtelSpanOptions, context?: OtelContext): OtelSpan;
}

export interface OtelHistogram {
  record(value: number, attributes?: OtelAttributes, context?: OtelContext): void;
}

export interface OtelMeterProvider {
  getMeter(
    name: string,
    version?: string,
  ): {
    createHistogram(
      name: string,
      options?: {
        description?: string;
        unit?: string;
        advice?: { explicitBucketBoundaries?: number[] };
      },
    ): OtelHistogram;
  };
}

/** Kinds and states as the specification numbers them. */
export const spanKinds = { internal: 0, client: 2 } as const;
export const errorStatus = 2;

export interface OtelBaggage {
  getEntry(key: string): { value: string } | undefined;
}
