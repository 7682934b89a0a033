import { basename, dirname, join, resolve } from 'node:path';
import { realpath } from 'node:fs/promises';
import {
  appendLines,
  makeFolder,
  makePrivate,
  removeLeftovers,
  replaceFile,
  syncFolder,
} from './durable-file.ts';
import { withExclusiveName } from './exclusive-name.ts';
import { JournalError, shortPath, toJournalError } from './journal-error.ts';
import {
  isFolded,
  isSameMark,
  keepCopy,
  readJournalFrom,
  readMark,
  readSealed,
  readSnapshot,
  removeSealed,
  sealJournal,
} from './journal-files.ts';
import type { JournalPaths, Mark } from './journal-files.ts';
import { systemClock } from './time.ts';
import type { Clock } from './time.ts';
import type { Journal, JournalOptions } from './journal-interface.ts';
import { recordToLine } from './record-line.ts';
import type { Json } from './tool.ts';

interface View<State> {
  readonly state: State;
  readonly mark: Mark;
  readonly file: string | undefined;
  readonly offset: number;
  readonly damaged: number;
}

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const defaultCompactAtBytes = 1_048_576;
const defaultCompactWaitMs = 3000;
const mostLoads = 50;
const retryWaitMs = 10;

/** A file that is being saved in place by an editor is read as damaged for a moment. */
const readsOfDamaged = 4;
const damagedWaitMs = 25;

/** Opens nothing yet: files are touched by the first `load` or `append`. */
export function createJournal<State>(options: JournalOptions<State>): Journal<State> {
  return new SnapshotJournal(options);
}

class SnapshotJournal<State> implements Journal<State> {
  readonly #options: JournalOptions<State>;
  readonly #paths: JournalPaths;
  readonly #clock: Clock;
  #view: View<State> | undefined;
  #loading: Promise<unknown> = Promise.resolve();
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #compacting: Promise<unknown> | undefined;
  #closing: Promise<void> | undefined;
  #isProtected = false;

