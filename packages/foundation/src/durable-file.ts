import { randomUUID } from 'node:crypto';
import {
  chmod,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  isMissing,
  JournalError,
  shortPath,
  systemErrorCode,
  toJournalError,
} from './journal-error.ts';

const fileMode = 0o600;
const folderMode = 0o700;
const newline = 0x0a;

/** How often an append is repeated because the file was renamed under it; compactions are seconds apart. */
const mostAppends = 100;

/** Virus scanners on Windows hold a new file for some milliseconds and make a rename fail. */
const renameWaitsMs: readonly number[] = [10, 30, 100, 300];

/** Creates the folder and its missing parents with mode 0700; an existing folder keeps its mode. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: folderMode });
}

/** Makes the entries of a folder durable. Windows cannot open folders and needs no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network and user-space file systems cannot sync folders; they keep entries durable by themselves or not at all.
    if (!/^(?:EINVAL|ENOTSUP|ENOSYS)$/.test(systemErrorCode(error))) throw error;
  } finally {
    await handle.close();
  }
}

async function openForAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'a', fileMode);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(path));
    return await open(path, 'a', fileMode);
  }
}

/**
 * Several processes append to one file, so the rest of a short write cannot simply follow: the whole is written again.
 * The leading newline of each record closes the torn line, which readers skip.
 */
async function writeInOnePiece(handle: FileHandle, bytes: Buffer, path: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten === bytes.length) return;
  }
  throw new JournalError(
    'no_space',
    `Only a part of a record fitted into ${shortPath(path)}. Free some space, then try again.`,
  );
}

async function isStillAt(path: string, inode: bigint): Promise<boolean> {
  try {
    return (await stat(path, { bigint: true })).ino === inode;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Appends to what `path` names now; false when the file was renamed meanwhile and somebody may already have read it. */
async function appendOnce(path: string, bytes: Buffer): Promise<boolean> {
  const handle = await openForAppend(path);
  try {
    const before = await handle.stat({ bigint: true });
    if (process.platform !== 'win32' && (before.mode & 0o077n) !== 0n) await handle.chmod(fileMode);
    await writeInOnePiece(handle, bytes, path);
    await handle.datasync();
    if (before.size === 0n) await syncFolder(dirname(path));
    return await isStillAt(path, before.ino);
  } finally {
    await handle.close();
  }
}

/** Appends whole lines durably: on the disk, and in the file that `path` names, when it resolves. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const bytes = Buffer.from(lines.map((line) => `\n${line}\n`).join(''));
  for (let attempt = 1; attempt <= mostAppends; attempt += 1) {
    try {
      if (await appendOnce(path, bytes)) return;
    } catch (error) {
      // Somebody removed the folder in this moment: it is made again.
      if (!isMissing(error) || attempt === mostAppends) throw toJournalError(error, path);
    }
  }
  throw new JournalError('busy', `${shortPath(path)} is renamed all the time. Try again.`);
}

/** Parsed lines of a part of a file, and how many bytes of it are done with (a torn last line is not). */
export interface ParsedLines {
  readonly values: readonly unknown[];
  readonly damaged: number;
  readonly consumed: number;
}

/** Cuts bytes into JSON lines. A last line without newline counts when it is whole, else it is left for the next read. */
export function parseLines(bytes: Buffer): ParsedLines {
  const values: unknown[] = [];
  let damaged = 0;
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    const text = withoutByteOrderMark(bytes.toString('utf8', start, end)).trim();
    const value = text === '' ? undefined : parseJson(text);
    if (value !== undefined) values.push(value.json);
    else if (text !== '' && found === -1) return { values, damaged, consumed: start };
    else if (text !== '') damaged += 1;
    start = end + 1;
  }
  return { values, damaged, consumed: bytes.length };
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
    if (bytesWritten === 0) throw Object.assign(new Error('nothing written'), { code: 'ENOSPC' });
    done += bytesWritten;
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (const wait of renameWaitsMs) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const retry =
        process.platform === 'win32' && /^(?:EPERM|EACCES|EBUSY)$/.test(systemErrorCode(error));
      if (!retry) throw error;
      await delay(wait);
    }
  }
  await rename(from, to);
}

/** A link stays a link: what it points to is replaced, or made if it is not there yet. */
async function resolveLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : await resolveLink(resolve(dirname(path), link));
}

/** Takes away what others may do with a file; a file that is missing or belongs to somebody else stays as it is. */
export async function makePrivate(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, fileMode);
  } catch {
    // What we write ourselves is private in any case.
  }
}

/**
 * Replaces a file as a whole: readers and a crash at any moment see the old or the new text, never a part.
 * `isStillWanted` is asked last, before the new text takes the old one's place; false leaves everything as it was.
 */
export async function replaceFile(
  path: string,
  text: string,
  isStillWanted: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  let temporary: string | undefined;
  try {
    const target = await resolveLink(path);
    await makeFolder(dirname(target));
    temporary = `${target}.${randomUUID()}.tmp`;
    const handle = await open(temporary, 'wx', fileMode);
    try {
      await writeAll(handle, Buffer.from(text));
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await isStillWanted())) return false;
    await renameOver(temporary, target);
    temporary = undefined;
    await syncFolder(dirname(target));
    return true;
  } catch (error) {
    throw toJournalError(error, path);
  } finally {
    if (temporary !== undefined) await rm(temporary, { force: true });
  }
}

/** Removes what a killed writer of `path` left behind; call it only where nobody else can be writing. */
export async function removeLeftovers(path: string): Promise<void> {
  const target = await resolveLink(path);
  const prefix = `${basename(target)}.`;
  for (const name of await namesIn(dirname(target))) {
    if (name.startsWith(prefix) && name.endsWith('.tmp')) {
      await rm(join(dirname(target), name), { force: true });
    }
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
