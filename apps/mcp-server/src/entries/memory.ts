import {
  StoreError,
  type Memory,
  type MemoryInput,
  type MemoryQuery,
  type MemoryStats,
} from '@mini-agent/persistence';
import { instance } from '../library/instance.ts';

export type { Memory, MemoryInput, MemoryQuery, MemoryStats } from '@mini-agent/persistence';

/** Keeps a memory; resolved = durable. Rejects with a StoreError: `invalid_input` names a wrong field. */
export async function remember(input: MemoryInput): Promise<Memory> {
  return (await instance().stores.openMemory()).remember(input);
}

/** Memories by exact tags, by text, or by both; at most `limit` (default 5), the most useful first. */
export async function recall(query: MemoryQuery): Promise<readonly Memory[]> {
  return (await instance().stores.openMemory()).recall(query);
}

export interface MemorySearch {
  readonly keyword: string;
  readonly limit?: number;
}

/** Memories that `keyword` finds in their text or among their tags. A limit of 0 gives none; an empty keyword is an error, it would match everything. */
export async function searchMemories(
  search: string | MemorySearch,
  limit?: number,
): Promise<readonly Memory[]> {
  const given: Partial<MemorySearch> | undefined =
    typeof search === 'string'
      ? { keyword: search, ...(limit !== undefined && { limit }) }
      : search;
  const keyword: unknown = (given as Partial<MemorySearch> | null | undefined)?.keyword;
  if (typeof keyword !== 'string' || keyword.trim() === '') {
    throw new StoreError('invalid_input', 'keyword is required and must not be empty.');
  }
  if (given.limit === 0) return [];
  return recall({ text: keyword, ...(given.limit !== undefined && { limit: given.limit }) });
}

/** How many memories there are, by type, and the path of the file. */
export async function getMemoryStats(): Promise<MemoryStats> {
  return (await instance().stores.openMemory()).stats();
}
