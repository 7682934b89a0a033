import { pathText } from './json-path.ts';
import type { JsonPath } from './json-path.ts';
import type { GateTexts } from './texts/manager-texts.ts';

/** Longest string argument where the tool sets nothing else, in UTF-16 units. */
export const defaultMaxInputChars = 10_000;

/** Deepest nesting of lists and objects. */
const deepest = 32;

/** All strings, names and values together, in UTF-16 units. */
const leastTotalChars = 1_000_000;

const mostProblems = 20;
const longestKind = 40;

export interface ArgumentProblem {
  /** `steps[0].id`; empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

export interface GatedInput {
  readonly problems: readonly ArgumentProblem[];
  /** A plain copy, whatever the original was made of; incomplete where there are problems. */
  readonly value: unknown;
  /** About as many characters as its JSON has. */
  readonly size: number;
}

interface Walk {
  readonly limit: number;
  readonly total: number;
  readonly texts: GateTexts;
  readonly problems: ArgumentProblem[];
  readonly path: (string | number)[];
  left: number;
}

/** The problems alone, of `readInput`. */
export function checkInputGates(
  value: unknown,
  texts: GateTexts,
  maxInputChars: number = defaultMaxInputChars,
): readonly ArgumentProblem[] {
  return readInput(value, texts, maxInputChars).problems;
}

/**
 * Looks at size and shape before anything reads the arguments: string lengths, nesting, total size, JSON values only, no
 * name that changes a prototype. It stops at the total, so its own work is bounded for any input. Each value is read once
 * and copied: a getter or a proxy cannot show the tool something else than was checked, and a tool that changes its
 * arguments changes nobody else's.
 */
export function readInput(
  value: unknown,
  texts: GateTexts,
  maxInputChars: number = defaultMaxInputChars,
): GatedInput {
  // A tool that allows long strings must be able to get some of them.
  const total = Math.max(leastTotalChars, 4 * maxInputChars);
  const walk: Walk = { limit: maxInputChars, total, texts, problems: [], path: [], left: total };
  let copy: unknown;
  try {
    copy = visit(walk, value);
  } catch {
    note(walk, walk.path, texts.unreadable);
  }
  return { problems: walk.problems, value: copy, size: total - walk.left };
}

function visit(walk: Walk, value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length > walk.limit) {
      note(walk, walk.path, walk.texts.longText(value.length, walk.limit));
    }
    spend(walk, value.length);
    return value;
  }
  if (typeof value === 'object' && value !== null) return visitNested(walk, value);
  const isJson = value === null || typeof value === 'boolean' || Number.isFinite(value);
  if (!isJson) {
    const kind = typeof value === 'number' ? String(value) : typeof value;
    note(walk, walk.path, walk.texts.notJson(kind));
  }
  spend(walk, 4);
  return value;
}

function visitNested(walk: Walk, value: object): unknown {
  spend(walk, 2);
  if (walk.path.length >= deepest) {
    note(walk, [], walk.texts.deep(deepest));
    walk.left = -1;
    return undefined;
  }
  if (Array.isArray(value)) return visitList(walk, value);
  if (isPlain(value)) return visitObject(walk, value as Readonly<Record<string, unknown>>);
  note(walk, walk.path, walk.texts.notJson(kindOf(value)));
  return undefined;
}

function visitList(walk: Walk, list: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  const { length } = list;
  for (let index = 0; index < length && walk.left >= 0; index += 1) {
    walk.path.push(index);
    copy.push(visit(walk, list[index]));
    walk.path.pop();
  }
  return copy;
}

function visitObject(
  walk: Walk,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (walk.left < 0) return copy;
    spend(walk, key.length);
    if (isReserved(key)) {
      note(walk, walk.path, walk.texts.reservedKey(key));
      continue;
    }
    walk.path.push(key);
    const entry = value[key];
    // An optional property that a program left undefined is an absent one.
    if (entry !== undefined) copy[key] = visit(walk, entry);
    walk.path.pop();
  }
  return copy;
}

/** Names that change an object's prototype, or that of all objects, when a tool merges its arguments carelessly. */
function isReserved(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** An object literal, also one of another realm; the content of a Date, a Map or a buffer is not in its properties. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype ||
    prototype === null ||
    (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
  );
}

function kindOf(value: object): string {
  const name: unknown = (value.constructor as { readonly name?: unknown } | undefined)?.name;
  const kind = typeof name === 'string' && /^[\w$]+$/.test(name) ? name : 'object';
  return kind.slice(0, longestKind);
}

function spend(walk: Walk, chars: number): void {
  if (walk.left < 0) return;
  walk.left -= chars;
  if (walk.left < 0) note(walk, [], walk.texts.large(walk.total));
}

function note(walk: Walk, path: JsonPath, message: string): void {
  if (walk.problems.length < mostProblems) walk.problems.push({ path: pathText(path), message });
}
