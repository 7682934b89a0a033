/** Words by their first character, with what each means. */
export interface WordIndex<Value> {
  get(first: string): WordEntries<Value> | undefined;
}

type WordEntries<Value> = readonly (readonly [word: string, Value])[];

/** Longest first; made when a word is first looked for. */
export function wordIndex<Value>(entries: () => WordEntries<Value>): WordIndex<Value> {
  let index: ReadonlyMap<string, WordEntries<Value>> | undefined;
  return { get: (first) => (index ??= byFirstCharacter(entries())).get(first) };
}

function byFirstCharacter<Value>(
  entries: WordEntries<Value>,
): ReadonlyMap<string, WordEntries<Value>> {
  const index = new Map<string, (readonly [string, Value])[]>();
  for (const entry of [...entries].sort(([left], [right]) => right.length - left.length)) {
    const first = entry[0].charAt(0);
    const known = index.get(first);
    if (known === undefined) index.set(first, [entry]);
    else known.push(entry);
  }
  return index;
}
