import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientTable, type ClientHabits } from './client-table.ts';
import { simulateClient, type Exchange, type SimulatedClient } from './simulated-client.ts';
import { createWorld, longAnswer, type Frame, type Wire } from './wire.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const nineMinutes = 540_000;

/** Lets time pass until the work is done, or for twenty minutes. */
async function play<Value>(work: Promise<Value>): Promise<Value> {
  const progress = { isOver: false };
  const watched = work.finally(() => {
    progress.isOver = true;
  });
  watched.catch(() => undefined);
  for (let count = 0; !progress.isOver && count < 240; count += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(progress.isOver).toBe(true);
  return watched;
}

function progressOf(wire: Wire, token: Exchange['token']): readonly Frame[] {
  return wire.frames.filter(
    ({ method, params }) =>
      method === 'notifications/progress' && params?.['progressToken'] === token,
  );
}

/** What every client may count on, whatever else it does. */
function checkProgress(wire: Wire, client: SimulatedClient): void {
  const known = new Set(client.exchanges.map(({ token }) => token));
  for (const { method, params } of wire.frames) {
    if (method !== undefined) expect(known).toContain(params?.['progressToken']);
  }
  const calls = client.exchanges.filter(({ token }) => token !== undefined);
  for (const { token, sentAt, endedAt = Infinity } of calls) {
    const updates = progressOf(wire, token);
    const times = updates.map(({ at }) => at);
    expect(times.every((at) => at <= endedAt)).toBe(true);
    const values = updates.map(({ params }) => Number(params?.['progress']));
    expect(values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))).toBe(
      true,
    );
    for (const { params } of updates) {
      expect(String(params?.['message']).length).toBeLessThanOrEqual(120);
    }
    const moments = [...times, endedAt];
    // A call for a run that is over is answered before there is anything to tell.
    if (endedAt - sentAt > 1_000) expect((times[0] ?? Infinity) - sentAt).toBeLessThan(1_000);
    const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? at));
    expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(10_000);
    for (let index = 4; index < times.length; index += 1) {
      expect((times[index] ?? 0) - (times[index - 4] ?? 0)).toBeGreaterThanOrEqual(1_000);
    }
  }
}

async function run(
  habits: ClientHabits,
  task: string,
): Promise<{ wire: Wire; client: SimulatedClient; answer: string; begun: number }> {
  const world = createWorld(habits.waitSeconds);
  const wire = await world.connect();
  const client = await play(simulateClient(wire, habits));
  const answer = await play(client.doTask(task));
  // Whatever would still come, comes.
  const count = wire.frames.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(wire.frames.length).toBe(count);
  return { wire, client, answer, begun: world.begun() };
}

const quickSteps = 'model steps 600 every 100 long';

/** One client with each kind of token, and one that follows a task. */
const listeners = clientTable.filter(
  ({ token, tasks = false }, index) =>
    clientTable.findIndex((row) => row.token === token && (row.tasks ?? false) === tasks) === index,
);

describe.each(listeners)('$name', { timeout: 60_000 }, (habits) => {
  test('a run of ten steps a second is told at most four times a second', async () => {
    const { wire, client, answer } = await run(habits, quickSteps);
    expect(answer === longAnswer).toBe(true);
    checkProgress(wire, client);
  });
});

describe.each(clientTable)('$name', { timeout: 60_000 }, (habits) => {
  test.each([
    ['that is silent', `model sleep ${nineMinutes} long`],
    ['of 90 steps', 'model steps 90 every 6000 long'],
  ])('a run of nine minutes %s is done once and its whole answer comes', async (_, task) => {
    const begunAt = Date.now();
    const { wire, client, answer, begun } = await run(habits, task);
    expect(Date.now() - begunAt).toBeGreaterThanOrEqual(nineMinutes);
    expect(answer === longAnswer).toBe(true);
    expect(begun).toBe(1);
    expect(client.exchanges.filter(({ gaveUp }) => gaveUp)).toEqual([]);
    checkProgress(wire, client);
  });
});
