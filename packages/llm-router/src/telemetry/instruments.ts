import type {
  OpenTelemetryApi,
  OtelAttributes,
  OtelHistogram,
  OtelMeterProvider,
} from './otel-api.ts';

/** Bucket bounds that the GenAI conventions recommend. */
const durationBounds = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const agentBounds = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6];
const tokenBounds = [
  1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
  67_108_864,
];

export type InstrumentName =
  | 'gen_ai.client.operation.duration'
  | 'gen_ai.client.token.usage'
  | 'gen_ai.invoke_agent.duration'
  | 'gen_ai.execute_tool.duration';

interface Definition {
  readonly description: string;
  readonly unit: string;
  readonly bounds: readonly number[];
}

const definitions: Readonly<Record<InstrumentName, Definition>> = {
  'gen_ai.client.operation.duration': {
    description: 'GenAI operation duration.',
    unit: 's',
    bounds: durationBounds,
  },
  'gen_ai.client.token.usage': {
    description: 'Number of input and output tokens used.',
    unit: '{token}',
    bounds: tokenBounds,
  },
  'gen_ai.invoke_agent.duration': {
    description: 'Duration of one run of an agent.',
    unit: 's',
    bounds: agentBounds,
  },
  'gen_ai.execute_tool.duration': {
    description: 'Duration of one tool call.',
    unit: 's',
    bounds: durationBounds,
  },
};

export type RecordMetric = (
  name: InstrumentName,
  value: number,
  attributes: OtelAttributes,
) => void;

/** Records into the provider that is registered now: the API has no stand-in that would follow a later one. */
export function createInstruments(api: OpenTelemetryApi, scope: string): RecordMetric {
  let provider: OtelMeterProvider | undefined;
  let histograms = new Map<InstrumentName, OtelHistogram>();
  return (name, value, attributes) => {
    const current = api.metrics.getMeterProvider();
    if (current !== provider) {
      provider = current;
      histograms = new Map();
    }
    let histogram = histograms.get(name);
    if (histogram === undefined) {
      const { description, unit, bounds } = definitions[name];
      const advice = { explicitBucketBoundaries: [...bounds] };
      histogram = current.getMeter(scope).createHistogram(name, { description, unit, advice });
      histograms.set(name, histogram);
    }
    histogram.record(value, attributes);
  };
}
