import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../src/index.ts';
import { storedIn } from './memory-fixtures.ts';
import { programsIn } from '@mini-agent/testkit/programs';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const startProcess = programsIn(new URL('./processes/', import.meta.url));

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();

describe('faults', () => {
  test('D-082, wf-058: two processes with 200 each make 400', async () => {
    const folder = await newFolder();
    const writers = ['a', 'b'].map((name) =>
      startProcess('remember-many.ts', { args: [folder, name, '200'] }),
    );
    const codes = await Promise.all(writers.map((writer) => writer.ended));
    expect(codes, writers.map((writer) => writer.errors()).join('')).toEqual([0, 0]);
    const stored = await storedIn(folder);
    expect(stored).toHaveLength(400);
    expect(new Set(stored.map((entry) => (entry as { id: string }).id)).size).toBe(400);
  });

  test('two processes that remember the same text count each time once', async () => {
    const folder = await newFolder();
    const writers = ['a', 'b'].map((name) =>
      startProcess('remember-many.ts', { args: [folder, name, '30', 'same'] }),
    );
    const codes = await Promise.all(writers.map((writer) => writer.ended));
    expect(codes, writers.map((writer) => writer.errors()).join('')).toEqual([0, 0]);
    await createMemoryStore({ directory: folder }).close();
    expect(await storedIn(folder)).toMatchObject([{ content: 'the same text', accessCount: 59 }]);
  });

  test('after kill -9 every acknowledged memory is found', async () => {
    const folder = await newFolder();
    const writer = startProcess('remember-many.ts', { args: [folder, 'a', '100000'] });
    await writer.untilLines(20);
    writer.kill();
    await writer.ended;
    const store = createMemoryStore({ directory: folder });
    expect((await store.stats()).count).toBeGreaterThanOrEqual(writer.lines.length);
    await store.close();
    expect((await storedIn(folder)).length).toBeGreaterThanOrEqual(writer.lines.length);
  });

  test.skipIf(process.platform === 'win32')(
    'wf-071: a change that does not fit leaves the old version, and recall goes on',
    async () => {
      const folder = await newFolder();
      const run = startProcess('small-files.ts', { args: [folder], fileBlocks: 8 });
      expect(await run.ended, run.errors()).toBe(0);
      expect(run.lines).toEqual(['no_space', 'no_space', 'recalled 1']);
      const store = createMemoryStore({ directory: folder });
      expect(await store.recall({ tags: ['small'] })).toMatchObject([
        { content: 'fits', accessCount: 1 },
      ]);
      await store.close();
      expect(await storedIn(folder)).toHaveLength(1);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a read-only folder can be recalled from, and closed',
    async () => {
      const folder = join(await newFolder(), '.memory');
      await mkdir(folder);
      await chmod(join(folder, '..'), 0o755);
      await writeFile(
        join(folder, 'memories.json'),
        '[{"id":"mem_1_a","content":"green","tags":["tea"]}]',
      );
      await chmod(folder, 0o555);
      const run = startProcess('read-only-store.ts', { args: [folder] });
      expect(await run.ended, run.errors()).toBe(0);
      expect(run.lines).toEqual(['recalled 1', 'read_only', 'listed 0', 'closed', 'closed']);
      await chmod(folder, 0o700);
    },
  );
});
