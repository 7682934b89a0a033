// CPU time of functions that are measured side by side: in one process, taking turns, so that a busy machine or a slow
// moment meets all of them alike.

const BATCH_MICROSECONDS = 4000;
const ROUNDS = 25;
const WARM_UP_ROUNDS = 5;
/** What goes through sockets takes milliseconds a call, and as many calls to warm up. */
const ASYNC_BATCH_MICROSECONDS = 50_000;
const ASYNC_WARM_UP_ROUNDS = 15;

/**
 * Nanoseconds of CPU time per call of each function, the median over the rounds.
 *
 * @param candidates functions by name; each gets one of its `inputs` per call, in turn
 * @param inputs what to call them with; a list of its own for a name where `inputs` is an object
 */
export function compare(candidates, inputs = [undefined]) {
  const runners = Object.entries(candidates).map(([name, call]) =>
    createRunner(name, call, Array.isArray(inputs) ? inputs : inputs[name]),
  );
  for (const runner of runners) calibrate(runner);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const runner of runners) {
      const nanoseconds = runner.run(runner.batch);
      if (round >= WARM_UP_ROUNDS) runner.times.push(nanoseconds);
    }
  }
  return Object.fromEntries(runners.map(({ name, times }) => [name, median(times)]));
}

/** Holds what was computed last, so that no call can be optimised away. */
const kept = { result: undefined };

function createRunner(name, call, inputs) {
  const count = inputs.length;
  // Made from text so that each function has a loop of its own: a shared one would see calls of all of them and inline none.
  const loop = new Function(
    'call',
    'inputs',
    'count',
    'batch',
    `let result; for (let i = 0, k = 0; i < batch; i += 1) { result = call(inputs[k]); k += 1; if (k === count) k = 0; } return result; // ${name}`,
  );
  const run = (batch) => {
    const before = process.cpuUsage();
    kept.result = loop(call, inputs, count, batch);
    const { user, system } = process.cpuUsage(before);
    return ((user + system) * 1000) / batch;
  };
  return { name, run, times: [], batch: 1 };
}

/** Finds how many calls fill a batch; the calls made for it also let the engine optimise. */
function calibrate(runner) {
  const started = process.cpuUsage();
  for (;;) {
    const microseconds = (runner.run(runner.batch) * runner.batch) / 1000;
    const { user } = process.cpuUsage(started);
    if (microseconds >= BATCH_MICROSECONDS && user > 20 * BATCH_MICROSECONDS) return;
    if (microseconds < BATCH_MICROSECONDS) runner.batch *= 2;
  }
}

/** The same for functions that return promises, one call after the other. */
export async function compareAsync(candidates) {
  const runners = Object.entries(candidates).map(([name, call]) => ({ name, call, times: [] }));
  for (let round = 0; round < ASYNC_WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const { call, times } of runners) {
      const nanoseconds = await runBatch(call);
      if (round >= ASYNC_WARM_UP_ROUNDS) times.push(nanoseconds);
    }
  }
  return Object.fromEntries(runners.map(({ name, times }) => [name, median(times)]));
}

/** Calls for a while, one call after the other: the CPU nanoseconds of one. */
export async function runBatch(call) {
  const before = process.cpuUsage();
  let calls = 0;
  let spent = 0;
  while (spent < ASYNC_BATCH_MICROSECONDS) {
    kept.result = await call();
    calls += 1;
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  return (spent * 1000) / calls;
}

export function median(values) {
  return quantile(values, 0.5);
}

export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** A small seeded generator (mulberry32): the same inputs in every run. */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
