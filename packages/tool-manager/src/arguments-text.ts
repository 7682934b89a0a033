import { createHash } from 'node:crypto';

/** The longest arguments that are kept whole, as JSON in UTF-16 units. */
const longestExact = 16_000;

/** How much of longer ones is kept. */
const longestCut = 4_000;
const deepest = 32;

/** Arguments as they were before a tool could change them. */
export interface ArgumentsText {
  /** JSON; undefined where the arguments are none. */
  readonly json: string | undefined;
  /** False where only the beginning was kept. */
  readonly isExact: boolean;
}

/** Of a value that is plain JSON of about `size` characters. */
export function keepArguments(value: unknown, size: number): ArgumentsText {
  if (size > longestExact) return cutArguments(value);
  const json = JSON.stringify(value);
  return json.length > longestExact ? cutArguments(value) : { json, isExact: true };
}

/** Of anything; the work is bounded. */
export function cutArguments(value: unknown): ArgumentsText {
  try {
    const json = JSON.stringify(cut(value, { left: longestCut }, 0)) as string | undefined;
    return { json: json ?? 'null', isExact: false };
  } catch {
    return { json: undefined, isExact: false };
  }
}

function cut(value: unknown, rest: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = value.slice(0, Math.max(0, rest.left));
    rest.left -= value.length + 4;
    return text;
  }
  rest.left -= 4;
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new RangeError('nested too deep');
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (let index = 0; index < value.length && rest.left > 0; index += 1) {
      list.push(cut(value[index], rest, depth + 1));
    }
    return list;
  }
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    if (rest.left <= 0) break;
    const name = key.slice(0, Math.max(0, rest.left));
    rest.left -= key.length + 4;
    copy[name] = cut((value as Readonly<Record<string, unknown>>)[key], rest, depth + 1);
  }
  return copy;
}

/** What two calls with the same idempotency key must have in common. */
export interface ArgumentsPrint {
  /** The JSON, or a digest of long JSON. */
  readonly text: string;
  readonly isDigest: boolean;
}

export function printArguments(value: unknown, kept: ArgumentsText | undefined): ArgumentsPrint {
  if (kept?.isExact && kept.json !== undefined) return { text: kept.json, isDigest: false };
  const json = canonicalJson(value);
  return json.length > longestExact
    ? { text: createHash('sha256').update(json).digest('base64'), isDigest: true }
    : { text: json, isDigest: false };
}

/** True for equal JSON, whatever the order of its names. */
export function isSamePrint(one: ArgumentsPrint, other: ArgumentsPrint): boolean {
  if (one.text === other.text) return true;
  if (one.isDigest || other.isDigest) return false;
  return canonicalJson(JSON.parse(one.text)) === canonicalJson(JSON.parse(other.text));
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(byName))
      : entry,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
