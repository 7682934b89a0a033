import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  copyFile,
  readFile,
  realpath,
  rm,
  stat,
} from 'node:fs/promises';
import { writeFileAtomic } from '@mini-agent/foundation/journal';
import { fileFault } from '../../config/file-fault.ts';
import { MergeError } from './merge-error.ts';

/** A configuration file as it was read. */
export interface ConfigFile {
  /** Undefined = there is none yet. */
  readonly text: string | undefined;
  /** Whose it is and who may use it. */
  readonly rights?: { readonly mode: number; readonly user: number; readonly group: number };
  /** Somebody took away the right to write it, be it only from themselves. */
  readonly isReadOnly: boolean;
}

/** More than any configuration has; a wrong path must not fill the memory. */
const mostBytes = 64 * 1024 * 1024;

/** @throws MergeError where the file is none of text, or cannot be read. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  try {
    const about = await stat(path);
    if (!about.isFile()) throw new MergeError({ en: 'it is no file', zh: '它不是文件' });
    if (about.size > mostBytes) throw new MergeError({ en: 'it is too large', zh: '文件过大' });
    const { mode, uid: user, gid: group } = about;
    return {
      text: decode(await readFile(path)),
      rights: { mode: mode & 0o777, user, group },
      isReadOnly: (mode & 0o222) === 0 || !(await mayWrite(path)),
    };
  } catch (error) {
    if (error instanceof MergeError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { text: undefined, isReadOnly: false };
    }
    throw unusable(error, path, 'read');
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MergeError({ en: 'it is not written in UTF-8', zh: '它不是 UTF-8 编码' });
  }
}

function mayWrite(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

function unusable(error: unknown, path: string, use: 'read' | 'write'): MergeError {
  const { what, mend } = fileFault(error, path, use);
  return new MergeError({
    en: `it ${what.en}. ${mend.en.replace(/\.$/, '')}`,
    zh: `该文件${what.zh}。${mend.zh.replace(/。$/, '')}`,
  });
}

/** Whoever made a file read-only, or the program that manages it, does not want it changed. */
export function refuseReadOnly({ isReadOnly }: ConfigFile): void {
  if (!isReadOnly) return;
  throw new MergeError({
    en: 'it is read-only. Make it writable and run the command again, or change it with the program that manages it',
    zh: '它是只读文件。请改为可写后重新运行该命令，或通过管理该文件的程序修改',
  });
}

/**
 * Puts the new text in place of the old one, at once, and keeps a copy of the old file beside it. A link stays a link, and a file keeps
 * its owner, where the system allows, and who may use it. Resolves with the path of the copy. After a refusal all is as it was.
 * @throws MergeError where the file is read-only, cannot be written, or was changed by somebody else since it was read.
 */
export async function replaceConfigFile(
  path: string,
  read: ConfigFile,
  text: string,
): Promise<string | undefined> {
  let backup: string | undefined;
  try {
    refuseReadOnly(read);
    backup = read.text === undefined ? undefined : await copyAside(path);
    await refuseChanged(path, read);
    await writeFileAtomic(path, text);
  } catch (error) {
    if (backup !== undefined) await rm(backup, { force: true });
    throw error instanceof MergeError ? error : unusable(error, path, 'write');
  }
  for (const file of [path, backup]) if (file !== undefined) await restoreRights(file, read);
  return backup;
}

/** Asked last, so that as little as possible can happen between the look and the writing. */
async function refuseChanged(path: string, read: ConfigFile): Promise<void> {
  const now = await readConfigFile(path);
  refuseReadOnly(now);
  if (now.text === read.text) return;
  throw new MergeError({
    en: 'it was changed meanwhile; run the command again',
    zh: '它在此期间被修改，请重新运行该命令',
  });
}

/** A copy is never put over another one. */
async function copyAside(path: string): Promise<string> {
  const target = await realpath(path);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const backup = `${target}.${time}-${randomUUID().slice(0, 4)}.bak`;
  await copyFile(target, backup, constants.COPYFILE_EXCL);
  return backup;
}

/** Only an administrator may give a file away, and others only to a group of theirs: whoever else writes it becomes its owner. */
async function restoreRights(path: string, { rights }: ConfigFile): Promise<void> {
  if (rights === undefined || process.platform === 'win32') return;
  const { user, group } = rights;
  const asItIs = -1;
  await chown(path, user, group)
    .catch(() => chown(path, asItIs, group))
    .catch(() => undefined);
  await chmod(path, rights.mode);
}
