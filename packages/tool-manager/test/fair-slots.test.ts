import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairSlots } from '../src/fair-slots.ts';
import type { Slot } from '../src/fair-slots.ts';

const open = new AbortController().signal;
setMaxListeners(0, open);

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function request(name: string, limit = Infinity, shared = true): Parameters<FairSlots['take']>[0] {
  return { name, limit, shared };
}

test('slots go to the tools in turn: a flood of one delays another by one call', async () => {
  const slots = new FairSlots(1);
  const first = await slots.acquire(request('flood'), open);
  const order: string[] = [];
  const wait = async (name: string): Promise<void> => {
    const slot = await slots.acquire(request(name), open);
    order.push(name);
    slot.release();
  };
  const all = [...Array<string>(5).fill('flood'), 'calm', 'calm', 'other'].map(wait);
  first.release();
  await Promise.all(all);
  expect(order.indexOf('calm')).toBeLessThanOrEqual(1);
  expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  expect(slots.lanes()).toEqual([]);
});

test('a tool at its own limit does not hold up the others', async () => {
  const slots = new FairSlots(2);
  const busy = await slots.acquire(request('serial', 1), open);
  let isServed = false;
  const waiting = slots.acquire(request('serial', 1), open).then((slot) => {
    isServed = true;
    return slot;
  });
  (await slots.acquire(request('free'), open)).release();
  await settle();
  expect(isServed).toBe(false);
  busy.release();
  (await waiting).release();
  expect(slots.used).toBe(0);
});

test('a call that takes no shared slot never waits for one', async () => {
  const slots = new FairSlots(1);
  const busy = await slots.acquire(request('tool'), open);
  const pipeline = await slots.acquire(request('pipeline', Infinity, false), open);
  expect(slots.used).toBe(1);
  pipeline.release();
  busy.release();
  expect(slots.used).toBe(0);
});

test('releasing twice gives back once, and the shared part can come back early', async () => {
  const slots = new FairSlots(1);
  const slot = await slots.acquire(request('serial', 1), open);
  slot.releaseShared();
  slot.releaseShared();
  expect(slots.used).toBe(0);
  expect(slots.take(request('serial', 1))).toBeUndefined();
  slot.release();
  slot.release();
  expect(slots.used).toBe(0);
  const again = slots.take(request('serial', 1));
  expect(again).toBeDefined();
  expect(slots.take(request('other'))).toBeUndefined();
  again?.release();
});

test('an aborted wait rejects with the reason and holds nothing', async () => {
  const slots = new FairSlots(1);
  const busy = await slots.acquire(request('a'), open);
  const controller = new AbortController();
  const waiting = slots.acquire(request('a'), controller.signal);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(slots.acquire(request('a'), controller.signal)).rejects.toBe(reason);
  expect(slots.queued).toBe(0);
  busy.release();
  expect(slots.lanes()).toEqual([]);
});

test('a wider limit serves those who wait for it', async () => {
  const slots = new FairSlots(5);
  const first = await slots.acquire(request('a', 1), open);
  const second = slots.acquire(request('a', 1), open);
  const third = slots.acquire(request('a', 3), open);
  for (const slot of [first, await second, await third]) slot.release();
  expect(slots.lanes()).toEqual([]);
});

describe('any interleaving', () => {
  type Action =
    | { readonly kind: 'ask'; readonly tool: number; readonly aborts: boolean }
    | { readonly kind: 'release' | 'releaseShared' | 'abort'; readonly which: number };

  interface Asked {
    readonly tool: number;
    readonly order: number;
    readonly controller: AbortController;
    slot?: Slot;
    isOver: boolean;
    isShared: boolean;
  }

  const tools = [
    { limit: 1, shared: true },
    { limit: 2, shared: true },
    { limit: Infinity, shared: true },
    { limit: Infinity, shared: false },
  ];
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), tool: fc.nat(3), aborts: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom('release' as const, 'releaseShared' as const, 'abort' as const),
      which: fc.nat(50),
    }),
  );

  test('keeps both limits, serves each tool in order, leaves no slot idle, and gets every slot back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(action, { maxLength: 60 }),
        async (limit, actions) => {
          const slots = new FairSlots(limit);
          const asked: Asked[] = [];
          const served: Asked[] = [];
          const ask = (tool: number): void => {
            const controller = new AbortController();
            const entry: Asked = {
              tool,
              order: asked.length,
              controller,
              isOver: false,
              isShared: tools[tool]?.shared === true,
            };
            asked.push(entry);
            const { limit: own = 1, shared = true } = tools[tool] ?? {};
            slots.acquire(request(`t${tool}`, own, shared), controller.signal).then(
              (slot) => {
                entry.slot = slot;
                served.push(entry);
              },
              () => (entry.isOver = true),
            );
          };
          const held = (): Asked[] => asked.filter((entry) => entry.slot && !entry.isOver);
          const check = (): void => {
            const holding = held();
            expect(holding.filter((entry) => entry.isShared).length).toBeLessThanOrEqual(limit);
            expect(slots.used).toBe(holding.filter((entry) => entry.isShared).length);
            const waiting = asked.filter((entry) => !entry.slot && !entry.isOver);
            expect(slots.queued).toBe(waiting.length);
            for (const [tool, { limit: own, shared }] of tools.entries()) {
              const running = holding.filter((entry) => entry.tool === tool).length;
              expect(running).toBeLessThanOrEqual(own);
              // Nobody waits for what is free.
              const isFree = running < own && (!shared || slots.used < limit);
              if (isFree) expect(waiting.filter((entry) => entry.tool === tool)).toEqual([]);
            }
          };
          for (const step of actions) {
            if (step.kind === 'ask') ask(step.tool);
            else {
              const candidates =
                step.kind === 'abort' ? asked.filter((entry) => !entry.slot) : held();
              const entry = candidates[step.which % Math.max(1, candidates.length)];
              if (entry && step.kind === 'release') {
                entry.isOver = true;
                entry.slot?.release();
              } else if (entry && step.kind === 'releaseShared') {
                entry.isShared = false;
                entry.slot?.releaseShared();
              } else entry?.controller.abort();
            }
            await settle();
            check();
          }
          for (let open = held(); open.length > 0; open = held()) {
            for (const entry of open) {
              entry.isOver = true;
              entry.slot?.release();
            }
            await settle();
          }
          expect(slots.used).toBe(0);
          expect(slots.lanes()).toEqual([]);
          expect(asked.every((entry) => entry.isOver)).toBe(true);
          for (const tool of tools.keys()) {
            const orders = served
              .filter((entry) => entry.tool === tool)
              .map((entry) => entry.order);
            expect(orders).toEqual([...orders].sort((one, other) => one - other));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('nobody is overtaken by more than one call of each other tool for each place in its own line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 2, maxLength: 60 }), async (names) => {
        const slots = new FairSlots(1);
        const first = await slots.acquire(request('first'), open);
        const order: { tool: number; place: number }[] = [];
        const places = new Map<number, number>();
        const all = names.map(async (tool) => {
          const place = places.get(tool) ?? 0;
          places.set(tool, place + 1);
          const slot = await slots.acquire(request(`t${tool}`), open);
          order.push({ tool, place });
          slot.release();
        });
        first.release();
        await Promise.all(all);
        for (const [served, { place }] of order.entries()) {
          expect(served).toBeLessThan((place + 1) * places.size);
        }
      }),
    );
  });
});
