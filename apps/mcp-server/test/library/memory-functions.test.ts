import { existsSync, readFileSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';
import { freshLibrary } from './library.ts';
import { runSource } from './run-source.ts';

function memoriesFile(home: string): string {
  return join(home, '.memory', 'memories.json');
}

function writeMemories(home: string, text: string): void {
  mkdirSync(join(home, '.memory'), { recursive: true });
  writeFileSync(memoriesFile(home), text);
}

const stored = JSON.stringify([
  { id: 'mem_1_aaaaaa', type: 'fact', content: 'kept', tags: ['a'], timestamp: 1, accessCount: 0 },
]);

describe('memory functions', () => {
  test('remember, recall, searchMemories and getMemoryStats work on one store in the home', async () => {
    const { home, end } = freshLibrary();
    const { getMemoryStats, recall, remember, searchMemories } =
      await import('mini-agent-mcp/memory');
    const memory = await remember({ type: 'fact', content: 'Tea is at four', tags: ['tea'] });
    expect(memory.id).toMatch(/^mem_\d+_\w+$/);
    expect(await recall({ tags: ['tea'] })).toMatchObject([{ id: memory.id, accessCount: 1 }]);
    expect(await searchMemories('four')).toMatchObject([{ id: memory.id }]);
    expect(await searchMemories({ keyword: 'four', limit: 1 })).toHaveLength(1);
    expect(await getMemoryStats()).toMatchObject({ count: 1, path: memoriesFile(home) });
    await end();
    // Mode bits are POSIX only.
    expect(statSync(memoriesFile(home)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(memoriesFile(home), 'utf8'))).toMatchObject([
      { id: memory.id, content: 'Tea is at four' },
    ]);
  });

  test('D-082: two programs at once lose nothing, and leave all of it in the readable file', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, '.env'), '');
    const fill = (name: string): Promise<unknown> =>
      runSource(
        `import { remember } from 'mini-agent-mcp/memory';
        const one = (index) => remember({ type: 'fact', content: '${name} ' + index, tags: ['t'] });
        await Promise.all(Array.from({ length: 100 }, (_, index) => one(index)));`,
        { MINI_AGENT_HOME: home },
      );
    await Promise.all([fill('one'), fill('two')]);
    const memories = JSON.parse(readFileSync(memoriesFile(home), 'utf8')) as { content: string }[];
    expect(new Set(memories.map(({ content }) => content)).size).toBe(200);
  }, 30_000);

  test('D-090: the store lies in the home, not in the package', async () => {
    const { home } = freshLibrary();
    const { remember } = await import('mini-agent-mcp/memory');
    const before = readdirSync(new URL('../..', import.meta.url));
    await remember({ type: 'fact', content: 'x' });
    expect(existsSync(join(home, '.memory'))).toBe(true);
    expect(readdirSync(new URL('../..', import.meta.url))).toEqual(before);
  });

  test.each([['truncated', stored.slice(0, -5)]])(
    'D-083: a %s file is an error for recall; it is kept, with a copy',
    async (_, text) => {
      const { home } = freshLibrary();
      writeMemories(home, text);
      const { recall } = await import('mini-agent-mcp/memory');
      await expect(recall({ tags: ['a'] })).rejects.toMatchObject({ code: 'corrupt' });
      expect(readFileSync(memoriesFile(home), 'utf8')).toBe(text);
      const copies = readdirSync(join(home, '.memory')).filter((name) => name.includes('.corrupt'));
      expect(copies).toHaveLength(1);
    },
  );

  test('D-083: a byte order mark is no damage', async () => {
    const { home } = freshLibrary();
    writeMemories(home, `\uFEFF${stored}`);
    const { recall } = await import('mini-agent-mcp/memory');
    expect(await recall({ tags: ['a'] })).toMatchObject([{ content: 'kept' }]);
  });

  test('D-084: remember does not replace a damaged file', async () => {
    const { home } = freshLibrary();
    writeMemories(home, '[{"id":');
    const { remember } = await import('mini-agent-mcp/memory');
    await expect(remember({ type: 'fact', content: 'new' })).rejects.toMatchObject({
      code: 'corrupt',
    });
    expect(readFileSync(memoriesFile(home), 'utf8')).toBe('[{"id":');
  });

  test.each(['{}', 'null'])('D-085: %s is no list of memories', async (text) => {
    const { home } = freshLibrary();
    writeMemories(home, text);
    const { getMemoryStats } = await import('mini-agent-mcp/memory');
    await expect(getMemoryStats()).rejects.toMatchObject({ code: 'corrupt' });
  });

  test('D-085: an entry without tags does not disturb the others', async () => {
    const { home } = freshLibrary();
    const bare = { id: 'mem_2_bbbbbb', type: 'fact', content: 'bare', timestamp: 2 };
    writeMemories(home, JSON.stringify([bare, ...(JSON.parse(stored) as unknown[])]));
    const { recall } = await import('mini-agent-mcp/memory');
    expect(await recall({ tags: ['a'] })).toMatchObject([{ content: 'kept' }]);
  });

  test('D-086: the newest of ten can be recalled although the older ones were', async () => {
    freshLibrary();
    const { recall, remember } = await import('mini-agent-mcp/memory');
    for (let index = 0; index < 10; index += 1) {
      await remember({ type: 'fact', content: `m${index}`, tags: ['same'] });
    }
    for (let round = 0; round < 3; round += 1) {
      const found = await recall({ tags: ['same'], limit: 5 });
      expect(found).toHaveLength(5);
      expect(found.map(({ content }) => content)).toContain('m9');
    }
  });

  test('D-088, T-mem-288: limits below one', async () => {
    freshLibrary();
    const { recall, remember, searchMemories } = await import('mini-agent-mcp/memory');
    await remember({ type: 'fact', content: 'x marks the spot', tags: ['x'] });
    await expect(recall({ tags: ['x'], limit: -1 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await searchMemories({ keyword: 'x', limit: 0 })).toEqual([]);
    expect(await searchMemories('x', 0)).toEqual([]);
    await expect(searchMemories('x', -1)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('D-089: tags match whatever their case, width and comma', async () => {
    freshLibrary();
    const { recall, remember } = await import('mini-agent-mcp/memory');
    await remember({ type: 'preference', content: '用户喜欢喝绿茶', tags: ['Tea，偏好'] });
    for (const tag of ['tea', 'ＴＥＡ', '偏好', 'x、tea']) {
      expect(await recall({ tags: [tag] }), tag).toHaveLength(1);
    }
  });

  test.each([[''], ['  '], [{ keyword: '' }], [{}], [undefined], [null], [5]])(
    'T-mem-287: an empty or missing keyword is an error: %j',
    async (search) => {
      freshLibrary();
      const { searchMemories } = await import('mini-agent-mcp/memory');
      await expect(searchMemories(search as string)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/required.*empty/) as string,
      });
    },
  );

  test('wrong fields are named', async () => {
    freshLibrary();
    const { recall, remember } = await import('mini-agent-mcp/memory');
    await expect(remember({ content: 'x' } as never)).rejects.toThrow(/^type is required/);
    await expect(remember({ type: 'bogus', content: 'x' } as never)).rejects.toThrow(/^type/);
    await expect(recall({})).rejects.toThrow(/^tags or text is required/);
    await expect(recall(undefined as never)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
