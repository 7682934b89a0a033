import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import {
  asCount,
  asEntries,
  asObject,
  asText,
  asTexts,
  asTime,
  movedOn,
  timeInId,
} from './json-fields.ts';
import { memoryTypes } from './memory.ts';
import type { Memory } from './memory.ts';
import { splitTags, tagKeys } from './tags.ts';
import { searchable } from './text-match.ts';
import type { SearchableText } from './text-match.ts';

/** A memory with what only the store knows. */
export interface StoredMemory {
  readonly memory: Memory;
  readonly namespace: string;
  readonly expiresAt: number | undefined;
  /** Fields that other programs or people added; written back unchanged. */
  readonly extra: JsonObject;
}

/** Kept in the journal. Each may be applied twice: counters only ever go from the value that was seen to a higher one. */
export type MemoryRecord =
  | { readonly op: 'add'; readonly memory: JsonObject }
  | {
      readonly op: 'again';
      readonly id: string;
      readonly from: number;
      readonly to: number;
      readonly key: string;
      readonly tags?: readonly string[];
      readonly expiresAt?: number;
    }
  | { readonly op: 'seen'; readonly id: string; readonly to: number }
  | { readonly op: 'drop'; readonly ids: readonly string[] };

/** Everything in memories.json and its journal. */
export class MemoryState {
  readonly #entries = new Map<string, StoredMemory>();
  readonly #idOfText = new Map<string, string>();
  readonly #searchable = new WeakMap<Memory, SearchableText>();
  readonly #tagKeys = new WeakMap<Memory, readonly string[]>();
  readonly #accepted = new Set<string>();
  readonly #unreadable: Json[] = [];

  static read(json: Json | undefined): MemoryState {
    const state = new MemoryState();
    const doubles: { readonly entry: Json; readonly stored: StoredMemory }[] = [];
    for (const entry of asEntries(json)) {
      const stored = readEntry(entry);
      if (stored === undefined) state.#unreadable.push(entry);
      else if (state.#entries.has(stored.memory.id)) doubles.push({ entry, stored });
      else state.#put(stored);
    }
    // Last, so that no entry loses its own id to one that moves on.
    for (const { entry, stored } of doubles) {
      const { memory, namespace } = stored;
      const isRepeated = state.withText(namespace, memory.content)?.memory.id === memory.id;
      if (isRepeated) state.#unreadable.push(entry);
      else {
        const id = movedOn(memory.id, (taken) => state.#entries.has(taken));
        state.#put({ ...stored, memory: { ...memory, id } });
      }
    }
    return state;
  }

  get skipped(): number {
    return this.#unreadable.length;
  }

  /** The JSON of everything that has not expired. */
  write(now: number): Json {
    const kept = [...this.#entries.values()].filter((entry) => !isExpired(entry, now));
    return [...kept.map(writeEntry), ...this.#unreadable];
  }

  get(id: string): StoredMemory | undefined {
    return this.#entries.get(id);
  }

  withText(namespace: string, content: string): StoredMemory | undefined {
    const id = this.#idOfText.get(textKey(namespace, content));
    return id === undefined ? undefined : this.#entries.get(id);
  }

  inNamespace(namespace: string, now: number): readonly Memory[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.namespace === namespace && !isExpired(entry, now))
      .map((entry) => entry.memory);
  }

  /** Whether the counting record with this key took effect. */
  accepted(key: string): boolean {
    return this.#accepted.has(key);
  }

  textOf(memory: Memory): SearchableText {
    const known = this.#searchable.get(memory) ?? searchable(memory.content);
    this.#searchable.set(memory, known);
    return known;
  }

  tagsOf(memory: Memory): readonly string[] {
    const known = this.#tagKeys.get(memory) ?? tagKeys(memory.tags);
    this.#tagKeys.set(memory, known);
    return known;
  }

  apply(record: Json): void {
    const fields = asObject(record);
    if (fields?.['op'] === 'add') this.#add(fields);
    else if (fields?.['op'] === 'again') this.#again(fields);
    else if (fields?.['op'] === 'seen') this.#seen(fields);
    else if (fields?.['op'] === 'drop') this.#drop(asTexts(fields['ids']));
  }

  #add(fields: JsonObject): void {
    const stored = readEntry(fields['memory']);
    if (stored === undefined || this.#entries.has(stored.memory.id)) return;
    // Another process stored the same text first; whoever wrote this record sees that, and counts it there.
    if (this.withText(stored.namespace, stored.memory.content) !== undefined) return;
    this.#put(stored);
  }

  #again(fields: JsonObject): void {
    const stored = this.#entries.get(asText(fields['id']) ?? '');
    const to = asCount(fields['to']);
    if (stored === undefined || to === undefined) return;
    if (stored.memory.accessCount !== asCount(fields['from'])) return;
    const key = asText(fields['key']);
    if (key !== undefined) this.#accepted.add(key);
    const tags = splitTags([...stored.memory.tags, ...asTexts(fields['tags'])]);
    this.#put({
      ...stored,
      expiresAt: asTime(fields['expiresAt']),
      memory: { ...stored.memory, tags, accessCount: to },
    });
  }

