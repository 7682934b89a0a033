import { createQuiet } from './quiet.ts';
import { fitsBatch } from './record-batch.ts';
import { createRecordFiles, type RecordFiles } from './record-files.ts';
import { createRecordQueue, type RecordQueue, type WaitingRun } from './record-queue.ts';
import { createPruner, type Pruner, type Retention } from './retention.ts';
import type { StoredRun } from './run-record.ts';

export interface RecordWriterOptions {
  readonly directory: () => Promise<string>;
  readonly log: (line: string) => void;
  readonly retention?: Partial<Retention>;
}

/** Brings records to the disk. */
export interface RecordWriter {
  readonly newest: RecordQueue['newest'];
  readonly unwritten: RecordQueue['unwritten'];
  readonly add: (run: StoredRun) => void;
  /** Resolves when this state, or a newer one, is on the disk or cannot be brought there. */
  readonly secure: (run: StoredRun) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly complain: (error: unknown) => void;
}

/** Rule runs are written in a quiet moment: answers go out first, and a burst of calls is not slowed by the disk. */
const untilWritten = { quietMs: 50, mostLateMs: 1_000 };
/** Rule runs that wait for it, and that share a file; more are written at once. */
const mostInBatch = 25;

/** Each takes several round trips to the disk. */
const mostForcedAtOnce = 8;

/** Writes in the background, several runs at a time but each by itself, so that its newest state is the last one written. */
export function createRecordWriter(options: RecordWriterOptions): RecordWriter {
  const queue = createRecordQueue();
  const complain = createComplaint(options.log);
  const files = createRecordFiles(options.directory);
  const pruner = createPruner({ ...options.retention, onError: complain });
  // A newer state of a run that was being written may wait in the other line, where nobody took it meanwhile.
  const onSettled = (): void => {
    const { forced, others } = queue.sizes();
    if (forced > 0) forcing.start(1);
    if (others > 0) quiet.await();
  };
  const parts = { queue, files, pruner, complain, onSettled };
  const forcing = createTasks(mostForcedAtOnce, () => forceSome(parts));
  const batching = createTasks(1, () => writeOthers(parts));
  const quiet = createQuiet(() => {
    batching.start(1);
  }, untilWritten);

  const start = (): void => {
    const { forced, others } = queue.sizes();
    forcing.start(forced);
    if (others === 0) return;
    quiet.stop();
    batching.start(1);
  };
  const add = (run: StoredRun, settled?: () => void): void => {
    if (queue.put(run, settled)) forcing.start(1);
    else if (queue.sizes().others >= mostInBatch) start();
    else quiet.await();
  };
  return {
    newest: queue.newest,
    unwritten: queue.unwritten,
    complain,
    add,
    secure: (run) =>
      new Promise((resolve) => {
        add(run, resolve);
      }),
    flush: async () => {
      for (let isWaiting = true; isWaiting;) {
        start();
        await Promise.all([forcing.settled(), batching.settled()]);
        const { forced, others } = queue.sizes();
        isWaiting = forced + others > 0;
      }
      await pruner.settled();
    },
  };
}

interface WriterParts {
  readonly queue: RecordQueue;
  readonly files: RecordFiles;
  readonly pruner: Pruner;
  readonly complain: (error: unknown) => void;
  /** Called when a run, or several in one file, has been written or has failed. */
  readonly onSettled: () => void;
}

async function forceSome(parts: WriterParts): Promise<void> {
  const { queue, files } = parts;
  await openFolder(parts);
  for (let next = queue.takeForced(); next !== undefined; next = queue.takeForced()) {
    await settleWritten([next], files.force(next.run), parts);
  }
}

async function writeOthers(parts: WriterParts): Promise<void> {
  const { queue, files } = parts;
  await openFolder(parts);
  for (let some = queue.takeOthers(mostInBatch); some.length > 0;) {
    const isBatched = (entry: WaitingRun): boolean => some.length > 1 && fitsBatch(entry.run);
    const together = some.filter(isBatched);
    if (together.length > 0) {
      const runs = together.map(({ run }) => run);
      await settleWritten(together, files.writeBatch(runs), parts);
    }
    for (const one of some.filter((entry) => !isBatched(entry))) {
      await settleWritten([one], files.write(one.run), parts);
    }
    some = queue.takeOthers(mostInBatch);
  }
}

/** Where there is no folder nothing can be written: what waits is given up. */
async function openFolder({ queue, files, complain }: WriterParts): Promise<void> {
  await files.folder().catch((error: unknown) => {
    complain(error);
    queue.drop();
  });
}

async function settleWritten(
  taken: readonly WaitingRun[],
  writing: Promise<void>,
  { queue, files, pruner, complain, onSettled }: WriterParts,
): Promise<void> {
  let isWritten = true;
  try {
    await writing;
    pruner.saved(await files.folder(), taken.length);
  } catch (error) {
    isWritten = false;
    complain(error);
  }
  for (const one of taken) queue.done(one, isWritten);
  onSettled();
}

/** A bounded number of workers side by side. They never reject. */
interface Tasks {
  readonly start: (wanted: number) => void;
  readonly settled: () => Promise<void>;
}

function createTasks(most: number, work: () => Promise<void>): Tasks {
  const running = new Set<Promise<void>>();
  return {
    start: (wanted) => {
      const count = Math.min(wanted, most - running.size);
      for (let begun = 0; begun < count; begun += 1) {
        const task = work().finally(() => running.delete(task));
        running.add(task);
      }
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const mend =
  'Set MINI_AGENT_HOME to a folder that can be written; `mini-agent-mcp doctor` shows the one in use.';

/** Tells the first failure: the next ones would say the same. */
function createComplaint(log: (line: string) => void): (error: unknown) => void {
  let hasComplained = false;
  return (error) => {
    if (!hasComplained) log(`Runs cannot be kept for later: ${describe(error)}. ${mend}`);
    hasComplained = true;
  };
}

function describe(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'the folder cannot be written';
}
