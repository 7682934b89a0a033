import * as fs from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomic } from '@mini-agent/foundation/journal';
import { batchName } from './record-batch.ts';
import type { StoredRun } from './run-record.ts';

/** They take a fraction of the time that the same of `node:fs/promises` take. */
const writeText = promisify(fs.writeFile);
const renameFile = promisify(fs.rename);

/** The folder of the records, with files of mode 0600. It is made, with mode 0700, when it is first needed. */
export interface RecordFiles {
  readonly folder: () => Promise<string>;
  /** Forces a run to the disk, in a file of its own. */
  readonly force: (run: StoredRun) => Promise<void>;
  /** Hands a run to the system, in a file of its own. */
  readonly write: (run: StoredRun) => Promise<void>;
  /** Hands several runs to the system, in one file. */
  readonly writeBatch: (runs: readonly StoredRun[]) => Promise<void>;
}

export function createRecordFiles(directory: () => Promise<string>): RecordFiles {
  let made: string | undefined;
  const folder = async (): Promise<string> => {
    const path = await directory();
    if (path !== made) await mkdir(path, { recursive: true, mode: 0o700 });
    made = path;
    return path;
  };
  const inFolder = async (name: string, write: (path: string) => Promise<void>): Promise<void> => {
    try {
      await write(join(await folder(), name));
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Somebody has removed the folder.
      made = undefined;
      await write(join(await folder(), name));
    }
  };
  return {
    folder,
    force: (run) => inFolder(ownName(run), (path) => writeFileAtomic(path, lineOf(run))),
    write: (run) => inFolder(ownName(run), (path) => replaceFile(path, lineOf(run))),
    writeBatch: async (runs) => {
      const text = runs.map(lineOf).join('');
      await inFolder(batchName(runs), (path) => replaceFile(path, text));
    },
  };
}

function ownName({ report: { runId } }: StoredRun): string {
  return `${runId}.json`;
}

function lineOf(run: StoredRun): string {
  return `${JSON.stringify(run)}\n`;
}

/** Whoever reads it meanwhile gets the old text or the new one, whole. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeText(temporary, text, { mode: 0o600 });
    await renameFile(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ENOENT';
}
