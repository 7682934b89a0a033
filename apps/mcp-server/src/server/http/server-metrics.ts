import type { ServerResponse } from 'node:http';
import type { RunReport } from '../../runs/report.ts';
import { createMetrics } from './metrics.ts';

/** What the server tells its operator. No label comes from a task, an argument or a client. */
export interface ServerMetrics {
  readonly runOver: (report: RunReport) => void;
  readonly toolOver: (tool: string, isOk: boolean) => void;
  readonly callOpened: (era: 'legacy' | 'modern') => void;
  /** Follows one HTTP request to its end. */
  readonly request: (route: string, method: string | undefined, response: ServerResponse) => void;
  readonly text: () => string;
}

export interface ServerGauges {
  readonly version: string;
  readonly runsActive: () => number;
  readonly callsOpen: () => number;
  readonly sessions: () => number;
}

const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const knownMethods: readonly string[] = ['GET', 'POST', 'DELETE', 'OPTIONS'];

export function createServerMetrics(gauges: ServerGauges): ServerMetrics {
  const metrics = createMetrics();
  metrics
    .counter('mini_agent_build_info', 'The version that runs.')
    .add({ version: gauges.version });
  const runs = metrics.counter('mini_agent_runs_total', 'Runs that are over.');
  metrics.gauge('mini_agent_runs_active', 'Runs that are going on.', gauges.runsActive);
  const calls = metrics.counter('mini_agent_calls_total', 'Calls of run_agent that were admitted.');
  metrics.gauge('mini_agent_calls_open', 'Calls that wait for their answer.', gauges.callsOpen);
  const tools = metrics.counter('mini_agent_tool_calls_total', 'Calls of internal tools.');
  metrics.gauge('mini_agent_sessions', 'Sessions of clients up to 2025-11-25.', gauges.sessions);
  const requests = metrics.counter('mini_agent_http_requests_total', 'HTTP requests answered.');
  const durations = metrics.histogram(
    'mini_agent_http_request_duration_seconds',
    'How long POST requests took.',
    durationBounds,
  );
  const runDurations = metrics.histogram(
    'mini_agent_run_duration_seconds',
    'How long runs took.',
    durationBounds,
  );
  processGauges(metrics);
  return {
    runOver: ({ outcome = 'left', last, plannedMode, durationMs }) => {
      runs.add({ mode: last?.mode ?? plannedMode, outcome });
      runDurations.observe(durationMs / 1_000);
    },
    toolOver: (tool, isOk) => {
      tools.add({ tool, outcome: isOk ? 'ok' : 'error' });
    },
    callOpened: (era) => {
      calls.add({ era });
    },
    request: (route, method = '', response) => {
      const begun = performance.now();
      response.once('close', () => {
        const known = knownMethods.includes(method) ? method : 'other';
        const status = response.headersSent ? String(response.statusCode) : 'gone';
        requests.add({ route, method: known, status });
        if (method === 'POST') durations.observe((performance.now() - begun) / 1_000);
      });
    },
    text: metrics.text,
  };
}

function processGauges(metrics: ReturnType<typeof createMetrics>): void {
  const startedAt = Date.now() / 1_000 - process.uptime();
  metrics.gauge('process_start_time_seconds', 'When the process began.', () => startedAt);
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge(
    'nodejs_heap_size_used_bytes',
    'Heap in use.',
    () => process.memoryUsage().heapUsed,
  );
  metrics.gauge('process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
}
