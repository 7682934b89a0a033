/** Values that are kept for the operator, written as Prometheus text (exposition format 0.0.4). */
export interface Metrics {
  counter(name: string, help: string): Counter;
  /** Asked for when the metrics are read. */
  gauge(name: string, help: string, read: () => number): void;
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  readonly text: () => string;
}

export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  readonly add: (labels: Labels) => void;
}

export interface Histogram {
  readonly observe: (value: number) => void;
}

/** More series than this would cost memory without end; what comes later is counted together. */
const mostSeries = 200;

type Part = () => readonly string[];

export function createMetrics(): Metrics {
  const parts: Part[] = [];
  const head = (name: string, help: string, type: string): readonly string[] => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
  ];
  return {
    counter: (name, help) => {
      const series = new Map<string, number>();
      parts.push(() => [
        ...head(name, help, 'counter'),
        ...[...series].map(([labels, count]) => `${name}${labels} ${count}`),
      ]);
      return {
        add: (labels) => {
          const own = labelText(labels);
          const key = series.has(own) || series.size < mostSeries ? own : labelText(others(labels));
          series.set(key, (series.get(key) ?? 0) + 1);
        },
      };
    },
    gauge: (name, help, read) => {
      parts.push(() => [...head(name, help, 'gauge'), `${name} ${read()}`]);
    },
    histogram: (name, help, bounds) => {
      const counts = bounds.map(() => 0);
      let count = 0;
      let sum = 0;
      parts.push(() => [
        ...head(name, help, 'histogram'),
        ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index] ?? 0}`),
        `${name}_bucket{le="+Inf"} ${count}`,
        `${name}_sum ${sum}`,
        `${name}_count ${count}`,
      ]);
      return {
        observe: (value) => {
          count += 1;
          sum += value;
          for (const [index, bound] of bounds.entries()) {
            if (value <= bound) counts[index] = (counts[index] ?? 0) + 1;
          }
        },
      };
    },
    text: () => `${parts.flatMap((part) => part()).join('\n')}\n`,
  };
}

function others(labels: Labels): Labels {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']));
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.slice(0, 80).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}
