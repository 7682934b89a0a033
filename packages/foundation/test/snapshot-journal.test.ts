import { appendFile, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { appendRecord, createJournal, JournalError } from '../src/journal.ts';
import type { Json } from '../src/tool.ts';
import { openNumbers } from './processes/numbers-journal.ts';
import { programsIn } from '@mini-agent/testkit/programs';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const startProcess = programsIn(new URL('./processes/', import.meta.url));

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();

async function snapshotOf(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'numbers.json'), 'utf8'));
}

describe('a journal', () => {
  test('touches no file before it has something to write', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder);
    expect(await journal.load()).toEqual(new Set());
    expect(await journal.compact()).toBe(true);
    await journal.close();
    expect(await readdir(folder)).toEqual([]);
  });

  test('holds everything in the readable snapshot after close', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder);
    await Promise.all([0, 1, 2].map((n) => journal.append({ from: 'a', n })));
    expect(await journal.load()).toEqual(new Set(['a:0', 'a:1', 'a:2']));
    await journal.close();
    expect(await snapshotOf(folder)).toEqual(['a:0', 'a:1', 'a:2']);
    expect(await readdir(folder)).toEqual(['numbers.json']);
    expect((await stat(join(folder, 'numbers.json'))).mode & 0o077).toBe(0);
  });

  test('refuses calls after close', async () => {
    const journal = openNumbers(await newFolder());
    await journal.close();
    await journal.close();
    await expect(journal.load()).rejects.toMatchObject({ code: 'closed' });
    await expect(journal.append({ from: 'a', n: 1 })).rejects.toMatchObject({ code: 'closed' });
    await expect(journal.compact()).rejects.toMatchObject({ code: 'closed' });
  });

  test('shows what another process appends, and a restart finds what was not compacted', async () => {
    const folder = await newFolder();
    const one = openNumbers(folder);
    const other = openNumbers(folder);
    await one.append({ from: 'one', n: 1 });
    expect(await other.load()).toEqual(new Set(['one:1']));
    await other.append({ from: 'other', n: 1 });
    expect(await one.load()).toEqual(new Set(['one:1', 'other:1']));
    expect(await openNumbers(folder).load()).toEqual(new Set(['one:1', 'other:1']));
  });

  test('goes on after another one compacted', async () => {
    const folder = await newFolder();
    const one = openNumbers(folder);
    const other = openNumbers(folder);
    await one.append({ from: 'one', n: 1 });
    await one.load();
    await other.close();
    expect(await snapshotOf(folder)).toEqual(['one:1']);
    await one.append({ from: 'one', n: 2 });
    expect(await one.load()).toEqual(new Set(['one:1', 'one:2']));
  });

  test('picks up an edit of the snapshot, with a byte order mark too', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder);
    await journal.append({ from: 'a', n: 1 });
    await journal.load();
    await writeFile(join(folder, 'numbers.json'), '\uFEFF["edited:1"]');
    expect(await journal.load()).toEqual(new Set(['edited:1', 'a:1']));
    await writeFile(join(folder, 'numbers.json'), '["edited:2"]');
    await utimes(join(folder, 'numbers.json'), 1, 1);
    expect(await journal.load()).toEqual(new Set(['edited:2', 'a:1']));
  });

  test('an empty snapshot is an empty state', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'numbers.json'), ' \n');
    expect(await openNumbers(folder).load()).toEqual(new Set());
  });

  test('folds in sealed journals that a killed compaction left behind', async () => {
    const folder = await newFolder();
    const path = join(folder, 'journal.jsonl');
    await appendRecord(path, { from: 'a', n: 1 });
    await rename(path, `${path}.sealed.100.7`);
    await appendRecord(path, { from: 'a', n: 2 });
    await writeFile(join(folder, 'numbers.json.5f1.tmp'), 'half');
    const journal = openNumbers(folder, {
      clock: { now: () => 50, sleep: () => Promise.resolve() },
    });
    expect(await journal.load()).toEqual(new Set(['a:1', 'a:2']));
    await journal.close();
    expect(await snapshotOf(folder)).toEqual(['a:1', 'a:2']);
    expect(await readdir(folder)).toEqual(['numbers.json']);
  });

  test('compacts by itself once the journal is large', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder, { compactAtBytes: 200 });
    for (let n = 0; n < 30; n += 1) {
      await journal.append({ from: 'a', n });
      await journal.load();
    }
    await expect.poll(() => snapshotOf(folder)).toContain('a:0');
    expect((await journal.load()).size).toBe(30);
    await journal.close();
    expect(await snapshotOf(folder)).toHaveLength(30);
  });

  test('counts journal lines it cannot read and keeps the others', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder);
    await journal.append({ from: 'a', n: 1 });
    await appendFile(join(folder, 'journal.jsonl'), '{broken\n');
    await journal.append({ from: 'a', n: 2 });
    expect(await journal.load()).toEqual(new Set(['a:1', 'a:2']));
    expect(journal.damaged()).toBe(1);
  });
});

