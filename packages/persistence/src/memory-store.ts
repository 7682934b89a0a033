import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createJournal } from '@mini-agent/foundation/journal';
import type { Journal } from '@mini-agent/foundation/journal';
import { systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import { StoreError, toStoreError } from './errors.ts';
import { freeMemoryId, secureRandom } from './memory-id.ts';
import { checkInput, checkNamespace, checkQuery, checkSelection } from './memory-input.ts';
import type { CheckedInput, CheckedQuery, CheckedSelection } from './memory-input.ts';
import { isExpired, MemoryState, writeEntry } from './memory-state.ts';
import type { MemoryRecord, StoredMemory } from './memory-state.ts';
import type { Memory, MemoryInput, MemoryQuery, MemoryStats, MemoryStore } from './memory.ts';
import { inRecallOrder, takeWithNewest } from './recall-order.ts';
import { createSerial } from './serial.ts';
import { tagKeys } from './tags.ts';
import { textMatcher } from './text-match.ts';

export interface MemoryStoreOptions {
  /** The folder that holds memories.json; made with mode 0700 when something is first written. */
  readonly directory: string;
  readonly clock?: Clock;
  /** A number from 0 up to 1, for ids; default: a cryptographic one. */
  readonly random?: () => number;
}

/** Access counts are written with the next change once they are this old, and at close: a recall must work on a full disk. */
const countDelayMs = 60_000;

/** How often a change is tried again because another process made one at the same time. */
const mostTries = 50;

/**
 * Opens the memories of a folder: `memories.json`, a JSON array that people may read and edit, with `journal.jsonl`
 * beside it. Any number of processes may have it open. Nothing is read or written before the first call.
 */
export function createMemoryStore(options: MemoryStoreOptions): MemoryStore {
  return new FileMemoryStore(options);
}

class FileMemoryStore implements MemoryStore {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #journal: Journal<MemoryState>;
  readonly #serial = createSerial();
  /** Accesses that are not in the journal yet, by id. */
  #accesses = new Map<string, number>();
  #oldestAccess = Infinity;

  constructor({ directory, clock = systemClock, random = secureRandom }: MemoryStoreOptions) {
    this.#path = resolve(join(directory, 'memories.json'));
    this.#clock = clock;
    this.#random = random;
    this.#journal = createJournal<MemoryState>({
      snapshot: this.#path,
      read: (json) => MemoryState.read(json),
      apply: (state, record) => {
        state.apply(record);
      },
      write: (state) => state.write(clock.now()),
    });
  }

  remember(input: MemoryInput): Promise<Memory> {
    return this.#guard(() => {
      const checked = checkInput(input);
      return this.#serial.run(() => this.#remember(checked));
    });
  }

  recall(query: MemoryQuery): Promise<readonly Memory[]> {
    return this.#guard(async () => {
      const checked = checkQuery(query);
      const state = await this.#journal.load();
      return this.#find(state, checked).map((memory) => this.#countAccess(memory));
    });
  }

  forget(
    which: { readonly id: string } | { readonly tag: string; readonly namespace: string },
  ): Promise<number> {
    return this.#guard(() => {
      const selection = checkSelection(which);
      return this.#serial.run(async () => {
        const ids = idsOf(selection, await this.#journal.load(), this.#clock.now());
        if (ids.length === 0) return 0;
        await this.#append({ op: 'drop', ids });
        for (const id of ids) this.#accesses.delete(id);
        return ids.length;
      });
    });
  }

  stats(namespace?: string): Promise<MemoryStats> {
    return this.#guard(async () => {
      const name = checkNamespace(namespace);
      const state = await this.#journal.load();
      const memories = state.inNamespace(name, this.#clock.now());
      const byType = { fact: 0, preference: 0, task: 0, conversation: 0 };
      for (const memory of memories) byType[memory.type] += 1;
      const tags = new Set(memories.flatMap((memory) => state.tagsOf(memory))).size;
      return {
        count: memories.length,
        byType,
        tags,
        path: this.#path,
        ...(state.skipped === 0 ? {} : { skipped: state.skipped }),
      };
    });
  }

  close(): Promise<void> {
    return this.#guard(() =>
      this.#serial.run(async () => {
        try {
          await this.#appendAll(await this.#takeAccesses());
        } catch {
          // Lost counts are no reason to fail: a store that was only read must close on a full or read-only disk.
        }
        await this.#journal.close();
      }),
    );
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async #remember(input: CheckedInput): Promise<Memory> {
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const state = await this.#journal.load();
      const existing = state.withText(input.namespace, input.content);
      const isGone = existing !== undefined && isExpired(existing, this.#clock.now());
      if (isGone) await this.#append({ op: 'drop', ids: [existing.memory.id] });
      const done =
        existing === undefined || isGone
          ? await this.#add(input, state)
          : await this.#addAgain(input, existing, state);
      if (done !== undefined) return done;
    }
    throw new StoreError('busy', 'Other processes change this memory all the time. Try again.');
  }

  /** Undefined when another process stored the same text, or another one under this id, in the same moment. */
  async #add(input: CheckedInput, state: MemoryState): Promise<Memory | undefined> {
    const now = this.#clock.now();
    const id = freeMemoryId(now, this.#random, (taken) => state.get(taken) !== undefined);
    const memory: Memory = {
      id,
      type: input.type,
      content: input.content,
      tags: input.tags,
      timestamp: now,
      accessCount: 0,
    };
    const expiresAt = input.ttlMs === undefined ? undefined : now + input.ttlMs;
    await this.#append({
      op: 'add',
      memory: writeEntry({ memory, namespace: input.namespace, expiresAt, extra: {} }),
    });
    const stored = (await this.#journal.load()).get(id);
    return stored?.memory.content === input.content ? stored.memory : undefined;
  }

  /** Undefined when another process counted in the same moment. */
  async #addAgain(
    input: CheckedInput,
    existing: StoredMemory,
    before: MemoryState,
  ): Promise<Memory | undefined> {
    const { id, accessCount } = existing.memory;
    const key = randomUUID();
    const to = accessCount + (this.#accesses.get(id) ?? 0) + 1;
    await this.#append({
      op: 'again',
      id,
      from: accessCount,
      to,
      key,
      tags: input.tags,
      ...(input.ttlMs === undefined ? {} : { expiresAt: this.#clock.now() + input.ttlMs }),
    });
    const state = await this.#journal.load();
    const memory = state.get(id)?.memory;
    // A compaction in between leaves the counts and not who made them; one that is high enough is taken for ours.
    const isFolded = state !== before && memory !== undefined && memory.accessCount >= to;
    if (!state.accepted(key) && !isFolded) return undefined;
    this.#accesses.delete(id);
    return memory;
  }

  #find(state: MemoryState, query: CheckedQuery): readonly Memory[] {
    const now = this.#clock.now();
    const all = state
      .inNamespace(query.namespace, now)
      .map((memory) => ({ memory, counted: this.#withAccesses(memory) }));
    const wanted = new Set(tagKeys([...query.tags, query.text]));
    const matches = query.text === '' ? () => false : textMatcher(query.text);
    const byTag: Memory[] = [];
    const byText: Memory[] = [];
    for (const { memory, counted } of all) {
      if (state.tagsOf(memory).some((tag) => wanted.has(tag))) byTag.push(counted);
      else if (matches(state.textOf(memory))) byText.push(counted);
    }
    const ordered = [...inRecallOrder(byTag, now), ...inRecallOrder(byText, now)];
    return takeWithNewest(ordered, byTag.length > 0 ? byTag : byText, query.limit);
  }

  #withAccesses(memory: Memory): Memory {
    const pending = this.#accesses.get(memory.id);
    return pending === undefined
      ? memory
      : { ...memory, accessCount: memory.accessCount + pending };
  }

  #countAccess(memory: Memory): Memory {
    this.#accesses.set(memory.id, (this.#accesses.get(memory.id) ?? 0) + 1);
    this.#oldestAccess = Math.min(this.#oldestAccess, this.#clock.now());
    return { ...memory, accessCount: memory.accessCount + 1 };
  }

  async #append(record: MemoryRecord): Promise<void> {
    const isDue = this.#clock.now() - this.#oldestAccess >= countDelayMs;
    const accesses = isDue ? await this.#takeAccesses() : [];
    await this.#appendAll([record, ...accesses]);
  }

  async #appendAll(records: readonly MemoryRecord[]): Promise<void> {
    await Promise.all(records.map((record) => this.#journal.append(record)));
  }

  /** Takes the accesses that were counted so far. */
  async #takeAccesses(): Promise<readonly MemoryRecord[]> {
    const state = await this.#journal.load();
    const records = [...this.#accesses].flatMap(([id, pending]): readonly MemoryRecord[] => {
      const stored = state.get(id);
      return stored === undefined
        ? []
        : [{ op: 'seen', id, to: stored.memory.accessCount + pending }];
    });
    this.#accesses = new Map();
    this.#oldestAccess = Infinity;
    return records;
  }
}

function idsOf(selection: CheckedSelection, state: MemoryState, now: number): readonly string[] {
  if (selection.id !== undefined)
    return state.get(selection.id) === undefined ? [] : [selection.id];
  return state
    .inNamespace(selection.namespace, now)
    .filter((memory) => state.tagsOf(memory).includes(selection.tag))
    .map((memory) => memory.id);
}
