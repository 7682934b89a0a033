import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appendRecord, withExclusiveName, writeFileAtomic } from '../src/journal.ts';
import type { Json } from '../src/tool.ts';
import { openNumbers } from './processes/numbers-journal.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const newFolder = temporaryFolders();

async function numbersIn(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'numbers.json'), 'utf8'));
}

describe('a folder that is removed', () => {
  test('is made again by the append that it hits', async () => {
    const folder = join(await newFolder(), 'store');
    const path = join(folder, 'journal.jsonl');
    for (let n = 0; n < 60; n += 1) {
      await Promise.all([
        appendRecord(path, { n }),
        rm(folder, { recursive: true, force: true, maxRetries: 3 }),
      ]);
    }
  });

  test('takes the records with it, also from a journal that has read them', async () => {
    const folder = join(await newFolder(), 'store');
    const journal = openNumbers(folder);
    const other = openNumbers(folder);
    await journal.append({ from: 'old', n: 1 });
    expect(await journal.load()).toEqual(new Set(['old:1']));
    await rm(folder, { recursive: true });
    // The file system may give the new file the number of the old one.
    await other.append({ from: 'new', n: 1 });
    await other.append({ from: 'new', n: 2 });
    expect(await journal.load()).toEqual(new Set(['new:1', 'new:2']));
    await journal.close();
    expect(await numbersIn(folder)).toEqual(['new:1', 'new:2']);
  });
});

describe('files of others', () => {
  test('a link to a file that is not there yet stays a link', async () => {
    const folder = await newFolder();
    const path = join(folder, 'numbers.json');
    const target = join(folder, 'elsewhere', 'real.json');
    await symlink(join('elsewhere', 'real.json'), path);
    await writeFileAtomic(path, '[]');
    expect(await readlink(path)).toBe(join('elsewhere', 'real.json'));
    expect(await readFile(target, 'utf8')).toBe('[]');
  });

  test('names like those of sealed journals are neither read nor removed', async () => {
    const folder = await newFolder();
    const copies = ['journal.jsonl.sealed.5.7.bak', 'journal.jsonl.sealed.copy'];
    for (const name of copies) await appendFile(join(folder, name), '{"from":"old","n":1}\n');
    const journal = openNumbers(folder);
    await journal.append({ from: 'a', n: 1 });
    expect(await journal.load()).toEqual(new Set(['a:1']));
    await journal.close();
    expect((await readdir(folder)).sort()).toEqual([...copies, 'numbers.json'].sort());
  });

  test.skipIf(process.platform === 'win32')(
    'a snapshot that others may read is private from the first append on',
    async () => {
      const folder = await newFolder();
      const path = join(folder, 'numbers.json');
      await writeFile(path, '[]');
      await chmod(path, 0o644);
      const journal = openNumbers(folder);
      await journal.load();
      expect((await stat(path)).mode & 0o777).toBe(0o644);
      await journal.append({ from: 'a', n: 1 });
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    },
  );
});

describe('records', () => {
  test('that are no JSON are refused, and the journal goes on', async () => {
    const folder = await newFolder();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const journal = openNumbers(folder);
    for (const record of [circle, { n: 1n }, undefined, () => 1, 5]) {
      await expect(journal.append(record as Json)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(appendRecord(join(folder, 'x'), record as Json)).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
    await journal.append({ from: 'a', n: 1 });
    expect(await journal.load()).toEqual(new Set(['a:1']));
  });

  test('of a megabyte and of none of the usual characters come back as they were', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder);
    const text = '一\u0000\n\u2028\uD83D\uDE00"\\'.repeat(100_000);
    await Promise.all([
      journal.append({ from: text, n: 1 }),
      journal.append({ from: '__proto__', n: 2 }),
    ]);
    expect(await openNumbers(folder).load()).toEqual(new Set([`${text}:1`, '__proto__:2']));
  });
});

describe('close', () => {
  test('waits for everything that was begun, at every call', async () => {
    const folder = await newFolder();
    const journal = openNumbers(folder);
    const appends = Array.from({ length: 20 }, (_, n) => journal.append({ from: 'a', n }));
    const first = journal.close();
    await journal.close();
    expect(await numbersIn(folder)).toHaveLength(20);
    await Promise.all([first, ...appends]);
  });

  test('ends and loses nothing while a process that hangs holds the name for compactions', async () => {
    const folder = await newFolder();
    await mkdir(folder, { recursive: true });
    const name = join(await realpath(folder), 'journal.jsonl');
    const held = await withExclusiveName(
      name,
      async () => {
        const journal = openNumbers(folder, { compactWaitMs: 40 });
        await journal.append({ from: 'a', n: 1 });
        expect(await journal.compact()).toBe(false);
        await journal.close();
        expect(await openNumbers(folder).load()).toEqual(new Set(['a:1']));
      },
      { waitMs: 0 },
    );
    expect(held.held).toBe(true);
    await openNumbers(folder).close();
    expect(await numbersIn(folder)).toEqual(['a:1']);
  });
});
