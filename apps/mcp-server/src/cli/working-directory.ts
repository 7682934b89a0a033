import { parse } from 'node:path';

/** The working directory, or the root of the file system where the one of this process was removed meanwhile. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return parse(process.execPath).root;
  }
}
