import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../src/index.ts';
import type { MemoryQuery } from '../src/index.ts';
import { contents, fact, rejection, storedIn } from './memory-fixtures.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';
import { testClock } from './test-clock.ts';

const newFolder = temporaryFolders();
const day = 86_400_000;

describe('recall', () => {
  test.each<[string, unknown, RegExp]>([
    ['T-mem-276', {}, /tags.*required/i],
    ['T-mem-287', { text: '' }, /required|empty/i],
    ['no usable tag', { tags: ['', ' ，'] }, /required|empty/i],
    ['D-088 (recall)', { tags: ['a'], limit: -1 }, /limit.*1 to 100/],
    ['D-088 (zero)', { text: 'a', limit: 0 }, /limit/],
    ['a broken limit', { text: 'a', limit: 2.5 }, /limit/],
    ['a limit as text', { text: 'a', limit: '5' }, /limit/],
    ['too many', { text: 'a', limit: 101 }, /limit/],
    ['a number as text', { text: 5 }, /text/],
    ['a number as tags', { tags: 5 }, /tags/],
  ])('%s is refused', async (_id, query, message) => {
    const store = createMemoryStore({ directory: await newFolder() });
    const error = await rejection(store.recall(query as MemoryQuery));
    expect(error.code).toBe('invalid_input');
    expect(error.message).toMatch(message);
  });

  test.each<[string, MemoryQuery]>([
    ['T-mem-273', { tags: ['tea'] }],
    ['T-mem-277', { tags: ['Tea'] }],
    ['D-089 (full-width comma)', { tags: ['Tea，偏好'] }],
    ['D-089 (full-width letters)', { tags: ['ＴＥＡ'] }],
    ['a comma list as text', { text: '咖啡、偏好' }],
  ])('%s finds the memory with the tag Tea', async (_id, query) => {
    const store = createMemoryStore({ directory: await newFolder() });
    await store.remember({ type: 'preference', content: '用户喜欢喝绿茶', tags: ['Tea', '偏好'] });
    await store.remember(fact('something else', 'other'));
    expect(await contents(store, query)).toEqual(['用户喜欢喝绿茶']);
  });

  test('D-086: the newest of ten is in every answer of five', async () => {
    const clock = testClock();
    const store = createMemoryStore({ directory: await newFolder(), clock });
    for (let n = 0; n < 10; n += 1) {
      await store.remember(fact(`m${n}`, 'x'));
      clock.pass(1000);
    }
    const seen = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const found = await contents(store, { tags: ['x'] });
      expect(found).toHaveLength(5);
      expect(found).toContain('m9');
      for (const content of found) seen.add(content);
      clock.pass(day);
    }
    await store.remember(fact('m10', 'x'));
    expect(await contents(store, { tags: ['x'] })).toContain('m10');
  });

  test('orders by use and age as agreed, ties newest first', async () => {
    const clock = testClock();
    const folder = await newFolder();
    const now = clock.now();
    const entry = (name: string, ageDays: number, accessCount: number): object => ({
      id: `mem_1_${name}`,
      type: 'fact',
      content: name,
      tags: ['x'],
      timestamp: now - ageDays * day,
      accessCount,
    });
    // Scores: often 10 + 0, today 0 + 8, yesterday 1 + 4, old 5 + 0 (older than the tie before it), ancient 0.
    await writeFile(
      join(folder, 'memories.json'),
      JSON.stringify([
        entry('ancient', 5000, 0),
        entry('old', 4000, 31),
        entry('yesterday', 1, 1),
        entry('today', 0, 0),
        entry('often', 3000, 1023),
      ]),
    );
    const store = createMemoryStore({ directory: folder, clock });
    expect(await contents(store, { tags: ['x'], limit: 100 })).toEqual([
      'often',
      'today',
      'yesterday',
      'old',
      'ancient',
    ]);
    expect(await contents(store, { tags: ['x'], limit: 1 })).toEqual(['often']);
    expect(await contents(store, { tags: ['x'], limit: 2 })).toEqual(['often', 'today']);
  });

  test('finds tags before words, and each memory once', async () => {
    const store = createMemoryStore({ directory: await newFolder() });
    await store.remember(fact('tea is hot'));
    await store.remember(fact('drinks: tea', 'tea'));
    await store.remember(fact('coffee', 'TEA'));
    const found = await contents(store, { text: 'tea' });
    expect(found).toHaveLength(3);
    expect(found[2]).toBe('tea is hot');
  });

  test('counts an access once per answer, shows it, and has it in the file after close only', async () => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    await store.remember(fact('a', 'x'));
    await store.close();
    const second = createMemoryStore({ directory: folder });
    const before = await stat(join(folder, 'memories.json'));
    expect((await second.recall({ tags: ['x'] }))[0]?.accessCount).toBe(1);
    expect((await second.recall({ tags: ['x'] }))[0]?.accessCount).toBe(2);
    expect((await stat(join(folder, 'memories.json'))).mtimeMs).toBe(before.mtimeMs);
    expect(await readdir(folder)).toEqual(['memories.json']);
    expect((await second.remember(fact('a'))).accessCount).toBe(3);
    await second.recall({ tags: ['x'] });
    await second.close();
    expect(await storedIn(folder)).toMatchObject([{ content: 'a', accessCount: 4 }]);
  });

  test('older access counts are written along with the next change', async () => {
    const folder = await newFolder();
    const clock = testClock();
    const store = createMemoryStore({ directory: folder, clock });
    await store.remember(fact('a', 'x'));
    await store.recall({ tags: ['x'] });
    clock.pass(60_000);
    await store.remember(fact('b', 'y'));
    const other = createMemoryStore({ directory: folder, clock });
    expect((await other.recall({ tags: ['x'] }))[0]?.accessCount).toBe(2);
  });
});

describe('finding words', () => {
  test.each<[string, string, string, boolean]>([
    ['wf-063: two characters of a Chinese sentence', '用户下周要去上海出差开会', '出差', true],
    ['one character', '用户下周要去上海出差开会', '海', true],
    ['characters that are not together', '用户下周要去上海出差开会', '海会', false],
    ['a sentence that half matches', '用户喜欢喝绿茶', '我喜欢喝什么茶', true],
    ['another sentence', '用户喜欢喝绿茶', '明天上海天气怎么样', false],
    [
      'wf-064: a long and a short word, both there',
      '服务器 production 的密钥在 保险箱 里',
      'production 密钥',
      true,
    ],
    [
      'wf-064: a long and a short word, one missing',
      '服务器 production 的地址',
      'production 密钥',
      false,
    ],
    ['a Latin word', 'The user prefers green tea', 'TEA', true],
    ['the beginning of a word', 'Her preferences are known', 'prefer', true],
    ['not the middle of a word', 'a good algorithm', 'go', false],
    ['a Latin word inside Chinese', '用docker部署服务', 'docker', true],
    ['an accent in another encoding', 'cafe\u0301 au lait', 'café', true],
    ['full width', 'ＡＢＣ株式会社', 'abc', true],
    ['kana', '明日は東京へ行く', '東京', true],
    ['signs only', 'costs 5 €', '€', true],
    ['signs that are not there', 'costs 5 €', '$', false],
  ])('%s', async (...[, content, text, isFound]) => {
    const store = createMemoryStore({ directory: await newFolder() });
    await store.remember(fact(content));
    expect(await contents(store, { text })).toEqual(isFound ? [content] : []);
  });
});
