import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../src/index.ts';
import type { MemoryInput } from '../src/index.ts';
import { contents, fact, rejection, storedIn } from './memory-fixtures.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';
import { testClock } from './test-clock.ts';

const newFolder = temporaryFolders();
const day = 86_400_000;

describe('remember', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['T-mem-280', { content: 'x' }, 'type', /type.*(required|must)/i],
    ['T-mem-289', { type: '__proto__', content: 'p' }, 'type', /invalid|one of/i],
    [
      'another type',
      { type: 'Fact', content: 'p' },
      'type',
      /one of fact, preference, task, conversation/,
    ],
    ['no content', { type: 'fact' }, 'content', /content.*required/],
    ['blank content', { type: 'fact', content: ' \n' }, 'content', /not empty/],
    ['a number', { type: 'fact', content: 5 }, 'content', /must be a text/],
    ['too long', { type: 'fact', content: 'x'.repeat(200_001) }, 'content', /200000/],
    ['tags as a number', { type: 'fact', content: 'x', tags: 5 }, 'tags', /list of texts/],
    ['mixed tags', { type: 'fact', content: 'x', tags: ['a', 5] }, 'tags', /list of texts/],
    ['ttl', { type: 'fact', content: 'x', ttlMs: 0 }, 'ttlMs', /above 0/],
    ['namespace', { type: 'fact', content: 'x', namespace: 5 }, 'namespace', /text/],
    ['nothing', undefined, 'input', /object/],
  ])('%s is refused and nothing is stored', async (...[, input, field, message]) => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    const error = await rejection(store.remember(input as MemoryInput));
    expect(error).toMatchObject({ code: 'invalid_input', details: { field } });
    expect(error.message).toMatch(message);
    expect(await readdir(folder)).toEqual([]);
  });

  test('wf-057: four at once on an empty store are all in the file', async () => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    const memories = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => store.remember(fact(name))),
    );
    await store.close();
    expect(await storedIn(folder)).toEqual(memories);
    expect(new Set(memories.map((memory) => memory.id)).size).toBe(4);
  });

  test('an id that is taken moves on by a millisecond', async () => {
    const clock = testClock();
    const store = createMemoryStore({ directory: await newFolder(), clock, random: () => 0 });
    const first = await store.remember(fact('a'));
    const second = await store.remember(fact('b'));
    expect([first.id, second.id]).toEqual([
      `mem_${clock.now()}_000000`,
      `mem_${clock.now() + 1}_000000`,
    ]);
  });

  test('wf-061: the same text again is one record with its use counter up by one', async () => {
    const folder = await newFolder();
    const clock = testClock();
    const store = createMemoryStore({ directory: folder, clock });
    const first = await store.remember(fact('用户喜欢绿茶', 'Tea'));
    clock.pass(day);
    const second = await store.remember(fact(' 用户喜欢绿茶\n', 'tea', 'drink'));
    expect(second).toEqual({ ...first, tags: ['Tea', 'drink'], accessCount: 1 });
    await store.close();
    expect(await storedIn(folder)).toEqual([second]);
  });

  test('wf-061: also when all come at once', async () => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    await Promise.all(Array.from({ length: 10 }, () => store.remember(fact('same'))));
    await store.close();
    expect(await storedIn(folder)).toMatchObject([{ content: 'same', accessCount: 9 }]);
  });

  test('a text that has expired is remembered anew', async () => {
    const clock = testClock();
    const store = createMemoryStore({ directory: await newFolder(), clock });
    const first = await store.remember({ ...fact('short', 'x'), ttlMs: 1000 });
    expect(await contents(store, { tags: ['x'] })).toEqual(['short']);
    clock.pass(1000);
    expect(await contents(store, { tags: ['x'] })).toEqual([]);
    const second = await store.remember(fact('short', 'x'));
    expect(second.accessCount).toBe(0);
    expect(second.id).not.toBe(first.id);
    expect((await store.stats()).count).toBe(1);
  });

  test('tags are split, trimmed and made unique', async () => {
    const store = createMemoryStore({ directory: await newFolder() });
    const memory = await store.remember(fact('a', 'Tea，偏好', ' tea ', '', 'x、y,z', 'Ｔｅａ'));
    expect(memory.tags).toEqual(['Tea', '偏好', 'x', 'y', 'z']);
  });

  test('refuses calls after close', async () => {
    const store = createMemoryStore({ directory: await newFolder() });
    await store.close();
    expect((await rejection(store.remember(fact('a')))).code).toBe('closed');
    expect((await rejection(store.recall({ tags: ['a'] }))).code).toBe('closed');
    await store.close();
  });
});

describe('forget and namespaces', () => {
  test('removes by id, and says how many', async () => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    const { id } = await store.remember(fact('a', 'x'));
    expect(await store.forget({ id: 'mem_0_nope' })).toBe(0);
    expect(await store.forget({ id })).toBe(1);
    expect(await store.recall({ tags: ['x'] })).toEqual([]);
    await store.close();
    expect(await storedIn(folder)).toEqual([]);
  });

  test('wf-070: clearing a tag in one project leaves the others alone', async () => {
    const store = createMemoryStore({ directory: await newFolder() });
    await store.remember({ ...fact('of P', 'X'), namespace: 'P' });
    await store.remember({ ...fact('of P too', 'x'), namespace: 'P' });
    await store.remember({ ...fact('of Q', 'x'), namespace: 'Q' });
    await store.remember(fact('of nobody', 'x'));
    expect(await contents(store, { tags: ['x'] })).toEqual(['of nobody']);
    expect(await store.forget({ tag: 'x', namespace: 'P' })).toBe(2);
    expect((await store.stats('P')).count).toBe(0);
    expect((await store.stats('Q')).count).toBe(1);
    expect((await store.stats()).count).toBe(1);
    expect((await rejection(store.forget({ tag: 'x' } as never))).message).toContain('namespace');
    expect((await rejection(store.forget({ tag: '', namespace: '' }))).code).toBe('invalid_input');
  });

  test('the same text in two namespaces is two memories, and namespaces survive a restart', async () => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    await store.remember({ ...fact('same', 'x'), namespace: 'P' });
    await store.remember(fact('same', 'x'));
    await store.close();
    const again = createMemoryStore({ directory: folder });
    expect((await again.stats('P')).count).toBe(1);
    expect((await again.stats()).count).toBe(1);
  });

  test('wf-072: what was removed can be added again under the same id', async () => {
    const folder = await newFolder();
    const clock = testClock();
    const store = createMemoryStore({ directory: folder, clock, random: () => 0 });
    const first = await store.remember(fact('a', 'x'));
    await store.forget({ id: first.id });
    const second = await store.remember(fact('a', 'x'));
    expect(second.id).toBe(first.id);
    expect(await contents(store, { tags: ['x'] })).toEqual(['a']);
    await store.close();
    expect(await storedIn(folder)).toHaveLength(1);
  });

  test('stats count types and tags', async () => {
    const store = createMemoryStore({ directory: await newFolder() });
    await store.remember({ type: 'fact', content: 'a', tags: ['x', 'y'] });
    await store.remember({ type: 'task', content: 'b', tags: ['X'] });
    expect(await store.stats()).toMatchObject({
      count: 2,
      byType: { fact: 1, preference: 0, task: 1, conversation: 0 },
      tags: 2,
    });
  });
});
