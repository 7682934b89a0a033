import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { abortable, startDeadline } from '@mini-agent/foundation/time';
import { findInBatches, newerOf } from './record-batch.ts';
import { createRecordWriter } from './record-writer.ts';
import type { Retention } from './retention.ts';
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

/**
 * A file per run, or per burst of rule runs, of mode 0600 in a folder of mode 0700. A run that cannot be written still gets its answer,
 * and the last few of them can be loaded as long as this process lives.
 */
export function createRunStore(options: RunStoreOptions): RunStore {
  const { directory } = options;
  const writer = createRecordWriter(options);
  const stopFile = async (runId: string): Promise<string> =>
    join(await directory(), `${runId}.stop`);
  return {
    save: (run) => {
      writer.add(run);
    },
    secure: (run) => atMost(writer.secure(run), options.secureTimeoutMs ?? 5_000, writer.complain),
    load: async (runId) => {
      if (runIdTime(runId) === undefined) return undefined;
      const newest = writer.newest(runId);
      if (newest !== undefined) return newest;
      const folder = await directory();
      const own = await readRun(join(folder, `${runId}.json`));
      const onDisk = newerOf(own, await findInBatches(folder, runId));
      // What could not be written is later than what was.
      return newerOf(writer.unwritten(runId), onDisk);
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
