// Thousands of runs in one process, many of them cancelled at some point: what is left of them. As a module, measures it in a fresh
// process; as a program (node --expose-gc soak.mjs RUNS), is such a process and prints what it found as JSON.
import { execFileSync, spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { coreTools } from '@mini-agent/core-tools';
import { createEndpointMemory, createHttpModel, createRouter } from '@mini-agent/llm-router';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import { createAgent } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';

import { createRandom } from '../measure.mjs';

const PROGRAM = fileURLToPath(import.meta.url);
const SERVER = fileURLToPath(new URL('./soak-server.mjs', import.meta.url));
const RUNS = 10_000;
const AT_ONCE = 16;
const MEGABYTE = 1_000_000;
/** What an idle connection of the server's keep-alive may take to close. */
const IDLE_MS = 3_000;

export function benchSoak(report, runs = RUNS) {
  const output = execFileSync(process.execPath, ['--expose-gc', PROGRAM, String(runs)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found = JSON.parse(output.trim().split('\n').at(-1));
  const { heaps, outcomes } = found;
  const count = (number) => String(number);
  const megabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(2)} MB`;
  const most = heaps[0] * 1.05 + MEGABYTE;
  report.table(
    `${runs.toLocaleString('en')} runs in one process, cancelled at ${found.cancelled.toLocaleString('en')} random points`,
    ['what is left', 'found'],
    [
      ['heap after a tenth of the runs', megabytes(heaps[0])],
      ['heap at the end', report.atMost('soak: heap', heaps.at(-1), most, megabytes)],
      ['timers', report.atMost('soak: timers', found.timers, 0, count)],
      [
        'listeners on the long-lived signal',
        report.atMost('soak: listeners', found.listeners, 0, count),
      ],
      ['busy or waiting tools', report.atMost('soak: tools', found.busy, 0, count)],
      [
        'sockets right after, most in use at once',
        report.atMost('soak: sockets', found.socketsIdle, found.socketsMost, count),
      ],
      [
        'sockets when idle ones have closed',
        report.atMost('soak: sockets left', found.socketsLeft, 0, count),
      ],
      ['unhandled rejections', report.atMost('soak: rejections', found.rejections, 0, count)],
      ['runs without an answer', report.atMost('soak: answers', found.withoutAnswer, 0, count)],
    ],
  );
  report.table(
    'How they ended',
    ['outcome', 'runs'],
    Object.entries(outcomes).map(([outcome, number]) => [outcome, String(number)]),
  );
  console.log(
    `\nHeap after each tenth: ${heaps.map(megabytes).join(', ')}. Wall time: ${(found.ms / 1000).toFixed(0)} s.`,
  );
}

async function soak(runs) {
  const began = performance.now();
  const server = await startServer();
  const world = createWorld(server.url);
  const found = {
    outcomes: {},
    cancelled: 0,
    withoutAnswer: 0,
    rejections: 0,
    calls: 0,
    heaps: [],
  };
  process.on('unhandledRejection', () => (found.rejections += 1));
  let socketsMost = 0;
  for (let tenth = 0; tenth < 10; tenth += 1) {
    await workThrough(runs / 10, world, found);
    socketsMost = Math.max(socketsMost, await server.sockets());
    await pause(100);
    found.heaps.push(await heapInUse());
  }
  const socketsIdle = await server.sockets();
  await pause(IDLE_MS);
  const socketsLeft = await server.sockets();
  const { running, queued, busy } = world.manager.stats();
  // Its own connection and pipes to the server stand beside; only what was started by runs is counted.
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const listeners = getEventListeners(world.service.signal, 'abort').length;
  server.stop();
  const ms = performance.now() - began;
  return {
    ...found,
    ms,
    timers,
    listeners,
    busy: running + queued + busy.length,
    socketsMost: Math.max(socketsMost, AT_ONCE),
    socketsIdle,
    socketsLeft,
  };
}

async function startServer() {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [data] = await once(child.stdout, 'data');
  const url = String(data).trim();
  return {
    url,
    sockets: async () => {
      const response = await fetch(`${url}/sockets`, { headers: { connection: 'close' } });
      return Number(await response.text());
    },
    stop: () => {
      child.stdin.end();
      child.unref();
      child.stdout.destroy();
    },
  };
}

/** What a server that runs for months holds on to. */
function createWorld(url) {
  const random = createRandom(11);
  const service = new AbortController();
  const manager = createToolManager({
    tools: [...coreTools, ...extraTools(random)],
    random,
    clock: instantClock,
  });
  const http = (stream) =>
    createHttpModel({
      baseUrl: `${url}/v1`,
      apiKey: 'sk-soak-0123456789',
      model: 'soak',
      stream,
      timeouts: { totalMs: 1_000, firstByteMs: 300, idleMs: 300 },
      retries: 1,
      random,
      clock: hurriedClock(),
      memory: createEndpointMemory(),
    });
  const rules = createRuleModel({
    intents: [sumIntent],
    help: { en: 'Sums only.', zh: '只会加法。' },
  });
  const ruleEntry = { mode: 'rule', provider: '', model: rules };
  const agentOf = (...models) =>
    createAgent({
      model: createRouter({ models }),
      tools: manager,
      limits: { maxTurns: 6, timeoutMs: 2_000 },
      approve: () => Promise.resolve(true),
    });
  const agentOver = (stream) =>
    agentOf({ mode: 'http', provider: 'soak', model: http(stream) }, ruleEntry);
  const lasting = [agentOver(false), agentOver(true)];
  const ruleAgent = agentOf(ruleEntry);
  // A lasting endpoint is left alone for a while after failures; most runs have one of their own that nothing is known of.
  const agentFor = () => {
    const luck = random();
    if (luck < 0.2) return ruleAgent;
    return luck < 0.4 ? lasting[random() < 0.5 ? 0 : 1] : agentOver(random() < 0.5);
  };
  return { random, service, manager, agentFor };
}

/** Waits between tries are none. */
const instantClock = { now: () => Date.now(), sleep: () => Promise.resolve() };

/** Each look at it is a minute later, so that an endpoint that failed is soon asked again. */
function hurriedClock() {
  let minutes = 0;
  return { ...instantClock, now: () => Date.now() + 60_000 * (minutes += 1) };
}

const sumIntent = {
  name: 'sum',
  match: ({ text }) => {
    const expression = /^what is (\d+ \+ \d+)\??$/i.exec(text.trim())?.[1];
    if (expression === undefined) return undefined;
    return {
      calls: [{ name: 'calculator', arguments: { expression } }],
      answer: ([outcome]) => outcome.text,
    };
  },
};

function extraTools(random) {
  const tool = (name, annotations, execute) => ({
    name,
    title: name,
    description: name,
    inputSchema: { jsonSchema: { type: 'object' } },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
      ...annotations,
    },
    policy: { timeoutMs: 15 },
    execute,
  });
  return [
    tool('append', { readOnly: false, idempotent: false }, async () => ({ text: 'appended' })),
    tool('linger', {}, async ({ ms }, { signal } = {}) => {
      // Half of its bodies ignore that they are to stop.
      await pause(ms, undefined, random() < 0.5 ? { signal } : {});
      return { text: 'after a while' };
    }),
    tool('flaky', {}, async () => {
      if (random() < 0.5) throw Object.assign(new Error('not now'), { status: 503 });
      return { text: 'this time' };
    }),
  ];
}

async function workThrough(count, world, found) {
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await oneRun(world, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function oneRun({ random, service, agentFor }, found) {
  const agent = agentFor();
  const cancel = random() < 0.4 ? cancelAt(random) : undefined;
  // Most runs hang on one signal that outlives them all.
  const signal = cancel?.signal ?? service.signal;
  const task = `What is ${Math.floor(random() * 100)} + 2?`;
  const { outcome, answer, state } = await agent.run(task, {
    signal,
    onEvent: cancel?.onEvent,
    onState: (state) => void JSON.stringify(state).length,
  });
  cancel?.clear();
  if (signal.aborted) found.cancelled += 1;
  if (answer.trim() === '') found.withoutAnswer += 1;
  const end = `${outcome}, ${state.last?.mode ?? 'no reply'}`;
  found.outcomes[end] = (found.outcomes[end] ?? 0) + 1;
  found.calls += state.steps.filter(({ action }) => action !== undefined).length;
}

/** At some event, or some milliseconds later. */
function cancelAt(random) {
  const controller = new AbortController();
  const atEvent = Math.ceil(random() * 25);
  const timer = random() < 0.5 ? setTimeout(() => controller.abort(), random() * 12) : undefined;
  return {
    signal: controller.signal,
    onEvent: ({ seq }) => {
      if (timer === undefined && seq === atEvent) controller.abort();
    },
    clear: () => clearTimeout(timer),
  };
}

async function heapInUse() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    await pause(10);
  }
  return process.memoryUsage().heapUsed;
}

if (process.argv[1] === PROGRAM) console.log(JSON.stringify(await soak(Number(process.argv[2]))));
