import { ASCII_END, characterClass, LETTER, MARK, NUMBER } from './character-classes.ts';
import { lazyPattern } from '../lazy-pattern.ts';

const decimalDigit = lazyPattern(String.raw`\p{Nd}`);
const GROUP_DIGITS = 3;
/** More are a list; the bound keeps the search linear. */
const MAX_GROUPS = 7;

/**
 * Decimal numbers as they are written: a sign, digits with `,` between thousands, a fraction after `.`, an exponent.
 * What only looks like one is left out: digits of a name (A4, x2), versions and addresses (1.2.3), hexadecimal (0x1F).
 * A `-` between digits is no sign, so that 2024-01-15 holds three numbers.
 */
export function extractNumbers(text: string): readonly string[] {
  const found: string[] = [];
  let index = 0;
  while (index < text.length) {
    if (!isDigit(text, index)) {
      index += 1;
      continue;
    }
    const start = numberStart(text, index);
    const end = numberEnd(text, index);
    const tokenEnd = dottedEnd(text, end);
    const isNumber = start !== undefined && tokenEnd === end && !goesOn(text, index, end);
    if (isNumber) found.push(text.slice(start, end));
    index = isNumber ? end : skipName(text, tokenEnd);
  }
  return found;
}

function isDigit(text: string, index: number): boolean {
  if (index >= text.length) return false;
  const unit = text.charCodeAt(index);
  if (unit < ASCII_END) return unit >= 0x30 && unit <= 0x39;
  return characterClass(unit) === NUMBER && decimalDigit().test(text.charAt(index));
}

/** Of a name: letters of scripts with spaces, marks and `_`. */
function isNamePart(text: string, index: number): boolean {
  if (index >= text.length) return false;
  const kind = characterClass(text.charCodeAt(index));
  return kind === LETTER || kind === MARK || kind === NUMBER || text.charAt(index) === '_';
}

/** Where a number starts whose first digit is given, with sign and dot; undefined inside a name. */
function numberStart(text: string, digit: number): number | undefined {
  let start = digit;
  if (text.charAt(start - 1) === '.' && !(start > 1 && isNamePart(text, start - 2))) start -= 1;
  if (start > 0 && isNamePart(text, start - 1)) return undefined;
  const hasSign = /[-+−]/.test(text.charAt(start - 1));
  if (!hasSign) return start;
  const before = start > 1 ? text.charAt(start - 2) : ' ';
  const isOperator = /[-+−)\]]/.test(before) || (start > 1 && isNamePart(text, start - 2));
  return isOperator ? start : start - 1;
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDigit(text, end)) end += 1;
  return end;
}

function numberEnd(text: string, digit: number): number {
  let end = digitsEnd(text, digit);
  // After a dot there are no more parts but an exponent.
  if (text.charAt(digit - 1) !== '.') {
    end = groupsEnd(text, digit, end);
    if (text.charAt(end) === '.' && isDigit(text, end + 1)) end = digitsEnd(text, end + 1);
  }
  const [exponent = ''] = /^[eE][+-]?(?=\d)/.exec(text.slice(end, end + 3)) ?? [];
  return exponent === '' ? end : digitsEnd(text, end + exponent.length);
}

/** Past `,123` groups; not past any when the last of them goes on otherwise (1,234,5). */
function groupsEnd(text: string, digit: number, from: number): number {
  if (from - digit > GROUP_DIGITS) return from;
  let end = from;
  for (let groups = 0; text.charAt(end) === ',' && isDigit(text, end + 1); groups++) {
    const next = digitsEnd(text, end + 1);
    if (next - end - 1 !== GROUP_DIGITS || groups === MAX_GROUPS) return from;
    end = next;
  }
  return end;
}

/** Past further parts of a version or an address. */
function dottedEnd(text: string, from: number): number {
  let end = from;
  while (text.charAt(end) === '.' && isDigit(text, end + 1)) end = digitsEnd(text, end + 1);
  return end;
}

/** `0x1F`, `1_000`. */
function goesOn(text: string, digit: number, end: number): boolean {
  if (text.charAt(end) === '_') return true;
  const isZero = end === digit + 1 && text.charAt(digit) === '0';
  return isZero && /^[xXbBoO][\da-fA-F]/.test(text.slice(end, end + 2));
}

function skipName(text: string, from: number): number {
  let end = from;
  while (end < text.length && isNamePart(text, end)) end += 1;
  return end;
}
