import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../src/index.ts';
import { contents, fact, rejection, storedIn } from './memory-fixtures.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';
import { testClock } from './test-clock.ts';

const newFolder = temporaryFolders();

describe('the files', () => {
  test('are a plain JSON array with the agreed fields after close', async () => {
    const folder = join(await newFolder(), '.memory');
    const clock = testClock();
    const store = createMemoryStore({ directory: folder, clock, random: () => 0.5 });
    const memory = await store.remember({
      type: 'preference',
      content: '用户喜欢绿茶',
      tags: ['Tea', '偏好'],
    });
    expect(memory).toEqual({
      id: `mem_${clock.now()}_i00000`,
      type: 'preference',
      content: '用户喜欢绿茶',
      tags: ['Tea', '偏好'],
      timestamp: clock.now(),
      accessCount: 0,
    });
    await store.close();
    expect(await storedIn(folder)).toEqual([memory]);
    expect(await readdir(folder)).toEqual(['memories.json']);
  });

  test.skipIf(process.platform === 'win32')('D-090: are private', async () => {
    const folder = join(await newFolder(), '.memory');
    const store = createMemoryStore({ directory: folder });
    await store.remember(fact('a'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'journal.jsonl'))).mode & 0o777).toBe(0o600);
    await store.close();
    expect((await stat(join(folder, 'memories.json'))).mode & 0o777).toBe(0o600);
  });

  test('are not made by looking', async () => {
    const folder = join(await newFolder(), '.memory');
    const store = createMemoryStore({ directory: folder });
    expect(await store.recall({ tags: ['tea'] })).toEqual([]);
    expect(await store.stats()).toMatchObject({ count: 0, path: join(folder, 'memories.json') });
    await store.close();
    expect(await readdir(join(folder, '..'))).toEqual([]);
  });

  test('of an older version and edited by hand are read, and what we do not know is kept', async () => {
    const folder = await newFolder();
    const entries = [
      {
        id: 'mem_1796045343657_opcpfw',
        content: 'no type',
        tags: [],
        timestamp: 1796045343657,
        accessCount: 0,
      },
      {
        id: 'mem_1796045343656_0kpmes',
        type: 'bogus',
        content: 'odd type',
        tags: 'a，b',
        note: 'mine',
      },
      { content: 'only a content' },
      'not a memory',
      { id: 'x', tags: ['a'] },
      null,
      { id: 'mem_2', type: 'task', content: 'no tags', timestamp: 5, accessCount: -3 },
    ];
    await writeFile(join(folder, 'memories.json'), JSON.stringify(entries));
    const store = createMemoryStore({ directory: folder });
    expect(await store.stats()).toMatchObject({ count: 4, skipped: 3, tags: 2 });
    expect((await store.recall({ tags: ['B'] }))[0]).toMatchObject({
      id: 'mem_1796045343656_0kpmes',
      type: 'fact',
      timestamp: 1796045343656,
      tags: ['a', 'b'],
    });
    await store.remember(fact('new'));
    await store.close();
    const after = await storedIn(folder);
    expect(after).toHaveLength(8);
    expect(after).toEqual(expect.arrayContaining(['not a memory', null, { id: 'x', tags: ['a'] }]));
    expect(after).toContainEqual(expect.objectContaining({ content: 'odd type', note: 'mine' }));
    const again = createMemoryStore({ directory: folder });
    const [found] = await again.recall({ text: 'only a content' });
    expect(after).toContainEqual(
      expect.objectContaining({ content: 'only a content', id: found?.id }),
    );
  });

  test('are read again when a person edits them', async () => {
    const folder = await newFolder();
    const store = createMemoryStore({ directory: folder });
    await store.remember(fact('journalled', 'x'));
    await store.recall({ tags: ['x'] });
    const path = join(folder, 'memories.json');
    await writeFile(
      path,
      JSON.stringify([{ id: 'mem_1_a', type: 'fact', content: 'first', tags: ['x'] }]),
    );
    expect([...(await contents(store, { tags: ['x'] }))].sort()).toEqual(['first', 'journalled']);
    await writeFile(
      path,
      JSON.stringify([{ id: 'mem_1_a', type: 'fact', content: 'other', tags: ['x'] }]),
    );
    await utimes(path, 7, 7);
    expect([...(await contents(store, { tags: ['x'] }))].sort()).toEqual(['journalled', 'other']);
    await store.close();
    expect(await storedIn(folder)).toHaveLength(2);
  });

  test('D-083: a recall never destroys a damaged file; a byte order mark is no damage', async () => {
    const folder = await newFolder();
    const path = join(folder, 'memories.json');
    const whole = JSON.stringify([{ id: 'mem_1_a', type: 'fact', content: 'tea', tags: ['t'] }]);
    await writeFile(path, whole.slice(0, 40));
    const store = createMemoryStore({ directory: folder });
    const error = await rejection(store.recall({ tags: ['t'] }));
    expect(error.code).toBe('corrupt');
    expect(error.message).toContain('memories.json.corrupt');
    expect(await readFile(path, 'utf8')).toBe(whole.slice(0, 40));
    expect(await readFile(`${path}.corrupt`, 'utf8')).toBe(whole.slice(0, 40));
    await writeFile(path, `\uFEFF${whole}`);
    expect(await contents(store, { tags: ['t'] })).toEqual(['tea']);
    await store.close();
    expect(await storedIn(folder)).toMatchObject([{ id: 'mem_1_a', content: 'tea', tags: ['t'] }]);
  });

  test('D-084: remember refuses a damaged file and leaves it alone', async () => {
    const folder = await newFolder();
    const path = join(folder, 'memories.json');
    await writeFile(path, '[{"id": "mem_1_a", ');
    const store = createMemoryStore({ directory: folder });
    expect((await rejection(store.remember(fact('new')))).code).toBe('corrupt');
    await store.close();
    expect(await readFile(path, 'utf8')).toBe('[{"id": "mem_1_a", ');
  });

  test.each(['{}', 'null', '"text"', '5', '{"memories": []}'])(
    'D-085: %s instead of an array is a clear error',
    async (text) => {
      const folder = await newFolder();
      await writeFile(join(folder, 'memories.json'), text);
      const error = await rejection(
        createMemoryStore({ directory: folder }).recall({ tags: ['t'] }),
      );
      expect(error.code).toBe('corrupt');
      expect(error.message).toContain('must be a JSON array');
    },
  );

  test('D-085: an entry without tags is found by its text', async () => {
    const folder = await newFolder();
    await writeFile(
      join(folder, 'memories.json'),
      '[{"id":"mem_1_a","type":"fact","content":"green tea"}]',
    );
    expect(await contents(createMemoryStore({ directory: folder }), { text: 'tea' })).toEqual([
      'green tea',
    ]);
  });
});
