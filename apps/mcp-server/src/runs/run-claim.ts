import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isAlive } from './run-owner.ts';

/** Gives a claim back. */
export type ReleaseClaim = () => Promise<void>;

/** Longer than anybody needs a claim: from its record being read until the first one of the new process is written. */
const longestClaimMs = 60_000;

/**
 * Claims a run for this call by a file that only one can create: of two that want to go on with the same interrupted run one does.
 * Undefined where another one has it. Where no file can be written nobody else could claim it either.
 */
export async function claimRun(path: string): Promise<ReleaseClaim | undefined> {
  const release = (): Promise<void> => rm(path, { force: true }).catch(() => undefined);
  for (const isLastTry of [false, true]) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return release;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return release;
    }
    if (isLastTry || !(await isGivenUp(path))) return undefined;
    await release();
  }
  return undefined;
}

/** Whether the process that made a claim died with it. */
async function isGivenUp(path: string): Promise<boolean> {
  try {
    const [{ mtimeMs }, text] = await Promise.all([stat(path), readFile(path, 'utf8')]);
    if (Date.now() - mtimeMs > longestClaimMs) return true;
    // An empty one is being written at this moment.
    return text !== '' && !isAlive(Number(text));
  } catch {
    return true;
  }
}
