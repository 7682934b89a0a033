import { asciiForm } from './calculator/ascii-form.ts';
import { END, EQUALS, QUESTION } from './calculator/characters.ts';
import { inexactOverflowError, syntaxError } from './calculator/failures.ts';
import { Machine, MAX_EXPRESSION_CHARS } from './calculator/machine.ts';
import { describeNotes, NOTE_UNDERFLOW } from './calculator/note.ts';
import { readBase, textInBase } from './calculator/number-base.ts';
import { DECIMAL, type Operand, RATIONAL } from './calculator/operand.ts';
import { parseExpression } from './calculator/parser.ts';
import { unexpected } from './calculator/scanner.ts';
import { CoreToolError } from './errors.ts';
import {
  countDigits,
  decimalText,
  rationalText,
  roundedDoubleText,
  withoutNoise,
} from './number/number-text.ts';
import type { Rational } from './number/rational.ts';
import { rationalToDouble } from './number/rational-to-double.ts';

export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';

export { MAX_EXPRESSION_CHARS };

/** What an expression comes to. */
export interface Evaluation {
  /** The result: exact digits, or rounded as `exact` tells. Can be typed back in. */
  readonly text: string;
  /**
   * The result as a JavaScript value: a bigint for exact integers beyond ±(2^53 - 1), else the nearest double.
   * Absent for a fraction whose size no double can hold.
   */
  readonly value?: number | bigint;
  /** True when `text` is the exact result; false when it is rounded: to 15 to 17 significant digits, or as asked. */
  readonly exact: boolean;
  /** Which reading was chosen where the notation has more than one. */
  readonly note?: string;
  /** The expression in ASCII with the same meaning, where it was written with other characters. */
  readonly interpreted?: string;
}

/** How to show a result. */
export interface EvaluateOptions {
  /**
   * Significant digits of `text`, from 1 to 1,000, for a result that cannot be shown exactly. Default: 16 for a fraction
   * without an end, the shortest digits that tell a double from its neighbours for any other result. A double (a root, a
   * sine) has no more than 17; exact results always have all their digits.
   */
  readonly precision?: number | undefined;
}

const MAX_PRECISION = 1000;

let sharedMachine: Machine | undefined;

/**
 * Evaluates an arithmetic expression of at most 500 characters.
 *
 * Decimals are exact (`0.1 + 0.2` is 0.3), integers have all their digits up to 4,932, angles are radians and exact
 * multiples of π stay exact (`sin(pi)` is 0). `^` binds tighter than a sign (`-2^2` is -4) and is right-associative;
 * `%` is modulo before an operand and per cent elsewhere; `log` has base 10, `ln` base e. A comma separates the arguments
 * of functions that may take several (`max(1,234)` is 234) and thousands elsewhere (`1,234`).
 *
 * @param expression - numbers, operators, parentheses and the names of functions and constants.
 * @throws CoreToolError `invalid_arguments` for a malformed expression, `tool_error` for one without a real or
 * representable value; `details.position` is the 0-based index of the problem, `details.hint` a way to mend it.
 */
export function evaluate(expression: string, options?: EvaluateOptions): Evaluation {
  if (typeof expression !== 'string') throw syntaxError(0, 'the expression must be a text');
  const precision = options?.precision;
  if (precision !== undefined) requirePrecision(precision);
  if (expression.length > MAX_EXPRESSION_CHARS) {
    throw syntaxError(
      MAX_EXPRESSION_CHARS,
      `the expression has ${expression.length} characters, at most ${MAX_EXPRESSION_CHARS} are allowed`,
    );
  }
  const machine = (sharedMachine ??= new Machine());
  machine.start(expression);
  if (machine.nextCode() === END) throw syntaxError(0, 'the expression is empty');
  parseExpression(machine);
  const base = machine.nextCode() === END ? 10 : readEnd(machine);
  const value = machine.pop();
  if (value.kind === DECIMAL && value.scale === 0 && machine.isPlain && base === 10) {
    return { text: `${value.number}`, value: value.number, exact: true };
  }
  return describe(machine, value, { base, precision });
}

/** Reads what may stand behind an expression (`in hex`, `=`) and tells the base of the result. */
function readEnd(machine: Machine): number {
  const base = readBase(machine);
  let code = machine.nextCode();
  if (code === EQUALS) {
    machine.position += 1;
    if (machine.nextCode() === QUESTION) machine.position += 1;
    code = machine.nextCode();
  }
  if (code !== END) throw unexpected(machine, 'an operator or the end');
  return base;
}

/** An evaluation that is still being filled in. */
type Draft = { -readonly [Key in keyof Evaluation]: Evaluation[Key] };

interface Display {
  readonly base: number;
  readonly precision: number | undefined;
}

function describe(machine: Machine, value: Operand, display: Display): Evaluation {
  value.dropPercent();
  const result = show(machine, value, display.precision);
  if (display.base !== 10) {
    result.text = textInBase(machine, value, display.base);
    result.exact = true;
  }
  const length = lengthNote(value, result);
  if (machine.isPlain && length === undefined) return result;
  const note = joinNotes(describeNotes(machine.notes), length);
  if (note !== undefined) result.note = note;
  const interpreted = machine.isAscii ? undefined : asciiForm(machine);
  if (interpreted !== undefined) result.interpreted = interpreted;
  return result;
}

function show(machine: Machine, value: Operand, precision: number | undefined): Draft {
  if (value.kind === DECIMAL) {
    const text = decimalText(value.number, value.scale);
    return { text, value: value.toDouble(), exact: true };
  }
  if (value.isExact) return showRational(value.toRational(), precision);
  const double = value.toDouble();
  if (double === 0 && !value.isZero) machine.notes |= NOTE_UNDERFLOW;
  return showInexact(machine, double, precision);
}

function showInexact(machine: Machine, double: number, precision: number | undefined): Draft {
  if (!Number.isFinite(double)) throw inexactOverflowError(machine.operatorPosition);
  const shown = withoutNoise(double) + 0;
  const text = precision === undefined ? `${shown}` : roundedDoubleText(shown, precision);
  return { text, value: shown, exact: false };
}

function showRational(rational: Rational, precision: number | undefined): Draft {
  const { text, exact } = rationalText(rational, precision);
  const double = rationalToDouble(rational);
  if (rational.denominator === 1n) {
    return { text, value: Number.isSafeInteger(double) ? double : rational.numerator, exact };
  }
  return Number.isFinite(double) && double !== 0 ? { text, value: double, exact } : { text, exact };
}

/** How long an integer is that is too long for all its digits. */
function lengthNote(value: Operand, { text, exact }: Draft): string | undefined {
  if (value.kind !== RATIONAL || (exact && !text.includes('e+'))) return undefined;
  const { numerator, denominator } = value.toRational();
  return denominator === 1n ? `the exact integer has ${countDigits(numerator)} digits` : undefined;
}

function joinNotes(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined || second === undefined ? (first ?? second) : `${first}; ${second}`;
}

function requirePrecision(precision: number): void {
  if (Number.isInteger(precision) && precision >= 1 && precision <= MAX_PRECISION) return;
  throw new CoreToolError(
    'invalid_arguments',
    `precision must be a whole number from 1 to ${MAX_PRECISION}`,
  );
}
