import { randomUUID } from 'node:crypto';
import { chmod, copyFile, constants, readFile, realpath, stat } from 'node:fs/promises';
import { writeFileAtomic } from '@mini-agent/foundation/journal';
import { MergeError } from './merge-error.ts';

/** A configuration file as it was read. */
export interface ConfigFile {
  /** Undefined = there is none yet. */
  readonly text: string | undefined;
  readonly mode: number | undefined;
}

/** More than any configuration has; a wrong path must not fill the memory. */
const mostBytes = 64 * 1024 * 1024;

/** @throws MergeError where the file is none of text. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  try {
    const about = await stat(path);
    if (!about.isFile()) throw new MergeError({ en: 'it is no file', zh: '它不是文件' });
    if (about.size > mostBytes) throw new MergeError({ en: 'it is too large', zh: '文件过大' });
    const bytes = await readFile(path);
    return { text: decode(bytes), mode: about.mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { text: undefined, mode: undefined };
    throw error;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MergeError({ en: 'it is not written in UTF-8', zh: '它不是 UTF-8 编码' });
  }
}

/**
 * Puts the new text in place of the old one, at once, and keeps a copy of the old file beside it. A link stays a link, and a file keeps
 * who may read it. Resolves with the path of the copy.
 * @throws MergeError where somebody else changed the file since it was read.
 */
export async function replaceConfigFile(
  path: string,
  read: ConfigFile,
  text: string,
): Promise<string | undefined> {
  const now = await readConfigFile(path);
  if (now.text !== read.text) {
    throw new MergeError({
      en: 'it was changed meanwhile; run the command again',
      zh: '它在此期间被修改，请重新运行该命令',
    });
  }
  const backup = read.text === undefined ? undefined : await copyAside(path);
  await writeFileAtomic(path, text);
  if (read.mode !== undefined && process.platform !== 'win32') await chmod(path, read.mode);
  return backup;
}

/** A copy is never put over another one. */
async function copyAside(path: string): Promise<string> {
  const target = await realpath(path);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const backup = `${target}.${time}-${randomUUID().slice(0, 4)}.bak`;
  await copyFile(target, backup, constants.COPYFILE_EXCL);
  return backup;
}
