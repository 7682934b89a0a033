import { Fraction } from 'fraction.js';
import { expect } from 'vitest';

import { CoreToolError, evaluate, type Evaluation } from '../src/calculator.ts';

/** The value that a result shows, as a fraction. fraction.js reads no exponents. */
export function shownValue(text: string): Fraction {
  const [digits = '', exponent = '0'] = text.split('e');
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  const mantissa = new Fraction(digits);
  return Number(exponent) < 0 ? mantissa.div(power) : mantissa.mul(power);
}

/** A result that is a rational value: exact, or 16 significant digits of it, correctly rounded. */
export function expectRational(result: Evaluation, expected: Fraction): void {
  const shown = shownValue(result.text);
  if (result.exact) {
    expect(shown.equals(expected), `${result.text} is ${expected.toFraction()}`).toBe(true);
    return;
  }
  expect(expected.equals(0)).toBe(false);
  // At most half a unit of the 16th digit.
  const error = shown.sub(expected).div(expected).abs();
  expect(error.compare(new Fraction(1, 2n * 10n ** 15n)), result.text).toBeLessThanOrEqual(0);
}

/** Both have the same result, to every digit. */
export function expectSame(left: string, right: string): void {
  const { text, exact } = evaluate(left);
  expect({ text, exact }, `${left} = ${right}`).toEqual({
    text: evaluate(right).text,
    exact: evaluate(right).exact,
  });
}

/** The text of the result, or the problem of the typed error without its position. */
export function outcomeOf(expression: string): string {
  try {
    return evaluate(expression).text;
  } catch (error) {
    if (error instanceof CoreToolError) return error.message.replace(/ at position \d+/, '');
    throw error;
  }
}

/** The typed error of an expression. */
export function failureOfExpression(expression: string): CoreToolError {
  try {
    evaluate(expression);
  } catch (error) {
    if (error instanceof CoreToolError) return error;
    throw error;
  }
  throw new Error(`${expression} should fail`);
}

/** A number of some kind, or the package's own error with a position inside the text; never anything else. */
export function expectSound(expression: string): void {
  const problem = problemWith(expression);
  // Not `expect` for every property: this runs for hundreds of thousands of inputs.
  if (problem !== undefined) expect.fail(`${problem} for ${JSON.stringify(expression)}`);
}

const RESULT = /^-?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|0x[0-9A-F]+|0b[01]+|0o[0-7]+)$/;
const NEGATIVE_ZERO = /^-0(?:\.0*)?(?:e|$)/;

function problemWith(expression: string): string | undefined {
  let result: Evaluation;
  try {
    result = evaluate(expression);
  } catch (error) {
    return problemWithError(expression, error);
  }
  const { text, value, exact, note, interpreted } = result;
  if (typeof text !== 'string' || !RESULT.test(text)) return `the text ${text} is no number`;
  if (NEGATIVE_ZERO.test(text) || Object.is(value, -0)) return 'there is a negative zero';
  if (typeof exact !== 'boolean') return 'exact is no boolean';
  if (!isTextOrAbsent(note) || !isTextOrAbsent(interpreted)) return 'a note is no text';
  if (value === undefined || typeof value === 'bigint') return undefined;
  return Number.isFinite(value) ? undefined : `the value ${String(value)} is no number`;
}

function problemWithError(expression: string, error: unknown): string | undefined {
  if (!(error instanceof CoreToolError)) return `${String(error)} was thrown`;
  if (!/^(?:invalid_arguments|tool_error)$/.test(error.code)) return 'the code is unknown';
  const { position, hint } = error.details ?? {};
  if (position === undefined || !Number.isInteger(position)) return 'there is no position';
  if (position < 0 || position > expression.length) return `the position ${position} is outside`;
  if (!isTextOrAbsent(hint)) return 'the hint is no text';
  if (error.message.length > 500) return 'the message is too long';
  const ownWords = error.message.replace(/"[^"]*"/g, '');
  return /NaN|Infinity|\[object|=>|prototype/.test(ownWords) ? error.message : undefined;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '');
}
