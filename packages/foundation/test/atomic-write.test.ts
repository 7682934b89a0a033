import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { JournalError, writeFileAtomic } from '../src/journal.ts';
import { programsIn } from '@mini-agent/testkit/programs';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const startProcess = programsIn(new URL('./processes/', import.meta.url));

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();
const run = promisify(execFile);

describe('writeFileAtomic', () => {
  test('replaces the whole text and leaves nothing else behind', async () => {
    const folder = join(await newFolder(), 'made');
    const path = join(folder, 'snapshot.json');
    await writeFileAtomic(path, 'a long first text');
    await writeFileAtomic(path, '二');
    expect(await readFile(path, 'utf8')).toBe('二');
    expect(await readdir(folder)).toEqual(['snapshot.json']);
  });

  test.skipIf(process.platform === 'win32')(
    'makes private folders and files, also of an open file',
    async () => {
      const folder = join(await newFolder(), 'made');
      await writeFileAtomic(join(folder, 'new.json'), '[]');
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, 'new.json'))).mode & 0o777).toBe(0o600);
      await writeFile(join(folder, 'old.json'), '[]', { mode: 0o644 });
      await writeFileAtomic(join(folder, 'old.json'), '[]');
      expect((await stat(join(folder, 'old.json'))).mode & 0o777).toBe(0o600);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a link stays a link to the file that is replaced',
    async () => {
      const folder = await newFolder();
      await writeFile(join(folder, 'real.json'), 'old');
      await symlink(join(folder, 'real.json'), join(folder, 'link.json'));
      await writeFileAtomic(join(folder, 'link.json'), 'new');
      expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true);
      expect(await readFile(join(folder, 'real.json'), 'utf8')).toBe('new');
    },
  );

  test('concurrent writers leave one whole text', async () => {
    const folder = await newFolder();
    const path = join(folder, 'snapshot.json');
    const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(50_000));
    await Promise.all(texts.map((text) => writeFileAtomic(path, text)));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder)).toEqual(['snapshot.json']);
  });

  test('fails with a typed error where a folder has the name', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'snapshot.json', 'inside'), { recursive: true });
    await expect(writeFileAtomic(join(folder, 'snapshot.json'), 'x')).rejects.toBeInstanceOf(
      JournalError,
    );
    expect(await readdir(folder)).toEqual(['snapshot.json']);
  });

  test.skipIf(process.platform === 'win32')(
    'keeps the old file and no temporary one when only a part fits (short write)',
    async () => {
      const folder = await newFolder();
      const path = join(folder, 'snapshot.json');
      await writeFileAtomic(path, 'the good old text');
      const writer = startProcess('replace-file.ts', { args: [path, '60000'], fileBlocks: 8 });
      expect(await writer.ended, writer.errors()).toBe(0);
      expect(writer.lines).toEqual(['no_space']);
      expect(await readFile(path, 'utf8')).toBe('the good old text');
      expect(await readdir(folder)).toEqual(['snapshot.json']);
    },
  );

  test('keeps the old file on a disk that is really full, where one can be mounted', async (context) => {
    const folder = await newFolder();
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
    } catch {
      context.skip(
        'no right to mount a small disk here; the short-write test above covers the same path',
      );
      return;
    }
    try {
      const path = join(folder, 'snapshot.json');
      const old = 'o'.repeat(60_000);
      await writeFileAtomic(path, old);
      await expect(writeFileAtomic(path, 'n'.repeat(400_000))).rejects.toMatchObject({
        code: 'no_space',
      });
      expect(await readFile(path, 'utf8')).toBe(old);
      expect(await readdir(folder)).toEqual(['snapshot.json']);
      await writeFileAtomic(path, 'smaller');
      expect(await readFile(path, 'utf8')).toBe('smaller');
    } finally {
      await run('umount', [folder]);
    }
  });
});
