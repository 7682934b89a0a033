import {
  type ErrorDetails,
  MiniAgentError,
  type ToolErrorCode,
} from '@mini-agent/foundation/errors';

import { lazyPattern } from './lazy-pattern.ts';

// For `candidates`. Exported here, so that a bundle keeps both in one file.
export { nearestNames } from './nearest-names.ts';

/** `invalid_arguments`: change the input; `tool_error`: the input is well-formed but has no answer (1/0, below 0 K). */
export type CoreToolErrorCode = Extract<ToolErrorCode, 'invalid_arguments' | 'tool_error'>;

/** What helps a caller (often a model) to repair its input. A type alias, so that it is a JSON object. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- an interface has no implicit index signature
export type CoreToolErrorDetails = {
  /** Where the problem starts: 0-based UTF-16 index into the text that was given. */
  readonly position?: number;
  /** What to write instead. */
  readonly hint?: string;
  /** Names that could have been meant, best first. */
  readonly candidates?: readonly string[];
};

const MAX_MESSAGE_CHARS = 500;
const MAX_ECHO_CHARS = 32;
/** Control characters and, with the u flag, surrogates without a partner. */
const unprintable = lazyPattern('[\\p{Cc}\\p{Cs}]', 'gu');

/** The only error class that this package throws on purpose. Its message is at most 500 UTF-16 units long. */
export class CoreToolError extends MiniAgentError<CoreToolErrorCode> {
  declare readonly details: CoreToolErrorDetails | undefined;

  constructor(
    code: CoreToolErrorCode,
    message: string,
    options: Omit<ErrorDetails, 'details'> & { readonly details?: CoreToolErrorDetails } = {},
  ) {
    super(code, shorten(message, MAX_MESSAGE_CHARS), options);
    // The published code has short names.
    this.name = 'CoreToolError';
  }
}

/** Quotes a part of the caller's input for a message: at most 32 units, well-formed, without control characters. */
export function quoteInput(input: string): string {
  return `"${shorten(input, MAX_ECHO_CHARS)}"`;
}

function shorten(text: string, maxChars: number): string {
  const head = text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
  return head.replace(unprintable(), ' ');
}

/** The error for an argument of the wrong type. */
export function wrongType(value: unknown, name: string, wanted: string): CoreToolError {
  return new CoreToolError('invalid_arguments', `${name} must be ${wanted}; got ${kindOf(value)}.`);
}

/** The error for an option that is none of those there are. */
export function wrongChoice(value: unknown, name: string, choices: string): CoreToolError {
  const shown =
    typeof value === 'string'
      ? quoteInput(value)
      : typeof value === 'number'
        ? String(value)
        : kindOf(value);
  return new CoreToolError('invalid_arguments', `${name} must be ${choices}; got ${shown}.`);
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a Date';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

// Plain JavaScript calls the functions too, and there a wrong type would end in NaN or in an error of the engine.

export function requireText(value: unknown, name: string, wanted = 'a string'): void {
  if (typeof value !== 'string') throw wrongType(value, name, wanted);
}

export function requireNumber(value: unknown, name: string, wanted = 'a number'): void {
  if (typeof value !== 'number') throw wrongType(value, name, wanted);
}

export function requireFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') throw wrongType(value, name, 'a function');
}

export function requireList(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw wrongType(value, name, 'a list (an array)');
}

export function requireOptions(value: unknown): void {
  if (typeof value !== 'object' || value === null) throw wrongType(value, 'options', 'an object');
}

/** An optional boolean. */
export function requireFlag(value: unknown, name: string): void {
  if (value !== undefined && typeof value !== 'boolean') {
    throw wrongType(value, name, 'true or false');
  }
}

/** Checks a count or length: an integer from `least` to `most`. */
export function requireCount(
  value: number,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw wrongChoice(value, name, `a whole number from ${least} to ${most}`);
  }
  return value;
}
