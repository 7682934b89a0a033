import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../src/index.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';
import { testClock } from './test-clock.ts';

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();

/** What the store must hold, in the simplest way to say it: text → tags, how often it was counted. */
interface Expected {
  readonly id: string;
  readonly tags: ReadonlySet<string>;
  readonly count: number;
}

const texts = ['green tea', 'black tea', '绿茶', '用户住在上海'];
const tags = ['x', 'Y', '茶'];

const action = fc.oneof(
  fc.record({
    do: fc.constant('remember' as const),
    who: fc.nat(1),
    text: fc.constantFrom(...texts),
    tags: fc.subarray(tags),
  }),
  fc.record({ do: fc.constant('recall' as const), who: fc.nat(1), tag: fc.constantFrom(...tags) }),
  fc.record({
    do: fc.constant('forget' as const),
    who: fc.nat(1),
    text: fc.constantFrom(...texts),
  }),
  fc.record({ do: fc.constant('reopen' as const), who: fc.nat(1) }),
);

test('any order of calls on two open stores leaves what a simple model holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
      const directory = await newFolder();
      const clock = testClock();
      const open = (): ReturnType<typeof createMemoryStore> =>
        createMemoryStore({ directory, clock });
      const stores = [open(), open()];
      const model = new Map<string, Expected>();
      for (const step of actions) {
        clock.pass(1);
        const store = stores[step.who] ?? open();
        if (step.do === 'remember') {
          const memory = await store.remember({
            type: 'fact',
            content: step.text,
            tags: step.tags,
          });
          const known = model.get(step.text);
          expect(memory.id).toBe(known?.id ?? memory.id);
          const all = new Set([...(known?.tags ?? []), ...step.tags]);
          model.set(step.text, {
            id: memory.id,
            tags: all,
            count: known === undefined ? 0 : known.count + 1,
          });
          expect(new Set(memory.tags)).toEqual(all);
        } else if (step.do === 'recall') {
          const found = await store.recall({ tags: [step.tag], limit: 100 });
          const expected = [...model]
            .filter(([, entry]) => entry.tags.has(step.tag))
            .map(([text]) => text);
          expect(found.map((memory) => memory.content).sort()).toEqual(expected.sort());
          for (const memory of found) {
            const entry = model.get(memory.content);
            if (entry !== undefined)
              model.set(memory.content, { ...entry, count: entry.count + 1 });
          }
        } else if (step.do === 'forget') {
          const removed = await store.forget({ id: model.get(step.text)?.id ?? 'mem_0_none' });
          expect(removed).toBe(model.delete(step.text) ? 1 : 0);
        } else {
          await store.close();
          stores[step.who] = open();
        }
      }
      await Promise.all(stores.map((store) => store.close()));
      const text = await readFile(join(directory, 'memories.json'), 'utf8').catch(() => '[]');
      const stored = JSON.parse(text) as readonly {
        id: string;
        content: string;
        accessCount: number;
      }[];
      expect(new Map(stored.map((entry) => [entry.content, entry.id]))).toEqual(
        new Map([...model].map(([content, entry]) => [content, entry.id])),
      );
      // Two stores may count recalls at the same time without knowing of each other; more than were made are never counted.
      for (const entry of stored)
        expect(entry.accessCount).toBeLessThanOrEqual(model.get(entry.content)?.count ?? 0);
    }),
    { numRuns: 25 },
  );
});

test('what one store holds is what another one reads, character for character', async () => {
  const content = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      const directory = await newFolder();
      const store = createMemoryStore({ directory });
      const memory = await store.remember({ type: 'fact', content: text, tags: ['t'] });
      await store.close();
      const again = createMemoryStore({ directory });
      expect(await again.recall({ tags: ['t'] })).toEqual([
        { ...memory, content: text, accessCount: 1 },
      ]);
    }),
    { numRuns: 20 },
  );
});
