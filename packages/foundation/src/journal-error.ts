import { basename, dirname, join } from 'node:path';
import { MiniAgentError } from './errors.ts';
import type { StoreErrorCode } from './errors.ts';

/**
 * What the journal throws. `corrupt`: a file does not hold what it should (it is kept); `read_only`: no permission;
 * `no_space`: disk, quota or file-size limit; `busy`: files kept changing while they were read; `closed`; `invalid_input`.
 */
export class JournalError extends MiniAgentError<StoreErrorCode> {}

const codeOfSystemError: Readonly<Record<string, StoreErrorCode>> = {
  ENOENT: 'not_found',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  EBUSY: 'busy',
  EAGAIN: 'busy',
  EMFILE: 'busy',
  ENFILE: 'busy',
  ENOTDIR: 'invalid_input',
  EISDIR: 'invalid_input',
  EEXIST: 'invalid_input',
  ELOOP: 'invalid_input',
  ENAMETOOLONG: 'invalid_input',
};

const mendOfCode: Readonly<Record<StoreErrorCode, string>> = {
  read_only: 'Give this user write permission for the folder, or choose another folder.',
  no_space: 'Nothing that was there before is lost. Free some space, then try again.',
  busy: 'Try again in a moment.',
  invalid_input: 'Choose a path that is a folder this user may write to.',
  corrupt: 'The device reported an error; check it, then try again.',
  not_found: 'It was removed meanwhile. Check the path, then try again.',
  closed: 'Open it again.',
};

/** The system's error code (`ENOSPC` …), or an empty string. */
export function systemErrorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function isMissing(error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT';
}

/** Folder and file name: enough to find a file, without the path of somebody's home folder. */
export function shortPath(path: string): string {
  return join(basename(dirname(path)), basename(path));
}

/** Turns an error of node:fs into a typed one; a typed one stays as it is. */
export function toJournalError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const system = systemErrorCode(error);
  const code = codeOfSystemError[system] ?? 'corrupt';
  return new JournalError(
    code,
    `Cannot use ${shortPath(path)} (${system === '' ? 'unknown error' : system}). ${mendOfCode[code]}`,
    { cause: error },
  );
}
