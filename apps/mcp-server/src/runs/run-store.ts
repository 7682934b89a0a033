import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@mini-agent/foundation/journal';
import { abortable, startDeadline } from '@mini-agent/foundation/time';
import { defaultRetention, removeOldRuns, type Retention } from './retention.ts';
import { claimRun, type ReleaseClaim } from './run-claim.ts';
import { runIdTime } from './run-id.ts';
import { parseRecord, type StoredRun } from './run-record.ts';

export interface RunStoreOptions {
  /** The folder `.runs`; asked for on first use, because a client's root may decide it. */
  readonly directory: () => Promise<string>;
  readonly log: (line: string) => void;
  /** How long `secure` waits for a disk that does not answer, in milliseconds. Default 5,000. */
  readonly secureTimeoutMs?: number;
  /** Default: 30 days, 2,000 runs, 256 MiB. */
  readonly retention?: Partial<Retention>;
}

export interface RunStore {
  /** Writes in the background; of several states of one run only the newest need reach the disk. */
  save(run: StoredRun): void;
  /**
   * Resolves when this state, or a newer one, has been forced to the disk. Where that fails or takes too long it resolves too, and the
   * first failure is logged: a run that cannot be kept still does its work.
   */
  secure(run: StoredRun): Promise<void>;
  load(runId: string): Promise<StoredRun | undefined>;
  /** Asks the process that works on a run to stop it. */
  requestStop(runId: string): void;
  /** Whether that was asked since the last `forgetStop`. */
  isStopRequested(runId: string): Promise<boolean>;
  forgetStop(runId: string): Promise<void>;
  /** Makes one caller at a time go on with an interrupted run; undefined where another one, here or elsewhere, is at it. */
  claim(runId: string): Promise<ReleaseClaim | undefined>;
  /** Resolves when everything saved so far is written or has failed. */
  readonly flush: () => Promise<void>;
}

const savesBetweenPrunes = 500;

/** Records that may wait for the disk, and that are written at the same time: each takes several round trips to it. */
const mostWaiting = 1_000;
const mostWrittenAtOnce = 8;

/** The newest state of a run that is not on the disk yet. */
interface WaitingRun {
  readonly run: StoredRun;
  /** Whether it is to be forced to the disk, not only handed to the system. */
  readonly isForced: boolean;
  /** Told when it is written, or cannot be. */
  readonly onSettled: readonly (() => void)[];
}

interface Writer {
  readonly waiting: ReadonlyMap<string, WaitingRun>;
  readonly add: (run: StoredRun) => void;
  readonly secure: (run: StoredRun) => Promise<void>;
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
    save: (run) => {
      writer.add(run);
    },
    secure: (run) => atMost(writer.secure(run), options.secureTimeoutMs ?? 5_000, writer.complain),
    load: async (runId) => {
      if (runIdTime(runId) === undefined) return undefined;
      const newest = writer.waiting.get(runId)?.run;
      return newest ?? (await readRun(join(await directory(), `${runId}.json`)));
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
    claim: async (runId) => claimRun(join(await directory(), `${runId}.claim`)),
    flush: writer.flush,
  };
}

/** What waits for the disk: of each run its newest state. */
interface Queue {
  readonly waiting: Map<string, WaitingRun>;
  readonly put: (run: StoredRun, settled?: () => void) => void;
  /** The next run that nobody writes at the moment; `done` must be called when it is written. */
  readonly take: () => WaitingRun | undefined;
  readonly done: (taken: WaitingRun) => void;
  /** Gives up what waits. */
  readonly drop: () => void;
}

function createQueue(): Queue {
  const waiting = new Map<string, WaitingRun>();
  const inFlight = new Set<string>();
  return {
    waiting,
    put: (run, settled) => {
      const { runId } = run.report;
      const before = waiting.get(runId)?.onSettled ?? [];
      const onSettled = settled === undefined ? before : [...before, settled];
      const isForced = onSettled.length > 0 || !isRuleRun(run);
      waiting.set(runId, { run, isForced, onSettled });
      dropOldest(waiting);
    },
    take: () => {
      for (const [runId, next] of waiting) {
        if (inFlight.has(runId)) continue;
        waiting.delete(runId);
        inFlight.add(runId);
        return next;
      }
      return undefined;
    },
    done: (taken) => {
      inFlight.delete(taken.run.report.runId);
      settle([taken]);
    },
    drop: () => {
      const lost = [...waiting.values()];
      waiting.clear();
      settle(lost);
    },
  };
}

/** Writes in the background, several runs at a time but each by itself, so that its newest state is the last one written. */
function createWriter({ directory, log, retention }: RunStoreOptions): Writer {
  const queue = createQueue();
  const { waiting } = queue;
  let writing: Promise<void> | undefined;
  let pruning: Promise<void> | undefined;
  let savesUntilPrune = 0;
  let hasComplained = false;

  const complain = (error: unknown): void => {
    if (!hasComplained) log(`Runs cannot be kept for later: ${describe(error)}`);
    hasComplained = true;
  };
  const writeSome = async (folder: string): Promise<void> => {
    for (let next = queue.take(); next !== undefined; next = queue.take()) {
      await writeRun(join(folder, `${next.run.report.runId}.json`), next).catch(complain);
      queue.done(next);
      savesUntilPrune -= 1;
    }
  };
  const writeAll = async (): Promise<void> => {
    const folder = await openFolder(directory);
    await Promise.all(Array.from({ length: mostWrittenAtOnce }, () => writeSome(folder)));
    if (savesUntilPrune > 0) return;
    savesUntilPrune = savesBetweenPrunes;
    // Beside the writing: a call that waits for its record does not wait for this.
    pruning ??= removeOldRuns(folder, { ...defaultRetention, ...retention })
      .catch(complain)
      .finally(() => {
        pruning = undefined;
      });
  };
  const startWriting = (): void => {
    writing ??= writeAll()
      .catch((error: unknown) => {
        complain(error);
        queue.drop();
      })
      .finally(() => {
        writing = undefined;
        if (waiting.size > 0) startWriting();
      });
  };
  const add = (run: StoredRun, settled?: () => void): void => {
    queue.put(run, settled);
    startWriting();
  };
  return {
    waiting,
    complain,
    add,
    secure: (run) =>
      new Promise((resolve) => {
        add(run, resolve);
      }),
    flush: async () => {
      while (writing !== undefined) await writing;
      await pruning;
    },
  };
}

function settle(runs: readonly WaitingRun[]): void {
  for (const { onSettled } of runs) for (const tell of onSettled) tell();
}

async function atMost(
  work: Promise<void>,
  ms: number,
  complain: (error: unknown) => void,
): Promise<void> {
  const deadline = startDeadline(ms);
  try {
    await abortable(work, deadline.signal);
  } catch {
    complain({ code: 'the disk does not answer' });
  } finally {
    deadline.clear();
  }
}

/** On a disk that cannot keep up the oldest rule run goes first: it would be the first to be pruned too. */
function dropOldest(waiting: Map<string, WaitingRun>): void {
  if (waiting.size <= mostWaiting) return;
  for (const [runId, { isForced }] of waiting) {
    if (isForced) continue;
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
async function writeRun(path: string, { run, isForced }: WaitingRun): Promise<void> {
  const text = `${JSON.stringify(run)}\n`;
  if (isForced) {
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
