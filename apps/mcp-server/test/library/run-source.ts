import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** The folder of this package. */
export const packageFolder: string = fileURLToPath(new URL('../..', import.meta.url));

/** Flags with which Node runs TypeScript, and finds the packages' sources. */
export const sourceFlags: readonly string[] = [
  '--import',
  pathToFileURL(
    join(dirname(createRequire(import.meta.url).resolve('tsx/package.json')), 'dist/loader.mjs'),
  ).href,
  '--conditions=@mini-agent/source',
];

/** Runs a program that may import this package by its name, in a process of its own. */
export function runSource(
  code: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return runFile(process.execPath, [...sourceFlags, '--input-type=module', '--eval', code], {
    cwd: packageFolder,
    env: { ...process.env, ANYSEARCH_ENABLED: 'false', ...environment },
  });
}
