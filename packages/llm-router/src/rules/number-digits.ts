import { isDigit } from './characters.ts';
import type { Decimal } from './decimal.ts';
import { addDecimals, divideDecimals, integerDecimal, parseDecimal } from './decimal.ts';

/** A number as it was written: its exact value, or a fraction without a finite decimal form. */
export interface NumberReading {
  readonly value: Decimal;
  /** Set where the number is a fraction like 1/3; `value` is its numerator then. */
  readonly denominator?: Decimal;
  readonly end: number;
  /** `digits`: only digits, commas, a point, an exponent. `words`: anything else ("twenty", "1.5万", "½"). */
  readonly written: 'digits' | 'words';
}

const vulgarFractions: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};

/**
 * Reads `1250`, `1,250.5`, `.5`, `1e3`, `2½` at `position`. Anything that only begins like a number is none:
 * `1.2.3`, `1,25`, `12:30`, a part of a word.
 */
export function readDigits(lower: string, position: number): NumberReading | undefined {
  const first = lower[position];
  if (!isDigit(first) && first !== '.') return readVulgar(lower, position);
  const literal = scanLiteral(lower, position);
  if (literal === undefined) return undefined;
  const value = parseDecimal(literal.text);
  if (value === undefined) return undefined;
  const vulgar = readVulgar(lower, literal.end);
  if (vulgar === undefined) return { value, end: literal.end, written: 'digits' };
  if (value.scale !== 0 || vulgar.denominator !== undefined) return undefined;
  return { value: addDecimals(value, vulgar.value), end: vulgar.end, written: 'words' };
}

function readVulgar(lower: string, position: number): NumberReading | undefined {
  const mark = lower[position];
  const fraction = mark === undefined || mark < '¼' ? undefined : vulgarFractions[mark];
  if (fraction === undefined) return undefined;
  return fractionReading(integerDecimal(fraction[0]), integerDecimal(fraction[1]), position + 1);
}

/** A fraction as a decimal where it has a finite one. */
export function fractionReading(value: Decimal, denominator: Decimal, end: number): NumberReading {
  const quotient = divideDecimals(value, denominator);
  return quotient === undefined
    ? { value, denominator, end, written: 'words' }
    : { value: quotient, end, written: 'words' };
}

function scanLiteral(lower: string, position: number): { text: string; end: number } | undefined {
  const before = lower[position - 1];
  if (before === '.' || before === '_' || isDigit(before)) return undefined;
  let at = digitsEnd(lower, position);
  let text = lower.slice(position, at);
  const behind = lower[at];
  // Nothing but digits.
  if (text !== '' && behind !== ',' && behind !== '.' && behind !== 'e') return { text, end: at };
  const groups = groupsEnd(lower, position, at);
  if (groups > at) {
    text = lower.slice(position, groups).replaceAll(',', '');
    at = groups;
  } else if (text !== '' && lower[at] === ',' && isDigit(lower[at + 1])) {
    return undefined;
  }
  if (lower[at] === '.' && isDigit(lower[at + 1])) {
    const end = digitsEnd(lower, at + 1);
    text += lower.slice(at, end);
    at = end;
  }
  if (text === '' || (lower[at] === '.' && isDigit(lower[at + 1]))) return undefined;
  const exponent = exponentEnd(lower, at);
  return { text: text + lower.slice(at, exponent), end: exponent };
}

function digitsEnd(lower: string, position: number): number {
  let at = position;
  for (;;) {
    const character = lower[at];
    if (character === undefined || character < '0' || character > '9') return at;
    at++;
  }
}

/** End of `,250,000` behind up to three digits, if every group has exactly three. */
function groupsEnd(lower: string, start: number, firstEnd: number): number {
  if (firstEnd === start || firstEnd - start > 3) return firstEnd;
  let at = firstEnd;
  while (lower[at] === ',' && digitsEnd(lower, at + 1) === at + 4) at += 4;
  return lower[at] === ',' && isDigit(lower[at + 1]) ? firstEnd : at;
}

function exponentEnd(lower: string, position: number): number {
  if (lower[position] !== 'e') return position;
  const sign = /[+-]/.test(lower.charAt(position + 1)) ? 1 : 0;
  const end = digitsEnd(lower, position + 1 + sign);
  return end > position + 1 + sign && !/[a-z.]/.test(lower.charAt(end)) ? end : position;
}
