import type { Clock } from './time.ts';
import type { Json } from './tool.ts';

export interface JournalOptions<State> {
  /** The file a person can read: one JSON value with everything up to the last compaction. */
  readonly snapshot: string;
  /** The file of records since then; default `journal.jsonl` beside the snapshot. */
  readonly journal?: string;
  /** Builds a state from the snapshot's JSON (`undefined`: no snapshot yet). Whatever it throws makes the snapshot `corrupt`. */
  readonly read: (snapshot: Json | undefined) => State;
  /** Changes the state by one record. A record may be applied twice, so it must hold absolute values, no increments. */
  readonly apply: (state: State, record: Json) => void;
  /** The JSON of a state, for the snapshot. */
  readonly write: (state: State) => Json;
  /** Size of the journal, in bytes, from which an append also compacts; default 1 MiB. */
  readonly compactAtBytes?: number;
  /** How long `compact` and `close` wait while another process compacts, in milliseconds; default 3000. */
  readonly compactWaitMs?: number;
  readonly clock?: Clock;
}

/**
 * A state kept as a readable snapshot and a journal of records. Any number of processes may use the same files on a
 * local disk at once: appends need no lock, and the records of all appear in `load()` in the order of the file.
 */
export interface Journal<State> {
  /** The state with everything on the disk now, also what other processes and people wrote. Do not change it. */
  load(): Promise<State>;
  /** Resolves when the record is on the disk. */
  append(record: Json): Promise<void>;
  /** Folds the journal into the snapshot; false when another process is doing so. */
  compact(): Promise<boolean>;
  /** Journal lines that could not be read at the last `load()`. */
  damaged(): number;
  /** Writes everything into the snapshot. Further calls are refused with `closed`. */
  close(): Promise<void>;
}
