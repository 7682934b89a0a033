import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMemoryStore, createSkillStore } from '../src/index.ts';
import type { MemoryStore } from '../src/index.ts';
import { contents, fact, storedIn } from './memory-fixtures.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const newFolder = temporaryFolders();

async function memoriesOf(
  text: string,
): Promise<{ readonly store: MemoryStore; readonly folder: string }> {
  const folder = await newFolder();
  await writeFile(join(folder, 'memories.json'), text);
  return { store: createMemoryStore({ directory: folder }), folder };
}

describe('memories with an id that is taken', () => {
  test('move on by a millisecond and are found; nobody else loses an id to them', async () => {
    const { store, folder } = await memoriesOf(
      JSON.stringify([
        { id: 'mem_5_a', content: 'one', tags: ['t'] },
        { id: 'mem_5_a', content: 'two', tags: ['t'] },
        { id: 'mem_6_a', content: 'three', tags: ['t'] },
        { id: 'mine', content: 'four', tags: ['t'] },
        { id: 'mine', content: 'five', tags: ['t'] },
        { id: 'mem_5_a', content: 'one', tags: ['t'], note: 'a copy of the first' },
      ]),
    );
    const found = await store.recall({ tags: ['t'], limit: 100 });
    const ids = Object.fromEntries(found.map(({ content, id }) => [content, id]));
    expect(ids).toEqual({
      one: 'mem_5_a',
      two: 'mem_7_a',
      three: 'mem_6_a',
      four: 'mine',
      five: 'mine_1',
    });
    expect(await store.stats()).toMatchObject({ count: 5, skipped: 1 });
    expect(await store.forget({ id: 'mem_7_a' })).toBe(1);
    await store.close();
    const after = await storedIn(folder);
    expect(after).toHaveLength(5);
    expect(after).toContainEqual(expect.objectContaining({ note: 'a copy of the first' }));
    expect(after).not.toContainEqual(expect.objectContaining({ content: 'two' }));
  });

  test('with the same text twice: when one is forgotten, the other is the one that is remembered again', async () => {
    const { store } = await memoriesOf(
      JSON.stringify([
        { id: 'mem_1_a', content: 'green tea' },
        { id: 'mem_2_b', content: 'green tea' },
      ]),
    );
    expect(await store.forget({ id: 'mem_1_a' })).toBe(1);
    expect(await store.remember(fact('green tea'))).toMatchObject({ id: 'mem_2_b' });
    expect(await store.stats()).toMatchObject({ count: 1 });
  });
});

describe('values of another kind', () => {
  test('numbers in quotes, dates, numbers as ids and tags are understood; a type of later versions stays in the file', async () => {
    const { store, folder } = await memoriesOf(
      JSON.stringify([
        { id: 7, type: 'episode', content: 'x', tags: [2026, 't'], accessCount: '3' },
        { id: 'a', content: 'y', tags: ['t'], timestamp: '1700000000000' },
        { id: 'b', content: 'z', tags: ['t'], timestamp: '2026-05-01T00:00:00Z' },
        { id: 'c', content: 'w', tags: ['t'], timestamp: 'soon', accessCount: '-1' },
      ]),
    );
    expect(await contents(store, { tags: ['2026'] })).toEqual(['x']);
    const found = await store.recall({ tags: ['t'] });
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: '7', type: 'fact', accessCount: 5 }),
        expect.objectContaining({ id: 'a', timestamp: 1_700_000_000_000 }),
        expect.objectContaining({ id: 'b', timestamp: Date.UTC(2026, 4, 1) }),
        expect.objectContaining({ id: 'c', timestamp: 0, accessCount: 1 }),
      ]),
    );
    await store.close();
    expect(await storedIn(folder)).toContainEqual(
      expect.objectContaining({ id: '7', type: 'episode', accessCount: 5 }),
    );
  });

  test('names that objects have by nature are names like others', async () => {
    const { store, folder } = await memoriesOf(
      '[{"id":"__proto__","content":"a","tags":["__proto__","constructor"],"__proto__":{"admin":true},"toString":1}]',
    );
    expect(await contents(store, { tags: ['__PROTO__'] })).toEqual(['a']);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    await store.remember({ type: 'fact', content: 'b', namespace: '__proto__', tags: ['x'] });
    await store.close();
    const text = await readFile(join(folder, 'memories.json'), 'utf8');
    expect(text).toMatch(/"__proto__": \{\s*"admin": true/);
    expect(text).toContain('"toString": 1');
  });
});

describe('large texts', () => {
  test('of millions of characters without a blank are searched', async () => {
    const { store } = await memoriesOf(
      JSON.stringify([
        { content: `${'绿'.repeat(3_000_000)}茶`, tags: ['big'] },
        { content: 'x'.repeat(3_000_000), tags: ['big'] },
      ]),
    );
    expect(await store.recall({ text: '绿茶' })).toHaveLength(1);
    expect(await store.recall({ text: 'xxx' })).toHaveLength(1);
    expect(await store.recall({ text: '红'.repeat(1_000_000) })).toHaveLength(0);
  });
});

describe('skills of an older version', () => {
  test('that share an id are all listed and used on their own', async () => {
    const directory = await newFolder();
    await writeFile(
      join(directory, 'skills.json'),
      JSON.stringify([
        { id: 'skill_5', name: 'A', tags: ['alpha'], steps: [] },
        { id: 'skill_5', name: 'B', tags: ['beta'], steps: [], useCount: '2' },
        { id: 'skill_6', name: 'C', tags: ['gamma'], steps: [] },
      ]),
    );
    const store = createSkillStore({ directory });
    expect(Object.fromEntries((await store.list()).map(({ name, id }) => [name, id]))).toEqual({
      A: 'skill_5',
      B: 'skill_7',
      C: 'skill_6',
    });
    expect((await store.match('beta please'))?.skill.name).toBe('B');
    expect((await store.use('skill_7', 'run 1')).useCount).toBe(3);
    await store.close();
    const after = JSON.parse(await readFile(join(directory, 'skills.json'), 'utf8')) as unknown;
    expect(after).toMatchObject([{ useCount: 0 }, { name: 'C' }, { name: 'B', useCount: 3 }]);
  });
});
