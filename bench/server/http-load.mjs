// Many clients at once over HTTP: whether all are answered, what a call takes, and what is left of it in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { quantile } from '../measure.mjs';
import { duration } from '../report.mjs';
import { openSession } from './http-client.mjs';
import { checkAnswer, ruleCall } from './startup.mjs';

const CLIENTS = 200;
const CALLS = 50;
const MEGABYTE = 1024 * 1024;
/** How often, and at most how long, the heap is looked at until it no longer shrinks. */
const LOOK_MS = 250;
const MOST_LOOKS = 40;

const PROBE = fileURLToPath(new URL('heap-probe.mjs', import.meta.url));

export async function benchHttp(report, { argv, env }) {
  const server = await startServer(argv, env);
  try {
    const warm = await runClients(server.url);
    const heapBefore = await settledHeap(server.child);
    const load = await runClients(server.url);
    const heapAfter = await settledHeap(server.child);
    const errors = [...warm.errors, ...load.errors];
    for (const error of new Set(errors)) console.error(`HTTP load: ${error}`);
    const megabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
    const growth = heapAfter / heapBefore - 1;
    const percent = (share) => `${(share * 100).toFixed(1)} %`;
    const wall = (milliseconds) => duration(milliseconds * 1e6);
    report.table(
      `${CLIENTS} clients at once over HTTP, ${CALLS} rule-mode calls each`,
      ['what', 'figure'],
      [
        ['errors', report.atMost('errors under load', errors.length, 0, String)],
        ['calls a second', (load.times.length / (load.milliseconds / 1000)).toFixed(0)],
        ['a call, p50 and p99', [0.5, 0.99].map((at) => wall(quantile(load.times, at))).join(', ')],
        ['heap after a warm round', megabytes(heapBefore)],
        ['heap after the load', megabytes(heapAfter)],
        ['growth', report.atMost('growth of the heap', growth, 0.2, percent)],
      ],
    );
  } finally {
    server.child.kill();
    await once(server.child, 'exit');
  }
}

async function startServer(argv, env) {
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', PROBE, ...argv, '--http', '--port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: { ...process.env, ...env } },
  );
  child.stderr.setEncoding('utf8');
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (part) => {
      text += part;
      const found = /http:\/\/\S+\/mcp/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server ended: ${text}`)));
  });
  return { child, url };
}

async function runClients(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const outcome = { times: [], errors: [], milliseconds: 0 };
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      runClient(url, agent, client, outcome).catch((error) => outcome.errors.push(error.message)),
    ),
  );
  outcome.milliseconds = performance.now() - started;
  agent.destroy();
  return outcome;
}

async function runClient(url, agent, client, { times, errors }) {
  const session = await openSession(url, agent);
  for (let call = 0; call < CALLS; call += 1) {
    const number = client * CALLS + call;
    const started = performance.now();
    try {
      checkAnswer(await session.call(ruleCall(number)), number);
    } catch (error) {
      errors.push(error.message);
    }
    times.push(performance.now() - started);
  }
  await session.close();
}

/** Records of runs are still being written when the last call is answered: the heap once it no longer shrinks. */
async function settledHeap(child) {
  let last = Infinity;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    child.send('collect');
    const [heap] = await once(child, 'message');
    if (heap >= last * 0.995) return Math.min(heap, last);
    last = heap;
    await delay(LOOK_MS);
  }
  return last;
}
