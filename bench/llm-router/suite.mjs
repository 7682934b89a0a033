import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { median } from '../measure.mjs';
import { importCosts } from '../import-cost.mjs';
import { duration } from '../report.mjs';
import { ways } from './ways.mjs';

const ROUNDS = 15;

export async function benchRouter(report) {
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('model-server.mjs', import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  try {
    const [line] = await once(server.stdout, 'data');
    await benchRuns(report, String(line).trim());
  } finally {
    server.kill();
  }
  const costs = importCosts({ router: ['@mini-agent/llm-router'], openai: ['openai'], ai: ['ai'] });
  const text = (milliseconds) => `${milliseconds.toFixed(1)} ms`;
  report.table(
    'Import, CPU time in a fresh process',
    ['package', 'cost'],
    [
      ['llm-router', report.atMost('import of llm-router', median(costs.router), 30, text)],
      ['openai', text(median(costs.openai))],
      ['ai', text(median(costs.ai))],
    ],
  );
}

async function benchRuns(report, baseUrl) {
  const children = await Promise.all(Object.keys(ways).map((name) => startWay(name, baseUrl)));
  const costs = children.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, child] of children.entries()) {
      child.send('run');
      const [cost] = await once(child, 'message');
      costs[index].push(cost);
    }
  }
  for (const child of children) child.kill();
  const times = Object.fromEntries(
    Object.keys(ways).map((name, index) => [name, median(costs[index])]),
  );
  const limits = {
    'the router alone, over fetch': ['raw fetch', 1.3],
    'mini-agent': ['raw fetch', 1.3],
    'the router alone, over openai': ['openai package', 1.15],
  };
  report.table(
    'One tool call and a final answer over loopback HTTP, CPU time of a run',
    ['way', 'cost', 'ratio'],
    Object.entries(times).map(([name, cost]) => {
      const [peer, limit] = limits[name] ?? [];
      const ratio =
        peer === undefined
          ? ''
          : `${report.atMost(`${name} to ${peer}`, cost / times[peer], limit)} of ${peer}`;
      return [name, duration(cost), ratio];
    }),
  );
}

async function startWay(name, baseUrl) {
  const child = fork(fileURLToPath(new URL('way.mjs', import.meta.url)), [name, baseUrl]);
  await once(child, 'message');
  return child;
}
