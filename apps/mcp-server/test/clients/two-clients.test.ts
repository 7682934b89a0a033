import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorld, type Fields, type Frame, type Wire } from './wire.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** `id` and, where there is to be progress, `token` are the client's own. */
function call(
  wire: Wire,
  { id, token }: { readonly id: number | string; readonly token?: number | string },
  args: Fields,
): void {
  const _meta = { ...modern, ...(token !== undefined && { progressToken: token }) };
  const params = { name: 'run_agent', arguments: args, _meta };
  wire.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

function answersOf(wire: Wire): readonly Frame[] {
  return wire.frames.filter(({ id }) => id !== undefined);
}

function contentOf(frame: Frame | undefined): Fields {
  return (frame?.result?.['structuredContent'] ?? {}) as Fields;
}

const handle = /run_[0-9a-z]+_[0-9a-f]{32}/;

function runIdsIn(wire: Wire): ReadonlySet<string> {
  const found = JSON.stringify(wire.frames).match(new RegExp(handle, 'g'));
  return new Set(found ?? []);
}

describe('two clients', () => {
  test.each([
    ['of one caller', 'me', 'me'],
    ['of two callers', 'token:alice', 'token:bob'],
  ])(
    'mcp-070: %s with equal ids and equal progress tokens get each their own answers and progress',
    async (_, firstCaller, secondCaller) => {
      const world = createWorld();
      const [first, second] = [await world.connect(firstCaller), await world.connect(secondCaller)];
      for (const id of [0, 1, 'a']) {
        call(first, { id, token: id }, { task: `model steps 20 every 1000 of first ${id}` });
        call(second, { id, token: id }, { task: `model steps 20 every 1000 of second ${id}` });
      }
      await vi.advanceTimersByTimeAsync(25_000);
      for (const [wire, name] of [
        [first, 'first'],
        [second, 'second'],
      ] as const) {
        const answers = answersOf(wire);
        expect(answers.map(({ id }) => id).toSorted()).toEqual([0, 1, 'a'].toSorted());
        for (const frame of answers) {
          expect(contentOf(frame)['answer']).toMatch(new RegExp(`of ${name} ${frame.id}$`));
        }
      }
      const common = [...runIdsIn(first)].filter((runId) => runIdsIn(second).has(runId));
      expect(runIdsIn(first).size).toBe(3);
      expect(common).toEqual([]);
    },
  );

  test('of two callers: an identical task is not shared, a handle of the other one is not_found, a cancel of its id stops nothing', async () => {
    const world = createWorld();
    const [alice, bob] = [await world.connect('token:alice'), await world.connect('token:bob')];
    call(alice, { id: 1 }, { task: 'model sleep 60000' });
    await vi.advanceTimersByTimeAsync(55_000);
    const { run_id: runId } = contentOf(answersOf(alice)[0]);
    call(bob, { id: 1 }, { task: 'model sleep 60000' });
    call(bob, { id: 2 }, { run_id: runId });
    call(bob, { id: 3 }, { run_id: runId, cancel: true });
    call(bob, { id: 4 }, { run_id: runId, task: 'model steal' });
    bob.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await vi.advanceTimersByTimeAsync(1_000);
    for (const id of [2, 3, 4]) {
      const frame = answersOf(bob).find((answer) => answer.id === id);
      expect(contentOf(frame)).toMatchObject({ error_code: 'not_found' });
    }
    expect(world.begun()).toBe(2);
    call(alice, { id: 2 }, { run_id: runId });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(contentOf(answersOf(alice)[1])).toMatchObject({ status: 'completed', run_id: runId });
  });
});

describe('a client that gives up', () => {
  test('mcp-036: hears nothing more of a call that it cancelled, at any moment', async () => {
    for (const after of [0, 1, 249, 250, 1_000, 8_999, 9_000, 9_001, 30_000]) {
      const wire = await createWorld().connect();
      call(wire, { id: 1, token: 'p' }, { task: 'model steps 50 every 1000' });
      await vi.advanceTimersByTimeAsync(after);
      const cancelled = { requestId: 1, _meta: modern };
      wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled });
      await vi.advanceTimersByTimeAsync(0);
      const count = wire.frames.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(wire.frames.slice(count), `after ${after} ms`).toEqual([]);
      expect(answersOf(wire)).toEqual([]);
    }
  });

  test('mcp-039: its run is kept with its handle and what it had, and goes on with the handle and a task', async () => {
    const world = createWorld();
    const wire = await world.connect();
    call(wire, { id: 1, token: 'p' }, { task: 'model steps 50 every 2000' });
    await vi.advanceTimersByTimeAsync(60_000);
    const cancelled = { requestId: 1, _meta: modern };
    wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled });
    await vi.advanceTimersByTimeAsync(100);
    const runId = handle.exec(JSON.stringify(wire.frames[0]))?.[0];
    expect(world.registry.active()).toEqual([]);
    call(wire, { id: 2 }, { run_id: runId });
    await vi.advanceTimersByTimeAsync(100);
    const kept = contentOf(answersOf(wire)[0]);
    expect(kept).toMatchObject({ status: 'cancelled', outcome: 'aborted', run_id: runId });
    expect((kept['steps'] as readonly unknown[]).length).toBeGreaterThanOrEqual(29);
    call(wire, { id: 3 }, { run_id: runId, task: 'answer on' });
    await vi.advanceTimersByTimeAsync(100);
    expect(contentOf(answersOf(wire)[1])).toMatchObject({ answer: 'on', run_id: runId });
  });

  test('mcp-043: and asks the same again is attached to what it pays for already', async () => {
    const world = createWorld();
    const wire = await world.connect();
    call(wire, { id: 1, token: 1 }, { task: 'model sleep 100000' });
    await vi.advanceTimersByTimeAsync(9_000);
    // Its first request is not given up yet: this one may be meant.
    call(wire, { id: 2 }, { task: 'model sleep 100000' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(world.begun()).toBe(2);
    call(wire, { id: 3, token: 3 }, { task: 'model sleep 100000' });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(world.begun()).toBe(2);
    const [one, three] = [1, 3].map((id) =>
      contentOf(answersOf(wire).find((frame) => frame.id === id)),
    );
    expect(three).toMatchObject({ status: 'completed', run_id: one?.['run_id'] });
  });

  test('mcp-032: and one without a token hears nothing but its results in 90 s', async () => {
    const wire = await createWorld().connect();
    call(wire, { id: 1 }, { task: 'model steps 90 every 1000', wait_seconds: 200 });
    await vi.advanceTimersByTimeAsync(95_000);
    expect(wire.frames.map(({ id }) => id)).toEqual([1]);
  });

  test('mcp-074: a run is found by its handle 45 minutes later, one that is no longer kept says when it expired', async () => {
    const wire = await createWorld().connect();
    call(wire, { id: 1 }, { task: 'model answer 42' });
    await vi.advanceTimersByTimeAsync(45 * 60_000);
    const { run_id: runId } = contentOf(answersOf(wire)[0]);
    call(wire, { id: 2 }, { run_id: runId });
    await vi.advanceTimersByTimeAsync(100);
    expect(contentOf(answersOf(wire)[1])).toMatchObject({ answer: '42', run_id: runId });
  });
});
