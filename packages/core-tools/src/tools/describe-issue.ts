import type { z } from 'zod';

import { nearestNames, quoteInput } from '../errors.ts';

export interface DescribedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The tool whose arguments are described. */
export interface DescribedTool {
  readonly name: string;
  /** The names of its arguments; asked for only where one is needed. */
  readonly fields: () => readonly string[];
}

const ENDING_PUNCTUATION = /[.;:,\s]+$/;

/** Turns a zod issue into `what is allowed; got what was given`, which a model can act on. */
export function describeIssue(
  issue: z.core.$ZodIssue,
  root: unknown,
  tool: DescribedTool,
): DescribedIssue {
  const path = issue.path;
  if (issue.code === 'unrecognized_keys') {
    return { path, message: unknownField(issue.keys, root, tool) };
  }
  const allowed = allowedText(issue).replace(ENDING_PUNCTUATION, '');
  const given = givenText(path, root);
  return {
    path,
    message: given === 'nothing' ? `${allowed}; it is missing` : `${allowed}; got ${given}`,
  };
}

/** With the name that was meant, else with all that there are. */
function unknownField(
  [key = '', ...others]: readonly string[],
  root: unknown,
  { name, fields }: DescribedTool,
): string {
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const all = fields();
  const free = new Map(
    all
      .filter((field) => !Object.hasOwn(Object(root) as object, field))
      .map((field) => [folded(field), field]),
  );
  const wanted = folded(key.slice(0, MAX_FIELD_CHARS));
  const meant = free.get(wanted) ?? free.get(nearestNames(wanted, free.keys(), 1)[0] ?? '');
  const advice = meant === undefined ? `${name} takes ${all.join(', ')}` : `did you mean ${meant}?`;
  return `unknown field ${quoteInput(key)}${more}; ${advice}`;
}

const MAX_FIELD_CHARS = 40;

/** One spelling for `toTimezone`, `to-timezone` and `to_timezone`. */
function folded(field: string): string {
  return field.toLowerCase().replace(/[-_\s]/g, '');
}

function allowedText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${verb(issue.origin)} at least ${amount(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${verb(issue.origin)} at most ${amount(issue.maximum, issue.origin)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return issue.message;
  }
}

function verb(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function amount(bound: number | bigint, origin: string): string {
  const unit = origin === 'string' ? ' character' : origin === 'array' ? ' item' : '';
  return `${bound}${unit}${unit !== '' && Number(bound) !== 1 ? 's' : ''}`;
}

function withArticle(type: string): string {
  if (type === 'int') return 'an integer';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** What stands at `path`, shortened: never more than a few dozen characters of the caller's text. */
function givenText(path: readonly PropertyKey[], root: unknown): string {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return 'nothing';
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    return value.length > 32 ? `a text of ${value.length} characters` : quoteInput(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null)
    return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
