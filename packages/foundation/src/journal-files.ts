import { chmod, copyFile, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseLines, withoutByteOrderMark } from './durable-file.ts';
import type { ParsedLines } from './durable-file.ts';
import { isMissing, JournalError, shortPath } from './journal-error.ts';

/** The files of one journal: the readable snapshot, the live journal, and sealed ones that wait to be folded in. */
export interface JournalPaths {
  readonly snapshot: string;
  readonly journal: string;
}

/** What is on the disk besides the live journal; two equal marks mean that nothing was compacted or edited between. */
export interface Mark {
  readonly snapshot: string;
  readonly sealed: readonly string[];
}

export function isSameMark(one: Mark, other: Mark): boolean {
  return one.snapshot === other.snapshot && one.sealed.join('/') === other.sealed.join('/');
}

export async function readMark(paths: JournalPaths): Promise<Mark> {
  const [status, sealed] = await Promise.all([statOrMissing(paths.snapshot), listSealed(paths)]);
  const snapshot = status === undefined ? 'none' : `${status.ino}:${status.size}:${status.mtimeNs}`;
  return { snapshot, sealed };
}

async function statOrMissing(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether everything is in the snapshot. */
export async function isFolded(paths: JournalPaths): Promise<boolean> {
  const size = (await statOrMissing(paths.journal))?.size ?? 0n;
  return size === 0n && (await listSealed(paths)).length === 0;
}

function sealedPrefix(paths: JournalPaths): string {
  return `${basename(paths.journal)}.sealed.`;
}

/** Names of sealed journals, oldest first. */
async function listSealed(paths: JournalPaths): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    names = await readdir(dirname(paths.journal));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const prefix = sealedPrefix(paths);
  // What somebody put beside them under a similar name is not ours to fold in and remove.
  return names
    .filter((name) => name.startsWith(prefix) && /^\d+\.\d+$/.test(name.slice(prefix.length)))
    .sort((one, other) => timeOfSealed(one) - timeOfSealed(other) || (one < other ? -1 : 1));
}

function timeOfSealed(name: string): number {
  const [, time = ''] = /\.sealed\.(\d+)\./.exec(name) ?? [];
  return Number(time);
}

/** Moves the live journal aside. The new name sorts behind the older sealed ones even if the clock was set back. */
export async function sealJournal(paths: JournalPaths, now: number): Promise<void> {
  const sealed = await listSealed(paths);
  const last = sealed.reduce((latest, name) => Math.max(latest, timeOfSealed(name)), 0);
  const time = Math.max(now, last + 1);
  try {
    await rename(paths.journal, `${paths.journal}.sealed.${time}.${process.pid}`);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

export async function readSealed(paths: JournalPaths, name: string): Promise<ParsedLines> {
  return parseLines(await readFile(join(dirname(paths.journal), name)));
}

export async function removeSealed(paths: JournalPaths, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(dirname(paths.journal), name), { force: true });
}

/** The live journal from a byte on, with the file it was read from; `file: undefined` when there is none. */
export interface JournalPart {
  readonly file: string | undefined;
  readonly size: number;
  readonly lines: ParsedLines;
}

const nothing: JournalPart = {
  file: undefined,
  size: 0,
  lines: { values: [], damaged: 0, consumed: 0 },
};

export async function readJournalFrom(
  path: string,
  from: { readonly file: string | undefined; readonly offset: number },
): Promise<JournalPart> {
  let handle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return nothing;
    throw error;
  }
  try {
    const status = await handle.stat({ bigint: true });
    const size = Number(status.size);
    // The number alone is given again to a new file once this one was removed.
    const file = `${status.ino}:${status.birthtimeNs}`;
    const offset = file === from.file ? from.offset : 0;
    if (size <= offset) return { file, size, lines: nothing.lines };
    const bytes = Buffer.alloc(size - offset);
    let filled = 0;
    while (filled < bytes.length) {
      const part = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
      if (part.bytesRead === 0) break;
      filled += part.bytesRead;
    }
    return { file, size, lines: parseLines(bytes.subarray(0, filled)) };
  } finally {
    await handle.close();
  }
}

/** The snapshot's JSON; `undefined` without a file or with an empty one, which holds nothing that could be lost. */
export async function readSnapshot(path: string): Promise<unknown> {
  let text: string;
  try {
    text = withoutByteOrderMark(await readFile(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new JournalError('corrupt', `${shortPath(path)} is not valid JSON.`, { cause: error });
  }
}

/** Copies a damaged snapshot beside itself once, so that mending it by hand is safe. Resolves to the copy's name, or undefined. */
export async function keepCopy(path: string): Promise<string | undefined> {
  try {
    const damaged = await readFile(path);
    for (const name of [`${path}.corrupt`, `${path}.corrupt.${(await stat(path)).mtimeMs}`]) {
      const status = await statOrMissing(name);
      if (status !== undefined && !(await readFile(name)).equals(damaged)) continue;
      if (status === undefined) {
        await copyFile(path, name);
        await chmod(name, 0o600);
      }
      return shortPath(name);
    }
    return undefined;
  } catch {
    // A full or read-only disk must not hide the real message; the file itself is kept anyway.
    return undefined;
  }
}
