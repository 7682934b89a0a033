export type MemoryType = 'fact' | 'preference' | 'task' | 'conversation';

export const memoryTypes: readonly MemoryType[] = ['fact', 'preference', 'task', 'conversation'];

export interface Memory {
  /** `mem_<timestamp>_<random>` */
  readonly id: string;
  readonly type: MemoryType;
  readonly content: string;
  readonly tags: readonly string[];
  /** When it was first remembered, in milliseconds since the Unix epoch. */
  readonly timestamp: number;
  /** How often it was recalled, or remembered again. */
  readonly accessCount: number;
}

export interface MemoryInput {
  readonly type: MemoryType;
  /** 1–200,000 characters. */
  readonly content: string;
  /** A tag that holds `,` `，` or `、` counts as several. */
  readonly tags?: readonly string[];
  /** Keeps projects or users apart; default: the one without a name. */
  readonly namespace?: string;
  /** How long it is kept, in milliseconds; default: for ever. */
  readonly ttlMs?: number;
}

/** At least one of `tags` and `text` is needed. */
export interface MemoryQuery {
  /** Matches memories that have any of these tags, whatever their case and width. */
  readonly tags?: readonly string[];
  /** Matches memories with all of these words, and memories with one of its comma-separated parts as a tag. */
  readonly text?: string;
  /** 1–100, default 5. */
  readonly limit?: number;
  readonly namespace?: string;
}

export interface MemoryStats {
  readonly count: number;
  readonly byType: Readonly<Record<MemoryType, number>>;
  /** Number of different tags. */
  readonly tags: number;
  /** The file people can read. */
  readonly path: string;
  /** Entries of the file that are no memories; they are kept as they are. */
  readonly skipped?: number;
}

/** Every method rejects with a StoreError. */
export interface MemoryStore {
  /** Resolves when it is on the disk. The same text again is the same memory, with its use counter up by one. */
  remember(input: MemoryInput): Promise<Memory>;
  /** Best first; counts the access. */
  recall(query: MemoryQuery): Promise<readonly Memory[]>;
  /** Resolves to the number of memories removed. */
  forget(
    which: { readonly id: string } | { readonly tag: string; readonly namespace: string },
  ): Promise<number>;
  stats(namespace?: string): Promise<MemoryStats>;
  /** Writes everything into the readable file. */
  close(): Promise<void>;
}
