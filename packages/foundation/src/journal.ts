import { appendLines, parseLines, replaceFile } from './durable-file.ts';
import { readFile } from 'node:fs/promises';
import { isMissing, toJournalError } from './journal-error.ts';
import { recordToLine } from './record-line.ts';
import type { Json } from './tool.ts';

export { JournalError } from './journal-error.ts';
export { withExclusiveName } from './exclusive-name.ts';
export type { ExclusiveNameOptions, ExclusiveResult } from './exclusive-name.ts';
export { createJournal } from './snapshot-journal.ts';
export type { Journal, JournalOptions } from './journal-interface.ts';

/**
 * Appends one record to a file of JSON lines (mode 0600; the folder is made when missing). Resolves when the record is
 * on the disk. Several processes may append to one file, also while another one renames it away.
 * @throws JournalError `no_space`, `read_only`, `busy`, `invalid_input`; the records before it stay readable.
 */
export async function appendRecord(path: string, record: Json): Promise<void> {
  await appendLines(path, [recordToLine(record)]);
}

/** All whole records of a file; a missing file has none. `damaged` counts lines that are not JSON, such as a torn last one. */
export async function readRecords(
  path: string,
): Promise<{ records: readonly Json[]; damaged: number }> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isMissing(error)) return { records: [], damaged: 0 };
    throw toJournalError(error, path);
  }
  const { values, damaged, consumed } = parseLines(bytes);
  return {
    records: values as readonly Json[],
    damaged: damaged + (consumed < bytes.length ? 1 : 0),
  };
}

/**
 * Replaces a file as a whole (mode 0600; the folder is made when missing). Resolves when file and folder are on the disk.
 * @throws JournalError `no_space`, `read_only`, `invalid_input`; the old file is then still there, unchanged.
 */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  await replaceFile(path, text);
}