  #seen(fields: JsonObject): void {
    const stored = this.#entries.get(asText(fields['id']) ?? '');
    const to = asCount(fields['to']);
    if (stored === undefined || to === undefined || to <= stored.memory.accessCount) return;
    this.#put({ ...stored, memory: { ...stored.memory, accessCount: to } });
  }

  #put(stored: StoredMemory): void {
    this.#entries.set(stored.memory.id, stored);
    const key = textKey(stored.namespace, stored.memory.content);
    if (!this.#idOfText.has(key)) this.#idOfText.set(key, stored.memory.id);
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) {
      const stored = this.#entries.get(id);
      if (stored === undefined) continue;
      this.#entries.delete(id);
      const key = textKey(stored.namespace, stored.memory.content);
      if (this.#idOfText.get(key) === id) this.#idOfText.delete(key);
    }
    // People may have written the same text twice: the other one is found by it from now on.
    if (this.#idOfText.size === this.#entries.size) return;
    for (const { memory, namespace } of this.#entries.values()) {
      const key = textKey(namespace, memory.content);
      if (!this.#idOfText.has(key)) this.#idOfText.set(key, memory.id);
    }
  }
}

export function isExpired(entry: StoredMemory, now: number): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= now;
}

/** Blanks around a text and the way its accents are encoded do not make it another one. */
function textKey(namespace: string, content: string): string {
  return `${namespace.length}:${namespace}${content.trim().normalize('NFC')}`;
}

const ownFields = new Set(
  'id type content tags timestamp accessCount namespace expiresAt'.split(' '),
);

/** Reads what older versions and people wrote: only the content is needed. */
function readEntry(json: Json | undefined): StoredMemory | undefined {
  const fields = asObject(json);
  const content = asText(fields?.['content']);
  if (fields === undefined || content === undefined || content.trim() === '') return undefined;
  const givenId = asTexts([fields['id'] ?? null])[0];
  const timestamp = asTime(fields['timestamp']) ?? timeInId(givenId) ?? 0;
  const memory: Memory = {
    id: givenId ?? derivedId(timestamp, content),
    type: memoryTypes.find((type) => type === fields['type']) ?? 'fact',
    content,
    tags: splitTags(asTexts(fields['tags'])),
    timestamp,
    accessCount: asCount(fields['accessCount']) ?? 0,
  };
  const isKnownType = memory.type === fields['type'];
  const extra = Object.fromEntries(
    Object.entries(fields).filter(
      // A type of a later version counts as a fact here, and stays what it is in the file.
      ([name]) => !ownFields.has(name) || (name === 'type' && !isKnownType),
    ),
  );
  const namespace = asText(fields['namespace']) ?? '';
  return { memory, namespace, expiresAt: asTime(fields['expiresAt']), extra };
}

/** An entry that somebody added without an id gets the same one at every reading. */
function derivedId(timestamp: number, content: string): string {
  return `mem_${timestamp}_${createHash('sha256').update(content).digest('hex').slice(0, 6)}`;
}

export function writeEntry(stored: StoredMemory): JsonObject {
  return {
    ...stored.memory,
    ...(stored.namespace === '' ? {} : { namespace: stored.namespace }),
    ...(stored.expiresAt === undefined ? {} : { expiresAt: stored.expiresAt }),
    ...stored.extra,
  };
}
