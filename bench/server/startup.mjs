// Start, memory and a call over stdio: ours beside the bare protocol library, a hand-written server and fastmcp, taking turns.
import { quantile } from '../measure.mjs';
import { duration } from '../report.mjs';
import { startClient } from './stdio-client.mjs';

const ROUNDS = 21;
const CALLS = 8000;
/** From here on code is mostly compiled; the limit holds before it, where calls cost most. */
const WARM_FROM = 2000;
const FIRST_FROM = 500;
/** Calls of one server before it is the other's turn: few enough that a slow moment meets both. */
const BATCH = 25;
const NANOSECONDS = 1e6;

const wall = (milliseconds) => duration(milliseconds * NANOSECONDS);
const megabytes = (value) => `${value.toFixed(0)} MB`;

/** @param servers by name: how each is started, `{ argv, env }` */
export async function benchStart(report, servers) {
  const figures = await takeTurns(servers);
  const ours = figures['mini-agent-mcp'];
  const startLimits = {
    'bare protocol library, bundled': 1.2,
    'hand-written, no SDK': 2.2,
    fastmcp: 0.45,
  };
  const memoryLimits = { fastmcp: 0.7 };
  const ratio = (what, key, name, limits) => {
    const value = quantile(ours[key], 0.5) / quantile(figures[name][key], 0.5);
    if (limits[name] === undefined) return value.toFixed(2);
    return report.atMost(`${what}, beside ${name}`, value, limits[name]);
  };
  report.table(
    `Start over stdio, median of ${ROUNDS}; ratios of ours to the others`,
    ['server', 'spawn to `initialize`', 'ratio', 'RSS after `tools/list`', 'ratio'],
    Object.entries(figures).map(([name, { start, memory }]) => [
      name,
      wall(quantile(start, 0.5)),
      ratio('start', 'start', name, startLimits),
      megabytes(quantile(memory, 0.5)),
      ratio('RSS', 'memory', name, memoryLimits),
    ]),
  );
}

async function takeTurns(servers) {
  const figures = Object.fromEntries(
    Object.keys(servers).map((name) => [name, { start: [], memory: [] }]),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, { argv, env }] of Object.entries(servers)) {
      const started = performance.now();
      const client = startClient(argv, env);
      await client.initialize();
      const milliseconds = performance.now() - started;
      await client.request('tools/list', {});
      // The first round fills the disk cache.
      if (round > 0) {
        figures[name].start.push(milliseconds);
        figures[name].memory.push(client.residentMegabytes());
      }
      await client.kill();
    }
  }
  return figures;
}

/** Some calls of ours and some of the peer's in turn. */
export async function benchCalls(report, { ours, peer }) {
  const clients = [ours, peer].map(({ argv, env }) => startClient(argv, env));
  const times = [[], []];
  try {
    for (const client of clients) await client.initialize();
    for (let first = 0; first < CALLS; first += BATCH) {
      for (const [index, client] of clients.entries()) {
        for (let call = first; call < first + BATCH; call += 1) {
          const milliseconds = await timeCall(client, call, index === 0);
          times[index].push(milliseconds);
        }
      }
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  const row = (what, { share, from, to, limit }) => {
    const [own, peers] = times.map((values) => quantile(values.slice(from, to), share));
    const ratio = own / peers;
    const name = 'rule-mode call p50, beside fastmcp';
    const shown = limit === undefined ? ratio.toFixed(2) : report.atMost(name, ratio, limit);
    return [what, wall(own), wall(peers), shown];
  };
  const first = { from: FIRST_FROM, to: WARM_FROM };
  const warm = { from: WARM_FROM, to: CALLS };
  report.table(
    `A call over stdio, ${CALLS} of each in turn`,
    ['what', 'mini-agent-mcp, rule mode', 'fastmcp, fixed text', 'ratio'],
    [
      row(`p50 of calls ${FIRST_FROM} to ${WARM_FROM}`, { share: 0.5, ...first, limit: 0.5 }),
      row('p50 of the later ones', { share: 0.5, ...warm }),
      row('p99 of the later ones', { share: 0.99, ...warm }),
    ],
  );
}

async function timeCall(client, call, isOurs) {
  const started = performance.now();
  const result = await client.request('tools/call', ruleCall(call));
  const milliseconds = performance.now() - started;
  if (isOurs) checkAnswer(result, call);
  return milliseconds;
}

/** Parameters of a call whose answer `checkAnswer` knows. */
export function ruleCall(call) {
  return { name: 'run_agent', arguments: { task: `what is ${call} * 7 + 1`, mode: 'rule' } };
}

export function checkAnswer(result, call) {
  const answer = result.structuredContent?.answer ?? '';
  if (!answer.includes(String(call * 7 + 1)))
    throw new Error(`wrong answer to ${call} * 7 + 1: ${JSON.stringify(result).slice(0, 300)}`);
}
