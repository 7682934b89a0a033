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

/** Records that may wait for the disk, and that are written at the same time: each takes several round trips to it. */
const mostWaiting = 1_000;
const mostWrittenAtOnce = 8;

interface Writer {
  /** Newest states that are not on the disk yet. */
  readonly waiting: ReadonlyMap<string, StoredRun>;
  readonly add: (run: StoredRun) => void;
  readonly flush: () => Promise<void>;
  readonly complain: (error: unknown) => void;
}

/** One file per run, mode 0600, in a folder of mode 0700. A run whose file cannot be written still gets its answer. */
export function createRunStore(options: RunStoreOptions): RunStore {
  const { directory } = options;
  const writer = createWriter(options);
  const stopFile = async (runId: string): Promise<string> =>
    join(await directory(), `${runId}.stop`);
  return {
    save: writer.add,
    load: async (runId) => {
      if (runIdTime(runId) === undefined) return undefined;
      return writer.waiting.get(runId) ?? (await readRun(join(await directory(), `${runId}.json`)));
    },
    requestStop: (runId) => {
      void stopFile(runId)
        .then((path) => writeFile(path, '', { mode: 0o600 }))
        .catch(writer.complain);
    },
    isStopRequested: (runId) =>
      stopFile(runId)
        .then(modifiedAt)
        .then((time) => time !== Infinity),
    forgetStop: (runId) => stopFile(runId).then((path) => rm(path, { force: true })),
    flush: writer.flush,
  };
}

/** Writes in the background, several runs at a time but each by itself, so that its newest state is the last one written. */
function createWriter({ directory, log }: RunStoreOptions): Writer {
  const waiting = new Map<string, StoredRun>();
  const inFlight = new Set<string>();
  let writing: Promise<void> | undefined;
  let savesUntilPrune = 0;
  let hasComplained = false;

  const complain = (error: unknown): void => {
    if (!hasComplained) log(`Runs cannot be kept for later: ${describe(error)}`);
    hasComplained = true;
  };
  const takeNext = (): StoredRun | undefined => {
    for (const [runId, run] of waiting) {
      if (inFlight.has(runId)) continue;
      waiting.delete(runId);
      return run;
    }
    return undefined;
  };
  const writeSome = async (folder: string): Promise<void> => {
    for (let run = takeNext(); run !== undefined; run = takeNext()) {
      const { runId } = run.report;
      inFlight.add(runId);
      await writeRun(join(folder, `${runId}.json`), run).catch(complain);
      inFlight.delete(runId);
      savesUntilPrune -= 1;
    }
  };
  const writeAll = async (): Promise<void> => {
    const folder = await openFolder(directory);
    await Promise.all(Array.from({ length: mostWrittenAtOnce }, () => writeSome(folder)));
    if (savesUntilPrune > 0) return;
    savesUntilPrune = savesBetweenPrunes;
    await prune(folder);
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
  return {
    waiting,
    complain,
    add: (run) => {
      waiting.set(run.report.runId, run);
      dropOldest(waiting);
      startWriting();
    },
    flush: async () => {
      while (writing !== undefined) await writing;
    },
  };
}

/** On a disk that cannot keep up the oldest rule run goes first: it would be the first to be pruned too. */
function dropOldest(waiting: Map<string, StoredRun>): void {
  if (waiting.size <= mostWaiting) return;
  for (const [runId, run] of waiting) {
    if (!isRuleRun(run)) continue;
    waiting.delete(runId);
    return;
  }
}

async function openFolder(directory: () => Promise<string>): Promise<string> {
  const folder = await directory();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A model's run cost money and is forced to the disk; a rule run can be had again and is only handed to the system. */
async function writeRun(path: string, run: StoredRun): Promise<void> {
  const text = `${JSON.stringify(run)}\n`;
  if (!isRuleRun(run)) {
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

function isRuleRun({ report: { plannedMode, last } }: StoredRun): boolean {
  return plannedMode === 'rule' && (last === undefined || last.mode === 'rule');
}

async function readRun(path: string): Promise<StoredRun | undefined> {
  try {
    return parseRecord(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Removes runs that are older than `keptDays`, and the oldest above `mostKept`. The handle tells when a run was made; only old
 * ones are looked at, because they may have been continued since.
 */
async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder))
    .filter((name) => /^run_.*\.(?:json|tmp|stop)$/.test(name))
    .sort();
  const oldest = Date.now() - keptDays * 86_400_000;
  const excess = names.length - mostKept;
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    const madeAt = runIdTime(name.slice(0, name.indexOf('.'))) ?? 0;
    const isOld = index < excess || (madeAt < oldest && (await modifiedAt(path)) < oldest);
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
