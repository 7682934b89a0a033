import { CoreToolError, quoteInput, requireFlag, requireText } from '../errors.ts';
import { plainDigits } from '../number/plain-digits.ts';
import { joinLines, splitLines } from './lines.ts';

export interface SortOptions {
  /** Compare lines that are numbers by value (-10 before 2.5), else runs of digits as numbers. Default false. */
  readonly numeric?: boolean | undefined;
  /** Largest first. Default false. */
  readonly descending?: boolean | undefined;
  /** A language whose order to use (`zh`, `de`). Default English; never the host's. */
  readonly locale?: string | undefined;
}

/**
 * Sorts the lines of a text by Unicode collation with pinned options, so that every host gives the same order; lines
 * that collate equal are ordered by code point. A final line end is no line.
 */
export function sortLines(text: string, options: SortOptions = {}): string {
  requireFlag(options.numeric, 'numeric');
  requireFlag(options.descending, 'descending');
  const split = splitLines(text);
  const collator = new Intl.Collator(checkLocale(options.locale) ?? 'en', {
    usage: 'sort',
    sensitivity: 'variant',
    ignorePunctuation: false,
    caseFirst: 'false',
    numeric: options.numeric === true,
  });
  const direction = options.descending === true ? -1 : 1;
  const valueOf = options.numeric === true ? numericValues(split.lines) : undefined;
  const sorted = [...split.lines].sort(
    (a, b) =>
      direction *
      ((valueOf === undefined ? 0 : valueOf(a) - valueOf(b)) ||
        collator.compare(a, b) ||
        compareCodePoints(a, b)),
  );
  return joinLines(sorted, split);
}

const NUMBER_LINE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** The value of a line where all lines but blank ones are numbers; blank ones come first. */
function numericValues(lines: readonly string[]): ((line: string) => number) | undefined {
  const values = new Map<string, number>();
  for (const line of lines) {
    const digits = plainDigits(line);
    if (digits === '') values.set(line, -Number.MAX_VALUE);
    else if (NUMBER_LINE.test(digits)) values.set(line, Number(digits));
    else return undefined;
  }
  // Differences must be numbers, so Infinity (a line such as 1e999) is out.
  if (![...values.values()].every(Number.isFinite)) return undefined;
  return (line) => values.get(line) ?? 0;
}

/** Gives a well-formed locale back, refuses the rest. */
export function checkLocale(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  requireText(locale, 'locale', 'a language tag such as tr');
  try {
    const [canonical] = Intl.getCanonicalLocales(locale);
    if (canonical !== undefined) return canonical;
  } catch {
    // The error below says more than the engine's.
  }
  throw new CoreToolError(
    'invalid_arguments',
    `Invalid locale ${quoteInput(locale)}; use a language tag such as zh, tr or de.`,
  );
}

function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  if (index === length) return a.length - b.length;
  const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
  // Surrogates stand for code points above U+FFFF, but are smaller units than U+E000–U+FFFF.
  return rank(unitA) - rank(unitB);
}

function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}
