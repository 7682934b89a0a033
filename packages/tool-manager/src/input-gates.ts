import { pathText } from './json-path.ts';
import type { JsonPath } from './json-path.ts';
import type { GateTexts } from './texts/manager-texts.ts';

/** Longest string argument where the tool sets nothing else, in UTF-16 units. */
export const defaultMaxInputChars = 10_000;

/** Deepest nesting of lists and objects. */
const deepest = 32;

/** All strings, names and values together, in UTF-16 units. */
const leastTotalChars = 1_000_000;

/** Names that change an object's prototype when a tool copies its arguments carelessly. */
const reservedKey = '__proto__';

const mostProblems = 20;

export interface ArgumentProblem {
  /** `steps[0].id`; empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

interface Walk {
  readonly limit: number;
  readonly total: number;
  readonly texts: GateTexts;
  readonly problems: ArgumentProblem[];
  left: number;
}

/**
 * Looks at size and shape before anything reads the arguments: string lengths, nesting, total size, JSON values only.
 * It stops at the total, so its own work is bounded for any input.
 */
export function checkInputGates(
  value: unknown,
  texts: GateTexts,
  maxInputChars: number = defaultMaxInputChars,
): readonly ArgumentProblem[] {
  // A tool that allows long strings must be able to get some of them.
  const total = Math.max(leastTotalChars, 4 * maxInputChars);
  const walk: Walk = { limit: maxInputChars, total, texts, problems: [], left: total };
  visit(walk, value, []);
  return walk.problems;
}

function visit(walk: Walk, value: unknown, path: JsonPath): void {
  if (typeof value === 'string') {
    if (value.length > walk.limit) note(walk, path, walk.texts.longText(value.length, walk.limit));
    spend(walk, value.length);
  } else if (typeof value === 'object' && value !== null) {
    visitNested(walk, value, path);
  } else {
    const isJson = value === null || typeof value === 'boolean' || Number.isFinite(value);
    const kind = typeof value === 'number' ? String(value) : typeof value;
    if (!isJson) note(walk, path, walk.texts.notJson(kind));
    spend(walk, 4);
  }
}

function visitNested(walk: Walk, value: object, path: JsonPath): void {
  spend(walk, 2);
  if (path.length >= deepest) {
    note(walk, [], walk.texts.deep(deepest));
    walk.left = -1;
    return;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && walk.left >= 0; index += 1) {
      visit(walk, value[index], [...path, index]);
    }
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    if (walk.left < 0) return;
    if (key === reservedKey) note(walk, path, walk.texts.reservedKey(key));
    spend(walk, key.length);
    // An optional property that a program left undefined is an absent one.
    if (entry !== undefined) visit(walk, entry, [...path, key]);
  }
}

function spend(walk: Walk, chars: number): void {
  if (walk.left < 0) return;
  walk.left -= chars;
  if (walk.left < 0) note(walk, [], walk.texts.large(walk.total));
}

function note(walk: Walk, path: JsonPath, message: string): void {
  if (walk.problems.length < mostProblems) walk.problems.push({ path: pathText(path), message });
}