describe('a damaged snapshot', () => {
  test.each([
    ['cut off', '["a:1", "a:'],
    ['of another shape', '{"a": 1}'],
    ['null', 'null'],
  ])('that is %s is refused, kept and copied', async (_name, text) => {
    const folder = await newFolder();
    const path = join(folder, 'numbers.json');
    await writeFile(path, text);
    const journal = openNumbers(folder);
    const error: unknown = await journal.load().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JournalError);
    expect(error).toMatchObject({ code: 'corrupt' });
    expect(String(error)).toContain('numbers.json.corrupt');
    expect(String(error)).not.toContain(join(folder, '..'));
    await expect(journal.load()).rejects.toMatchObject({ code: 'corrupt' });
    await expect(journal.compact()).resolves.toBe(true);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readFile(`${path}.corrupt`, 'utf8')).toBe(text);
    expect((await readdir(folder)).sort()).toEqual(['numbers.json', 'numbers.json.corrupt']);
  });

  test('is never replaced by a compaction; once it is mended, nothing is missing', async () => {
    const folder = await newFolder();
    const path = join(folder, 'numbers.json');
    await writeFile(path, '["a:1"');
    const journal = openNumbers(folder);
    await journal.append({ from: 'b', n: 1 });
    await expect(journal.compact()).rejects.toMatchObject({ code: 'corrupt' });
    expect(await readFile(path, 'utf8')).toBe('["a:1"');
    await writeFile(path, '["a:1"]');
    expect(await journal.load()).toEqual(new Set(['a:1', 'b:1']));
    await journal.close();
    expect(await snapshotOf(folder)).toEqual(['a:1', 'b:1']);
  });

  test('keeps an older copy of another damage', async () => {
    const folder = await newFolder();
    const path = join(folder, 'numbers.json');
    await writeFile(`${path}.corrupt`, 'older damage');
    await writeFile(path, 'newer damage');
    await expect(openNumbers(folder).load()).rejects.toMatchObject({ code: 'corrupt' });
    expect(await readFile(`${path}.corrupt`, 'utf8')).toBe('older damage');
    const copies = (await readdir(folder)).filter((name) => name.includes('.corrupt.'));
    expect(copies).toHaveLength(1);
    expect(await readFile(join(folder, copies[0] ?? ''), 'utf8')).toBe('newer damage');
  });

  test('that is only being saved is read again', async () => {
    const folder = await newFolder();
    const path = join(folder, 'numbers.json');
    await writeFile(path, '["a:');
    let sleeps = 0;
    const clock = {
      now: () => 0,
      sleep: async () => {
        sleeps += 1;
        await writeFile(path, '["a:1"]');
      },
    };
    expect(await openNumbers(folder, { clock }).load()).toEqual(new Set(['a:1']));
    expect(sleeps).toBe(1);
  });
});

describe('several processes', () => {
  test('three writers and a compactor that is killed again and again lose nothing', async () => {
    const folder = await newFolder();
    const path = join(folder, 'journal.jsonl');
    let compactor = startProcess('compact-always.ts', { args: [folder] });
    const writers = ['a', 'b', 'c'].map((name) =>
      startProcess('append-numbered.ts', { args: [path, name, '50'] }),
    );
    await compactor.untilLines(1);
    compactor.kill();
    await compactor.ended;
    compactor = startProcess('compact-always.ts', { args: [folder] });
    const codes = await Promise.all(writers.map((writer) => writer.ended));
    expect(codes, writers.map((writer) => writer.errors()).join('')).toEqual([0, 0, 0]);
    await compactor.untilLines(1);
    compactor.kill();
    await compactor.ended;
    const expected = ['a', 'b', 'c'].flatMap((name) =>
      Array.from({ length: 50 }, (_, n) => `${name}:${n}`),
    );
    const journal = openNumbers(folder);
    expect([...(await journal.load())].sort()).toEqual(expected.sort());
    await journal.close();
    expect(await snapshotOf(folder)).toHaveLength(150);
  });
});

describe('properties', () => {
  type Action =
    | { readonly do: 'set'; readonly who: number; readonly key: string; readonly value: number }
    | { readonly do: 'drop' | 'compact' | 'load'; readonly who: number; readonly key: string };
  const action: fc.Arbitrary<Action> = fc.record({
    do: fc.constantFrom('set', 'set', 'drop', 'compact', 'load'),
    who: fc.nat(1),
    key: fc.constantFrom('a', 'b', 'c'),
    value: fc.nat(9),
  });

  function openMap(folder: string): ReturnType<typeof createJournal<Map<string, Json>>> {
    return createJournal<Map<string, Json>>({
      snapshot: join(folder, 'map.json'),
      read: (json) => new Map(Object.entries((json ?? {}) as Record<string, Json>)),
      apply: (state, record) => {
        const { key, value } = record as { key: string; value?: number };
        if (value === undefined) state.delete(key);
        else state.set(key, value);
      },
      write: (state) => Object.fromEntries(state),
    });
  }

  test('two journals on the same files always show what a plain map holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const folder = await newFolder();
        const journals = [openMap(folder), openMap(folder)];
        const model = new Map<string, Json>();
        for (const step of actions) {
          const journal = journals[step.who];
          if (journal === undefined) continue;
          if (step.do === 'set') {
            await journal.append({ key: step.key, value: step.value });
            model.set(step.key, step.value);
          } else if (step.do === 'drop') {
            await journal.append({ key: step.key });
            model.delete(step.key);
          } else if (step.do === 'compact') await journal.compact();
          expect(new Map(await journal.load())).toEqual(model);
        }
        await Promise.all(journals.map((journal) => journal.close()));
        expect(new Map(await openMap(folder).load())).toEqual(model);
      }),
      { numRuns: 15 },
    );
  });
});
