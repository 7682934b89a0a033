// From spawn to the answer to `initialize`, ours beside a hand-written server, and a warm rule-mode call.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { quantile } from '../measure.mjs';
import { duration } from '../report.mjs';
import { startClient } from './stdio-client.mjs';

const ROUNDS = 21;
const CALLS = 2000;
const NANOSECONDS = 1e6;

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const ours = [path('../../apps/mcp-server/dist/cli.js')];

export async function benchServer(report) {
  const home = mkdtempSync(join(tmpdir(), 'mini-agent-bench-'));
  try {
    const [start, yardstick] = await timeStart(home);
    const calls = await timeCalls(home);
    report.table(
      'Server over stdio, wall time',
      ['what', 'mini-agent-mcp', 'hand-written, no SDK', 'ratio'],
      [
        [
          `spawn to \`initialize\`, median of ${ROUNDS}`,
          duration(quantile(start, 0.5) * NANOSECONDS),
          duration(quantile(yardstick, 0.5) * NANOSECONDS),
          (quantile(start, 0.5) / quantile(yardstick, 0.5)).toFixed(2),
        ],
        ['rule-mode call, warm, p50', duration(quantile(calls, 0.5) * NANOSECONDS), '', ''],
        ['rule-mode call, warm, p99', duration(quantile(calls, 0.99) * NANOSECONDS), '', ''],
      ],
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function timeStart(home) {
  const servers = [ours, [path('minimal-server.mjs')]];
  const times = servers.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, argv] of servers.entries()) {
      const started = performance.now();
      const client = startClient(argv, { MINI_AGENT_HOME: home });
      await client.initialize();
      if (round > 0) times[index].push(performance.now() - started);
      await client.close();
    }
  }
  return times;
}

async function timeCalls(home) {
  const client = startClient(ours, { MINI_AGENT_HOME: home });
  await client.initialize();
  const times = [];
  for (let call = 0; call < CALLS; call += 1) {
    const started = performance.now();
    const task = `what is ${call} * 7 + 1`;
    const result = await client.request('tools/call', {
      name: 'run_agent',
      arguments: { task, mode: 'rule' },
    });
    times.push(performance.now() - started);
    if (!result.structuredContent.answer.includes(String(call * 7 + 1)))
      throw new Error(`wrong answer to ${task}`);
  }
  await client.close();
  return times.slice(CALLS / 4);
}
