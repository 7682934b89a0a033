// What the tool manager costs by itself: tools that answer at once, beside the least that any manager must do for a call that can be
// aborted and timed out.
import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createToolManager } from '@mini-agent/tool-manager';

import { compareAsync, median } from '../measure.mjs';
import { duration } from '../report.mjs';

/** A call may cost so many bare shells. */
const MOST_SHELLS = 4;
const QUEUED = 1000;
const KEPT_CALLS = 10_000;
const TIMEOUT_MS = 30_000;

const annotations = {
  readOnly: true,
  idempotent: true,
  openWorld: false,
  destructive: false,
  untrustedOutput: false,
};
const jsonSchema = {
  type: 'object',
  properties: { expression: { type: 'string', minLength: 1, maxLength: 300_000 } },
  required: ['expression'],
  additionalProperties: false,
};

export async function benchToolManager(report) {
  const { signal } = new AbortController();
  // The bare shells share it by the hundred.
  setMaxListeners(0, signal);
  await benchCall(report, signal);
  await benchMany(report, signal);
  await benchMemory(report, signal);
}

async function benchCall(report, signal) {
  const manager = newManager();
  const args = { expression: '2 + 2' };
  const big = { expression: 'x'.repeat(200_000) };
  const context = { signal, runId: 'run-1', language: 'en', depth: 0 };
  const watched = newManager({ onEvent: () => undefined });
  let count = 0;
  const times = await compareAsync({
    'bare shell: controller, listener, timer, await': () => bareShell(signal, args),
    call: () => manager.call(toCall(args), context),
    'call with progress and events': () =>
      watched.call(toCall(args), { ...context, onProgress: () => undefined }),
    'call with an idempotency key': () => {
      count += 1;
      return manager.call(toCall(args), { ...context, idempotencyKey: `run-1:c${count}` });
    },
    execute: () => manager.execute('calculator', args, { signal }),
    'execute without a signal': () => manager.execute('calculator', args),
    'call with an argument of 200,000 characters': () => manager.call(toCall(big), context),
    'call that is refused': () => manager.call(toCall({ expresion: '2 + 2' }), context),
  });
  const [shell, ...calls] = Object.entries(times);
  const limited = (name, shells) => report.atMost(`tool-manager: ${name}`, shells, MOST_SHELLS);
  report.table(
    'One call, one after the other',
    ['what', 'CPU', 'bare shells'],
    [
      [shell[0], duration(shell[1]), '1'],
      ...calls.map(([name, time]) => {
        const shells = time / shell[1];
        return [name, duration(time), name === 'call' ? limited(name, shells) : shells.toFixed(2)];
      }),
    ],
  );
}

async function benchMany(report, signal) {
  const context = { signal, runId: 'run-1', language: 'en', depth: 0 };
  const wide = newManager({ maxConcurrent: Infinity });
  const narrow = newManager({ maxConcurrent: 10 });
  const calls = Array.from({ length: QUEUED }, (_, index) =>
    toCall({ expression: '2 + 2' }, `c${index}`),
  );
  const all = (manager, count) =>
    Promise.all(calls.slice(0, count).map((call) => manager.call(call, context)));
  const shells = (count) =>
    Promise.all(calls.slice(0, count).map(() => bareShell(signal, undefined)));
  const candidates = {
    '100 bare shells that share a signal': [100, () => shells(100)],
    '100 calls in parallel': [100, () => all(wide, 100)],
    [`${QUEUED} bare shells that share a signal`]: [QUEUED, () => shells(QUEUED)],
    [`${QUEUED} calls in parallel, 10 at a time`]: [QUEUED, () => all(narrow, QUEUED)],
  };
  const times = await compareAsync(
    Object.fromEntries(Object.entries(candidates).map(([name, [, run]]) => [name, run])),
  );
  report.table(
    'Many calls of one run',
    ['what', 'CPU', 'each'],
    Object.entries(times).map(([name, time]) => [
      name,
      duration(time),
      duration(time / candidates[name][0]),
    ]),
  );
}

async function benchMemory(report, signal) {
  const text = 'y'.repeat(2000);
  const rows = [];
  for (const [name, options, key] of [
    ['without history', { historySize: 0 }, false],
    ['with the default history', {}, false],
    ['with the default history and idempotency keys', {}, true],
  ]) {
    const samples = [];
    for (let round = 0; round < 3; round += 1) {
      const manager = newManager(options, () => `${text}${Math.random()}`);
      const before = heap();
      for (let index = 0; index < KEPT_CALLS; index += 1) {
        const idempotencyKey = `${round}:${index}`;
        await manager.call(toCall({ expression: `${'1 + '.repeat(100)}${index}` }, `c${index}`), {
          signal,
          ...(key ? { idempotencyKey } : {}),
        });
      }
      samples.push(heap() - before);
      manager.stats();
    }
    rows.push([name, `${(median(samples) / 1024).toFixed(0)} kB`]);
  }
  report.table(
    `Heap kept after ${KEPT_CALLS} calls with results of ${text.length} characters`,
    ['manager', 'heap'],
    rows,
  );
}

function heap() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

async function trivialTool() {
  return { text: '4' };
}

/** What a call that can be aborted and has a time limit needs at the very least. */
async function bareShell(parent, args) {
  const controller = new AbortController();
  const onAbort = () => controller.abort(parent.reason);
  parent.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(onAbort, TIMEOUT_MS);
  try {
    return await trivialTool(args, { signal: controller.signal });
  } finally {
    clearTimeout(timer);
    parent.removeEventListener('abort', onAbort);
  }
}

function newManager(options = {}, text) {
  const execute = text ? async () => ({ text: text() }) : trivialTool;
  const tool = {
    name: 'calculator',
    title: 'Calculator',
    description: 'Works out an expression.',
    inputSchema: { jsonSchema },
    annotations,
    policy: { timeoutMs: TIMEOUT_MS, maxInputChars: 300_000 },
    execute,
  };
  return createToolManager({ ...options, tools: [tool] });
}

function toCall(value, id = 'c1') {
  return { id, name: 'calculator', arguments: { ok: true, value } };
}
