import { parseNumber } from '../number/parse-number.ts';
import { MAX_SCALE } from '../number/powers-of-ten.ts';
import { ZERO } from '../number/rational.ts';
import {
  COMMA,
  DIGIT_0,
  isDigit,
  isLetter,
  LOWER_E,
  MINUS,
  PLUS,
  POINT,
  UNDERSCORE,
} from './characters.ts';
import { setExact, setNonZero } from './exact-result.ts';
import { overflowError, syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { countDigitsAt, textOf } from './scanner.ts';

/** How fast powers of ten are made for long literals (measured). */
const PLACES_PER_MICROSECOND = 160;

/** True where the character behind digits and at most one point surely does not continue a number. */
export function endsNumber(machine: Machine, code: number): boolean {
  // + and what is below it, - / ^ and what is no ASCII
  if (code <= 43 || code === 45 || code === 47 || code === 94 || code >= 200) return true;
  if (code === COMMA) return machine.commaSeparates;
  return isLetter(code) && !isE(code) && baseOf(code) === 0;
}

/**
 * Reads a number at the machine's position, which is at a digit or a point, and pushes it. Knows separators, exponents,
 * long numbers and mistakes: collects the plain text of the number and reads that exactly.
 */
export function readNumber(machine: Machine): void {
  if (isPrefixed(machine, machine.position)) {
    readPrefixed(machine);
    return;
  }
  const start = machine.position;
  let text = readDigits(machine);
  if (machine.codeAt(machine.position) === COMMA) text += readThousands(machine, text);
  if (machine.codeAt(machine.position) === POINT) {
    machine.position += 1;
    text += `.${readDigits(machine)}`;
    if (machine.codeAt(machine.position) === POINT) {
      throw syntaxError(machine.position, 'a number has only one decimal point');
    }
    if (text === '.') throw syntaxError(start, 'a point without digits is no number');
  }
  text += readExponent(machine);
  pushLiteral(machine, text, start);
}

function pushLiteral(machine: Machine, text: string, start: number): void {
  machine.operatorPosition = start;
  const [mantissa = '', exponent = '0'] = text.split('e');
  const point = mantissa.indexOf('.');
  const places = (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent);
  const digits = Number(mantissa.replace('.', ''));
  if (places >= 0 && places <= MAX_SCALE && Number.isSafeInteger(digits)) {
    machine.push().setDecimal(digits, places);
    return;
  }
  const value = digits === 0 ? ZERO : parseNumber(text);
  if (value !== undefined) {
    machine.spend(Math.abs(places) / PLACES_PER_MICROSECOND);
    setExact(machine, machine.push(), value);
  } else if (places > 0) {
    setNonZero(machine, machine.push(), 0);
  } else {
    throw overflowError(start);
  }
}

/** Digits with single underscores between them. */
function readDigits(machine: Machine): string {
  let digits = '';
  for (;;) {
    const code = machine.codeAt(machine.position);
    if (isDigit(code)) {
      digits += String.fromCharCode(code);
    } else if (code !== UNDERSCORE) {
      return digits;
    } else if (digits === '' || !isDigit(machine.codeAt(machine.position + 1))) {
      throw syntaxError(machine.position, 'an underscore may only stand between two digits');
    }
    machine.position += 1;
  }
}

/** The groups after the first one; nothing where the comma separates arguments, or is a mistake for others to tell. */
function readThousands(machine: Machine, first: string): string {
  if (machine.commaSeparates || first.length > 3 || first.startsWith('0')) return '';
  let { position } = machine;
  let digits = '';
  while (machine.codeAt(position) === COMMA && countDigitsAt(machine, position + 1) === 3) {
    digits += textOf(machine, position + 1, position + 4);
    position += 4;
  }
  if (machine.codeAt(position) === COMMA && isDigit(machine.codeAt(position + 1))) return '';
  machine.position = position;
  return digits;
}

/** `e`, an optional sign and digits; an `e` without digits is Euler's number and is left where it is. */
function readExponent(machine: Machine): string {
  if (!isE(machine.codeAt(machine.position))) return '';
  const sign = machine.codeAt(machine.position + 1);
  const isSigned = sign === PLUS || sign === MINUS;
  const first = machine.position + (isSigned ? 2 : 1);
  if (!isDigit(machine.codeAt(first))) return '';
  machine.position = first;
  const digits = readDigits(machine);
  if (machine.codeAt(machine.position) === POINT) {
    throw syntaxError(machine.position, 'an exponent has no decimal point');
  }
  return `e${sign === MINUS ? '-' : ''}${digits}`;
}

/** True at 0x, 0b or 0o. */
function isPrefixed(machine: Machine, position: number): boolean {
  return machine.codeAt(position) === DIGIT_0 && baseOf(machine.codeAt(position + 1)) !== 0;
}

function baseOf(code: number): number {
  switch (code | 32) {
    case 120:
      return 16;
    case 111:
      return 8;
    case 98:
      return 2;
    default:
      return 0;
  }
}

function readPrefixed(machine: Machine): void {
  const start = machine.position;
  const base = baseOf(machine.codeAt(start + 1));
  let text = String.fromCharCode(DIGIT_0, machine.codeAt(start + 1)).toLowerCase();
  machine.position += 2;
  for (;;) {
    const code = machine.codeAt(machine.position);
    if (isDigitOf(code, base)) text += String.fromCharCode(code);
    else if (code !== UNDERSCORE || !isDigitOf(machine.codeAt(machine.position + 1), base)) break;
    machine.position += 1;
  }
  const next = machine.codeAt(machine.position);
  if (text.length === 2 || isDigit(next) || isLetter(next) || next === POINT) {
    throw syntaxError(
      machine.position,
      `a base-${base} number has only whole digits below ${base}`,
    );
  }
  machine.operatorPosition = start;
  setExact(machine, machine.push(), { numerator: BigInt(text), denominator: 1n });
}

function isDigitOf(code: number, base: number): boolean {
  if (isDigit(code)) return code - DIGIT_0 < base;
  const letter = code | 32;
  return base === 16 && letter >= 97 && letter <= 102 && code < 127;
}

function isE(code: number): boolean {
  return (code | 32) === LOWER_E;
}
