import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type HistogramMetricData,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';

export interface SeenMetric {
  readonly unit: string;
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly count: number;
    readonly sum: number;
    readonly boundaries: readonly number[];
  }[];
}

export interface Otel {
  /** Ended spans, in the order in which they ended. */
  spans(): readonly ReadableSpan[];
  span(name: string): ReadableSpan;
  /** Parent of each span by name; `undefined` for a root, the span id for one that is not here. */
  tree(): Readonly<Record<string, string | undefined>>;
  metrics(): Promise<Readonly<Record<string, SeenMetric>>>;
  close(): Promise<void>;
}

/** A real SDK that keeps what it is given in memory, registered as the global one. */
export function startOtel({ withContext = true }: { readonly withContext?: boolean } = {}): Otel {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  api.trace.setGlobalTracerProvider(tracerProvider);
  api.metrics.setGlobalMeterProvider(meterProvider);
  if (withContext) {
    api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  }
  const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
  return {
    spans,
    span: (name) => {
      const found = spans().filter((span) => span.name === name);
      if (found.length !== 1 || found[0] === undefined) {
        const names = spans().map((span) => span.name);
        throw new Error(`${found.length} spans "${name}" among ${names.join(', ')}`);
      }
      return found[0];
    },
    tree: () => {
      const names = new Map(spans().map((span) => [span.spanContext().spanId, span.name]));
      return Object.fromEntries(
        spans().map(({ name, parentSpanContext }) => {
          const id = parentSpanContext?.spanId;
          return [name, id === undefined ? undefined : (names.get(id) ?? id)];
        }),
      );
    },
    metrics: async () => {
      await reader.forceFlush();
      const newest = metricExporter.getMetrics().at(-1);
      const all = newest?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
      return Object.fromEntries(
        all.map(({ descriptor, dataPoints }) => {
          const points = (dataPoints as HistogramMetricData['dataPoints']).map(
            ({ attributes, value }) => ({
              attributes,
              count: value.count,
              sum: value.sum ?? 0,
              boundaries: value.buckets.boundaries,
            }),
          );
          return [descriptor.name, { unit: descriptor.unit, points }];
        }),
      );
    },
    close: async () => {
      api.trace.disable();
      api.metrics.disable();
      api.context.disable();
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    },
  };
}
