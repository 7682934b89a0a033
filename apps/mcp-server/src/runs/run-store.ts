import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@mini-agent/foundation/journal';
import { runIdTime } from './run-id.ts';
import { parseRecord, type StoredRun } from './run-record.ts';

export interface RunStoreOptions {
  /** The folder `.runs`; asked for on first use, because a client's root may decide it. */
  readonly directory: () => Promise<string>;
  readonly log: (line: string) => void;
}

export interface RunStore {
  /** Writes in the background; of several states of one run only the newest need reach the disk. */
  save(run: StoredRun): void;
  load(runId: string): Promise<StoredRun | undefined>;
  /** Asks the process that works on a run to stop it. */
  requestStop(runId: string): void;
  /** Whether that was asked since the last `forgetStop`. */
  isStopRequested(runId: string): Promise<boolean>;
  forgetStop(runId: string): Promise<void>;
  /** Resolves when everything saved so far is written or has failed. */
  readonly flush: () => Promise<void>;
}

/** How long a finished run can be asked for. */
export const keptDays = 30;

const mostKept = 2_000;
const savesBetweenPrunes = 500;

/** One file per run, mode 0600, in a folder of mode 0700. A run whose file cannot be written still gets its answer. */
export function createRunStore({ directory, log }: RunStoreOptions): RunStore {
  const waiting = new Map<string, StoredRun>();
  let writing: Promise<void> | undefined;
  let savesUntilPrune = 0;
  let hasComplained = false;

  const complain = (error: unknown): void => {
    if (!hasComplained) log(`Runs cannot be kept for later: ${describe(error)}`);
    hasComplained = true;
  };
  const writeAll = async (): Promise<void> => {
    const folder = await openFolder(directory);
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [runId, run] = next.value;
      waiting.delete(runId);
      await writeRun(join(folder, `${runId}.json`), run).catch(complain);
      savesUntilPrune -= 1;
      if (savesUntilPrune > 0) continue;
      savesUntilPrune = savesBetweenPrunes;
      await prune(folder);
    }
  };
  const startWriting = (): void => {
    writing ??= writeAll()
      .catch((error: unknown) => {
        waiting.clear();
        complain(error);
      })
      .finally(() => {
        writing = undefined;
        if (waiting.size > 0) startWriting();
      });
  };
  const stopFile = async (runId: string): Promise<string> =>
    join(await directory(), `${runId}.stop`);
  return {
    save: (run) => {
      waiting.set(run.report.runId, run);
      startWriting();
    },
    load: async (runId) => {
      if (runIdTime(runId) === undefined) return undefined;
      return waiting.get(runId) ?? (await readRun(join(await directory(), `${runId}.json`)));
    },
    requestStop: (runId) => {
      void stopFile(runId)
        .then((path) => writeFile(path, '', { mode: 0o600 }))
        .catch(complain);
    },
    isStopRequested: (runId) =>
      stopFile(runId)
        .then(modifiedAt)
        .then((time) => time !== Infinity),
    forgetStop: (runId) => stopFile(runId).then((path) => rm(path, { force: true })),
    flush: async () => {
      while (writing !== undefined) await writing;
    },
  };
}

async function openFolder(directory: () => Promise<string>): Promise<string> {
  const folder = await directory();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A model's run cost money and is forced to the disk; a rule run can be had again and is only handed to the system. */
async function writeRun(path: string, run: StoredRun): Promise<void> {
  const text = `${JSON.stringify(run)}\n`;
  const { plannedMode, last } = run.report;
  if (plannedMode !== 'rule' || (last !== undefined && last.mode !== 'rule')) {
    await writeFileAtomic(path, text);
    return;
  }
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readRun(path: string): Promise<StoredRun | undefined> {
  try {
    return parseRecord(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes runs that are older than `keptDays`, and the oldest above `mostKept`. The handle itself tells its age. */
async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder))
    .filter((name) => /^run_.*\.(?:json|tmp|stop)$/.test(name))
    .sort();
  const oldest = Date.now() - keptDays * 86_400_000;
  const excess = names.length - mostKept;
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    const isOld = index < excess || (await modifiedAt(path)) < oldest;
    if (isOld) await rm(path, { force: true });
  }
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return Infinity;
  }
}

function describe(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'the folder cannot be written';
}
