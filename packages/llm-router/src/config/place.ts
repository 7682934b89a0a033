import { redactSecrets } from '@mini-agent/foundation/secret';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject } from '../json.ts';
import { shown } from './environment.ts';
import { nearestName } from './nearest-name.ts';

/** What is found wrong, as sentences. */
export interface Notes {
  readonly problems: string[];
  readonly warnings: string[];
}

/** A value's place in a providers file; sentences about it are added to its notes. */
export interface Place {
  /** The file, as sentences name it. */
  readonly label: string;
  /** Such as `providers.acme.price.input`. */
  readonly path: string;
  readonly notes: Notes;
}

/** The place of a field of the object at `place`. */
export function fieldOf(place: Place, field: string): Place {
  const step = /^[\w-]+$/.test(field) ? field : `[${shown(field)}]`;
  const dot = place.path === '' || step.startsWith('[') ? '' : '.';
  return { ...place, path: `${place.path}${dot}${step}` };
}

/** Adds a problem: `what` is the rest of the sentence behind the path, without its full stop. */
export function refuse(place: Place, what: string): undefined {
  place.notes.problems.push(`${place.label}: ${place.path} ${what}.`);
}

/** A value as a message may show it. Objects and lists are not shown: a key may be in them. */
export function given(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  return redactSecrets(shown(value));
}

/** An object, or undefined with a problem; undefined alone where nothing is given. */
export function readObject(value: unknown, allowed: string, place: Place): JsonObject | undefined {
  if (value === undefined || isJsonObject(value)) return value;
  refuse(place, `is ${given(value)}; allowed is ${allowed}`);
  return undefined;
}

/** A text with something in it, without the blanks around it. */
export function readText(value: unknown, allowed: string, place: Place): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  refuse(place, `is ${given(value)}; allowed is ${allowed}`);
  return undefined;
}

export interface NumberRange {
  readonly least: number;
  readonly most?: number;
  readonly whole: boolean;
}

export function readNumber(value: unknown, range: NumberRange, place: Place): number | undefined {
  if (value === undefined) return undefined;
  const { least, most, whole } = range;
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (!whole || Number.isInteger(value)) &&
    value >= least &&
    value <= (most ?? Infinity);
  if (fits) return value;
  const kind = whole ? 'a whole number' : 'a number';
  const span = most === undefined ? `from ${least} up` : `from ${least} to ${most}`;
  refuse(place, `is ${given(value)}; allowed is ${kind} ${span}`);
  return undefined;
}

export function readFlag(value: unknown, place: Place): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  refuse(place, `is ${given(value)}; allowed is true or false`);
  return undefined;
}

/** Warns about the fields that have no meaning here, each with the one that may be meant. */
export function warnUnknown(value: JsonObject, known: readonly string[], place: Place): void {
  const start = `${place.label}: ${place.path === '' ? 'the file' : place.path}`;
  for (const field of Object.keys(value).filter((name) => !known.includes(name))) {
    const nearest = nearestName(field, known);
    const hint =
      nearest === undefined ? `known are ${known.join(', ')}.` : `did you mean ${shown(nearest)}?`;
    place.notes.warnings.push(
      `${start} has an unknown field ${redactSecrets(shown(field))}, which does nothing; ${hint}`,
    );
  }
}

/** The object without its undefined members, as exact optional properties want it. */
export function defined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

type Defined<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };
