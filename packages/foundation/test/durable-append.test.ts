import { appendFile, chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { appendRecord, JournalError, readRecords } from '../src/journal.ts';
import type { Json } from '../src/tool.ts';
import { programsIn } from '@mini-agent/testkit/programs';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const startProcess = programsIn(new URL('./processes/', import.meta.url));

// Processes and disks are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = temporaryFolders();

async function rejection(work: Promise<unknown>): Promise<JournalError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof JournalError)) throw new Error(`no JournalError: ${String(error)}`);
  return error;
}

describe('appendRecord and readRecords', () => {
  test('a missing file has no records', async () => {
    const path = join(await newFolder(), 'none.jsonl');
    expect(await readRecords(path)).toEqual({ records: [], damaged: 0 });
  });

  test('give back what was written, whatever characters it holds', async () => {
    const path = join(await newFolder(), 'deep', 'er', 'journal.jsonl');
    const records: Json[] = [
      { text: 'line\nbreak \u2028 "quoted" 中文 🧪 \ud800' },
      ['list', 1, null, true],
      'text',
      true,
      null,
      {},
    ];
    for (const record of records) await appendRecord(path, record);
    expect(await readRecords(path)).toEqual({ records, damaged: 0 });
  });

  test.skipIf(process.platform === 'win32')('make private folders and files', async () => {
    const folder = join(await newFolder(), 'new');
    await appendRecord(join(folder, 'journal.jsonl'), {});
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'journal.jsonl'))).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')('close a file that others could read', async () => {
    const folder = await newFolder();
    const path = join(folder, 'journal.jsonl');
    await writeFile(path, '', { mode: 0o644 });
    await chmod(path, 0o644);
    await appendRecord(path, {});
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test.each([1, Number.NaN, undefined as unknown as Json])(
    'refuse %s as a record',
    async (value) => {
      const path = join(await newFolder(), 'journal.jsonl');
      expect((await rejection(appendRecord(path, value))).code).toBe('invalid_input');
      expect((await readRecords(path)).records).toEqual([]);
    },
  );

  test('a torn line costs only itself', async () => {
    const path = join(await newFolder(), 'journal.jsonl');
    await appendRecord(path, { n: 1 });
    await appendFile(path, '\n{"n": 2, "text": "cut of');
    expect(await readRecords(path)).toEqual({ records: [{ n: 1 }], damaged: 1 });
    await appendRecord(path, { n: 3 });
    expect(await readRecords(path)).toEqual({ records: [{ n: 1 }, { n: 3 }], damaged: 1 });
  });

  test('a byte order mark, CRLF and a missing last newline are fine', async () => {
    const path = join(await newFolder(), 'journal.jsonl');
    await writeFile(path, '\uFEFF{"n":1}\r\n\r\n{"n":2}');
    expect(await readRecords(path)).toEqual({ records: [{ n: 1 }, { n: 2 }], damaged: 0 });
  });

  test('a path that is a folder is told as such', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'journal.jsonl'));
    const error = await rejection(appendRecord(join(folder, 'journal.jsonl'), {}));
    expect(error.code).toBe('invalid_input');
    expect(error.message).not.toContain(folder);
  });

  test('a record that is acknowledged was not in a file that somebody had already taken away', async () => {
    const path = join(await newFolder(), 'journal.jsonl');
    const seen = new Set<unknown>();
    const take = async (name: string): Promise<void> => {
      for (const record of (await readRecords(name)).records) seen.add((record as { n: number }).n);
    };
    let isWriting = true;
    const write = async (from: number): Promise<void> => {
      for (let n = from; n < from + 150; n += 1) await appendRecord(path, { n });
    };
    const takeAll = async (): Promise<void> => {
      while (isWriting) {
        const isThere = await rename(path, `${path}.taken`).then(
          () => true,
          () => false,
        );
        if (isThere) await take(`${path}.taken`);
        await rm(`${path}.taken`, { force: true });
        await delay(2);
      }
    };
    const taking = takeAll();
    await Promise.all([write(0), write(1000), write(2000)]);
    isWriting = false;
    await taking;
    await take(path);
    expect(seen.size).toBe(450);
  });
});

describe('appendRecord under faults', () => {
  test('after kill -9 every acknowledged record is there', async () => {
    const path = join(await newFolder(), 'journal.jsonl');
    for (const name of ['first', 'second']) {
      const writer = startProcess('append-numbered.ts', { args: [path, name, '1000000'] });
      await writer.untilLines(30);
      writer.kill();
      expect(await writer.ended).toBe('SIGKILL');
      const { records } = await readRecords(path);
      const own = records.filter((record) => (record as { from: string }).from === name);
      const acknowledged = writer.lines.length;
      expect(acknowledged).toBeGreaterThanOrEqual(30);
      expect(own.length).toBeGreaterThanOrEqual(acknowledged);
      expect(own.slice(0, acknowledged)).toEqual(
        Array.from({ length: acknowledged }, (_, n) => ({ from: name, n, text: '一'.repeat(100) })),
      );
    }
  });

  test.skipIf(process.platform === 'win32')(
    'a record that does not fit is refused, the ones before and after it are whole',
    async () => {
      const path = join(await newFolder(), 'journal.jsonl');
      // 8 KiB may be written: the second record fits only in part (a short write), the third fits in what is left at most once.
      const writer = startProcess('append-sized.ts', {
        args: [path, '2000', '9000', '100'],
        fileBlocks: 8,
      });
      expect(await writer.ended, writer.errors()).toBe(0);
      expect(writer.lines).toEqual(['ok', 'no_space', 'no_space']);
      const before = await readRecords(path);
      expect(before.records).toEqual([{ n: 0, text: 'x'.repeat(2000) }]);
      await appendRecord(path, { n: 'after' });
      const after = await readRecords(path);
      expect(after.records).toEqual([...before.records, { n: 'after' }]);
      expect(after.damaged).toBe(1);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a folder of somebody else gives read_only',
    async () => {
      const folder = await newFolder();
      await chmod(folder, 0o555);
      const run = startProcess('read-only-folder.ts', { args: [folder] });
      expect(await run.ended, run.errors()).toBe(0);
      expect(run.lines).toEqual(['read_only', 'read_only', 'ok']);
      await chmod(folder, 0o700);
    },
  );
});
