import { join } from 'node:path';
import { createJournal } from '../../src/journal.ts';
import type { Journal, JournalOptions } from '../../src/journal.ts';
import type { Json } from '../../src/tool.ts';

/** A set of texts `from:n`; the snapshot is their sorted array. */
export type Numbers = Set<string>;

/** The journal of numbered records that the programs and the tests of this folder share. */
export function openNumbers(
  folder: string,
  options: Partial<JournalOptions<Numbers>> = {},
): Journal<Numbers> {
  return createJournal<Numbers>({
    snapshot: join(folder, 'numbers.json'),
    read: (json) => {
      if (json === undefined) return new Set();
      if (!Array.isArray(json)) throw new Error('must be an array');
      return new Set(json.map(String));
    },
    apply: (state, record) => {
      state.add(nameOf(record));
    },
    write: (state) => [...state].sort(),
    ...options,
  });
}

function nameOf(record: Json): string {
  const { from, n } = record as { readonly from: string; readonly n: number };
  return `${from}:${n}`;
}
