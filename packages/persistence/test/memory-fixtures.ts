import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../src/index.ts';
import type { MemoryInput, MemoryQuery, MemoryStore } from '../src/index.ts';

export async function storedIn(folder: string): Promise<readonly unknown[]> {
  return JSON.parse(await readFile(join(folder, 'memories.json'), 'utf8')) as readonly unknown[];
}

export async function rejection(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.then(
    (value) => `resolved to ${JSON.stringify(value)}`,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreError)) throw new Error(`no StoreError: ${String(error)}`);
  return error;
}

export function fact(content: string, ...tags: string[]): MemoryInput {
  return { type: 'fact', content, tags };
}

export async function contents(store: MemoryStore, query: MemoryQuery): Promise<readonly string[]> {
  return (await store.recall(query)).map((memory) => memory.content);
}