  constructor(options: JournalOptions<State>) {
    const snapshot = resolve(options.snapshot);
    this.#options = options;
    this.#paths = {
      snapshot,
      journal: resolve(options.journal ?? join(dirname(snapshot), 'journal.jsonl')),
    };
    this.#clock = options.clock ?? systemClock;
  }

  load(): Promise<State> {
    if (this.#closing !== undefined) return Promise.reject(closedError(this.#paths));
    return this.#load();
  }

  damaged(): number {
    return this.#view?.damaged ?? 0;
  }

  append(record: Json): Promise<void> {
    if (this.#closing !== undefined) return Promise.reject(closedError(this.#paths));
    return new Promise((resolveAppend, reject) => {
      this.#waiting.push({ line: recordToLine(record), resolve: resolveAppend, reject });
      this.#writing ??= this.#writeWaiting();
    });
  }

  compact(): Promise<boolean> {
    if (this.#closing !== undefined) return Promise.reject(closedError(this.#paths));
    return this.#compact(this.#options.compactWaitMs ?? defaultCompactWaitMs);
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await this.#writing;
    await this.#compacting;
    await this.#compact(this.#options.compactWaitMs ?? defaultCompactWaitMs);
    this.#view = undefined;
  }

  /** Appends that arrive while one is being written share the next write and its sync. */
  async #writeWaiting(): Promise<void> {
    // Older versions left the snapshot readable for everybody.
    if (!this.#isProtected) await makePrivate(this.#paths.snapshot);
    this.#isProtected = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await appendLines(
          this.#paths.journal,
          batch.map((entry) => entry.line),
        );
        for (const entry of batch) entry.resolve();
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    this.#writing = undefined;
    this.#compactWhenLarge();
  }

  #compactWhenLarge(): void {
    const limit = this.#options.compactAtBytes ?? defaultCompactAtBytes;
    if (this.#compacting !== undefined || (this.#view?.offset ?? 0) < limit) return;
    this.#compacting = this.#compact(0)
      // Nothing is lost when it fails (full disk, damaged snapshot): the journal holds it, and close() tries again and tells.
      .catch(() => false)
      .finally(() => {
        this.#compacting = undefined;
      });
  }

  /** One load at a time: each continues where the one before stopped reading. */
  #load(): Promise<State> {
    const next = this.#loading.then(
      () => this.#refresh(),
      () => this.#refresh(),
    );
    this.#loading = next;
    return next;
  }

  async #refresh(): Promise<State> {
    try {
      this.#view = (await this.#readOn()) ?? (await this.#readStable(true));
      return this.#view.state;
    } catch (error) {
      this.#view = undefined;
      throw toJournalError(error, this.#paths.snapshot);
    }
  }

  /** Reads only what was appended since the last load; undefined when something else changed. */
  async #readOn(): Promise<View<State> | undefined> {
    const view = this.#view;
    if (view === undefined) return undefined;
    const part = await readJournalFrom(this.#paths.journal, view);
    if (!isSameMark(view.mark, await readMark(this.#paths))) return undefined;
    if (view.file !== undefined && part.file !== view.file) return undefined;
    if (part.size < view.offset) return undefined;
    for (const record of part.lines.values) this.#options.apply(view.state, record as Json);
    return {
      ...view,
      file: part.file,
      offset: view.offset + part.lines.consumed,
      damaged: view.damaged + part.lines.damaged,
    };
  }

  /** Reads everything, and again until nothing was renamed or replaced while it was read. */
  async #readStable(withJournal: boolean): Promise<View<State>> {
    let damagedReads = 0;
    for (let attempt = 0; attempt < mostLoads; attempt += 1) {
      const before = await readMark(this.#paths);
      let view: View<State> | undefined;
      let problem: JournalError | undefined;
      try {
        view = await this.#readAll(before, withJournal);
      } catch (error) {
        problem = toJournalError(error, this.#paths.snapshot);
      }
      const isStable = isSameMark(before, await readMark(this.#paths));
      if (isStable && view !== undefined) return view;
      if (isStable && problem !== undefined && problem.code !== 'corrupt') throw problem;
      if (isStable) damagedReads += 1;
      if (problem !== undefined && damagedReads === readsOfDamaged)
        throw await this.#corrupt(problem);
      await this.#clock.sleep(isStable ? damagedWaitMs : retryWaitMs);
    }
    throw new JournalError(
      'busy',
      `${shortPath(this.#paths.snapshot)} changes all the time. Try again in a moment.`,
    );
  }

  async #readAll(mark: Mark, withJournal: boolean): Promise<View<State>> {
    const state = this.#readState(await readSnapshot(this.#paths.snapshot));
    let damaged = 0;
    for (const name of mark.sealed) {
      const lines = await readSealed(this.#paths, name);
      damaged += lines.damaged;
      for (const record of lines.values) this.#options.apply(state, record as Json);
    }
    if (!withJournal) return { state, mark, file: undefined, offset: 0, damaged };
    const part = await readJournalFrom(this.#paths.journal, { file: undefined, offset: 0 });
    for (const record of part.lines.values) this.#options.apply(state, record as Json);
    damaged += part.lines.damaged;
    return { state, mark, file: part.file, offset: part.lines.consumed, damaged };
  }

  #readState(snapshot: unknown): State {
    try {
      return this.#options.read(snapshot as Json | undefined);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unexpected shape';
      throw new JournalError('corrupt', `${shortPath(this.#paths.snapshot)}: ${reason}`, {
        cause: error,
      });
    }
  }

  async #corrupt(problem: JournalError): Promise<JournalError> {
    const copy = await keepCopy(this.#paths.snapshot);
    const kept =
      copy === undefined
        ? 'It was left as it is.'
        : `It was left as it is, with a copy in ${copy}.`;
    return new JournalError(
      'corrupt',
      `${problem.message} ${kept} Mend the file or move it away, then try again.`,
      {
        cause: problem,
      },
    );
  }

  async #compact(waitMs: number): Promise<boolean> {
    try {
      if (await isFolded(this.#paths)) return true;
      const folder = dirname(this.#paths.journal);
      await makeFolder(folder);
      await makeFolder(dirname(this.#paths.snapshot));
      const name = join(await realpath(folder), basename(this.#paths.journal));
      const result = await withExclusiveName(name, () => this.#fold(), { waitMs });
      return result.held;
    } catch (error) {
      throw toJournalError(error, this.#paths.snapshot);
    }
  }

  async #fold(): Promise<void> {
    // A snapshot that cannot be read must be found out before anything is moved; the one in view was read.
    const { snapshot } = await readMark(this.#paths);
    if (this.#view?.mark.snapshot !== snapshot) await this.#readStable(false);
    await removeLeftovers(this.#paths.snapshot);
    await sealJournal(this.#paths, this.#clock.now());
    for (let attempt = 0; attempt < mostLoads; attempt += 1) {
      const { state, mark } = await this.#readStable(false);
      const text = `${JSON.stringify(this.#options.write(state), null, 2)}\n`;
      const isUnchanged = async (): Promise<boolean> =>
        isSameMark(mark, await readMark(this.#paths));
      if (!(await replaceFile(this.#paths.snapshot, text, isUnchanged))) continue;
      await removeSealed(this.#paths, mark.sealed);
      await syncFolder(dirname(this.#paths.journal));
      return;
    }
    throw new JournalError('busy', `${shortPath(this.#paths.snapshot)} changes all the time.`);
  }
}

function closedError(paths: JournalPaths): JournalError {
  return new JournalError('closed', `${shortPath(paths.snapshot)} was closed. Open it again.`);
}
