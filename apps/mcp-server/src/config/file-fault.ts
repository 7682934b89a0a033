import { lstatSync } from 'node:fs';
import type { Pair } from '../messages.ts';

/** Why a file cannot be used. */
export interface FileFault {
  readonly path: string;
  /** What is wrong, as the rest of a sentence that begins with the file. */
  readonly what: Pair;
  /** What to do about it, as a sentence. */
  readonly mend: Pair;
}

type Reason = Pick<FileFault, 'what' | 'mend'>;

const missing: Reason = {
  what: { en: 'is not there', zh: '不存在' },
  mend: { en: 'Correct the path, or make the file.', zh: '请更正路径，或创建该文件。' },
};

const danglingLink: Reason = {
  what: { en: 'is a link to something that is not there', zh: '是指向不存在目标的链接' },
  mend: {
    en: 'Remove the link, or make what it leads to.',
    zh: '请删除该链接，或创建其目标。',
  },
};

const linkLoop: Reason = {
  what: { en: 'is a link that leads back to itself', zh: '是循环链接' },
  mend: {
    en: 'Remove the link, or let it lead to a file.',
    zh: '请删除该链接，或让它指向一个文件。',
  },
};

const folder: Reason = {
  what: { en: 'is a folder, not a file', zh: '是文件夹而不是文件' },
  mend: {
    en: 'Rename the folder or move it away, or name a file.',
    zh: '请重命名或移走该文件夹，或改为指定一个文件。',
  },
};

const notBelow: Reason = {
  what: {
    en: 'lies in something that is no folder',
    zh: '的上级路径不是文件夹',
  },
  mend: { en: 'Correct the path.', zh: '请更正路径。' },
};

const notReadable: Reason = {
  what: { en: 'may not be read by this user', zh: '当前用户无权读取' },
  mend: {
    en: 'Give this user the right to read it and to enter its folders.',
    zh: '请授予当前用户读取该文件和进入其所在文件夹的权限。',
  },
};

const notWritable: Reason = {
  what: {
    en: 'or its folder may not be written by this user',
    zh: '或其所在文件夹当前用户无权写入',
  },
  mend: {
    en: 'Give this user the right to write both.',
    zh: '请授予当前用户对二者的写权限。',
  },
};

const fullDisk: Reason = {
  what: { en: 'does not fit on the disk or into the quota', zh: '超出了磁盘空间或配额' },
  mend: { en: 'Free some space, then try again.', zh: '请释放空间后重试。' },
};

const readOnlySystem: Reason = {
  what: { en: 'lies on a file system that is read-only', zh: '位于只读文件系统' },
  mend: {
    en: 'Make the file system writable, or use another place.',
    zh: '请使该文件系统可写，或改用其他位置。',
  },
};

const reasons: Readonly<Record<string, Reason>> = {
  ENOENT: missing,
  ELOOP: linkLoop,
  EISDIR: folder,
  ENOTDIR: notBelow,
  EACCES: notReadable,
  EPERM: notReadable,
  EROFS: readOnlySystem,
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
};

const forbidden: readonly string[] = ['EACCES', 'EPERM'];

/**
 * What an error of the file system means for who looks at the file. The error of another layer may be around it. "Missing" is said only
 * of what is not there.
 */
export function fileFault(error: unknown, path: string, use: 'read' | 'write' = 'read'): FileFault {
  const code = codeOf(error);
  if (use === 'write' && forbidden.includes(code)) return { path, ...notWritable };
  const reason = code === 'ENOENT' && isLink(path) ? danglingLink : reasons[code];
  return { path, ...(reason ?? unknownReason(code, use)) };
}

/** The whole of it in English, for the log. */
export function faultSentence({ path, what, mend }: FileFault): string {
  return `${path} ${what.en}. ${mend.en}`;
}

function unknownReason(code: string, use: 'read' | 'write'): Reason {
  const shown = code === '' ? '' : ` (${code})`;
  return {
    what:
      use === 'read'
        ? { en: `cannot be read${shown}`, zh: `无法读取${shown}` }
        : { en: `cannot be written${shown}`, zh: `无法写入${shown}` },
    mend: {
      en: 'Check the disk and the permissions, then try again.',
      zh: '请检查磁盘和权限后重试。',
    },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (/^E[A-Z]/.test(String((error as NodeJS.ErrnoException).code))) {
    return String((error as NodeJS.ErrnoException).code);
  }
  return codeOf(error.cause);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
