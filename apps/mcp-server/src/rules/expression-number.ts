import {
  decimalText,
  integerDecimal,
  multiplyDecimals,
  readNumbers,
  skipSpace,
} from '@mini-agent/llm-router/rules';
import type { NumberReading } from '@mini-agent/llm-router/rules';
import type { ExpressionCursor } from './expression-cursor.ts';
import type { Expression } from './expression-node.ts';
import { fractionNode, numberNode, postfixNode } from './expression-node.ts';

/** A number, or a percentage in Chinese order (百分之二十). */
export function readNumberNode(cursor: ExpressionCursor): Expression | undefined {
  const start = skipSpace(cursor.lower, cursor.at);
  if (!mayBeSpecial(cursor.lower, start)) return readUsualNumber(cursor, start);
  return readPart(cursor, start) ?? readQuotientOf(cursor, start) ?? readPlain(cursor, start);
}

const special = /[百千万]|\d+(?:[a-z/]|\.\d+k| \d)/y;

/** Whether what stands at `start` may be a number in another form than `readNumbers` knows: 百分之二十, `3/4 of`, `0xff`, `5k`, `3 1/2`. */
export function mayBeSpecial(lower: string, start: number): boolean {
  special.lastIndex = start;
  return special.test(lower);
}

/** `3/4 of 100`: a fraction in digits, where "of" follows. */
function readQuotientOf(cursor: ExpressionCursor, start: number): Expression | undefined {
  const written = /^(\d{1,6})\/(\d{1,6})(?= of )/.exec(cursor.lower.slice(start, start + 18));
  if (written === null) return undefined;
  cursor.at = start + written[0].length;
  return fractionNode(written[1] ?? '', written[2] ?? '');
}

function readPlain(cursor: ExpressionCursor, start: number): Expression | undefined {
  const coded = /^(?:0x[\da-f]{1,12}|0b[01]{1,36}|0o[0-7]{1,15})(?!\w)/.exec(
    cursor.lower.slice(start, start + 40),
  )?.[0];
  if (coded !== undefined) {
    cursor.at = start + coded.length;
    return numberNode(coded, false);
  }
  return readThousands(cursor, start) ?? readMixed(cursor, start) ?? readUsualNumber(cursor, start);
}

/** A number as `readNumbers` reads it. */
export function readUsualNumber(cursor: ExpressionCursor, start: number): Expression | undefined {
  const readings = readNumbers(cursor.lower, start);
  const reading = cursor.longNumbers
    ? readings[0]
    : readings.find(({ end }) => !cursor.lower.slice(start, end).includes(' and '));
  if (reading === undefined) return undefined;
  cursor.at = reading.end;
  if (reading.denominator !== undefined) {
    return fractionNode(decimalText(reading.value), decimalText(reading.denominator));
  }
  return plainNode(cursor, start, reading);
}

/** `5k`, `2.5k`: thousands. With a space it may be anything. */
function readThousands(cursor: ExpressionCursor, start: number): Expression | undefined {
  const written = /^(\d{1,6}(?:\.\d{1,3})?)k(?![\w.,-])/.exec(
    cursor.lower.slice(start, start + 12),
  );
  const number = written === null ? undefined : readNumbers(written[1] ?? '', 0)[0]?.value;
  if (written === null || number === undefined || isNumberPart(cursor.lower[start - 1]))
    return undefined;
  cursor.at = start + written[0].length;
  return numberNode(decimalText(multiplyDecimals(number, integerDecimal(1000))), true);
}

/** `3 1/2`: a mixed number where the fraction is a proper one with a usual denominator. */
function readMixed(cursor: ExpressionCursor, start: number): Expression | undefined {
  const written = /^(\d{1,6}) (\d{1,2})\/(\d{1,2})(?![\w./%(!^]| ?[\d(])/.exec(
    cursor.lower.slice(start, start + 16),
  );
  if (written === null || cursor.inList || isNumberPart(cursor.lower[start - 1])) return undefined;
  const [all, whole = '', numerator = '', denominator = ''] = written;
  if (Number(numerator) >= Number(denominator) || Number(numerator) === 0) return undefined;
  cursor.at = start + all.length;
  const text = `(${whole} + ${numerator}/${denominator})`;
  return { ...numberNode(text, true), inner: text.slice(1, -1) };
}

function isNumberPart(character: string | undefined): boolean {
  return character !== undefined && /[\w.,]/.test(character);
}

function plainNode(cursor: ExpressionCursor, start: number, reading: NumberReading): Expression {
  const written = cursor.lower.slice(start, reading.end);
  if (reading.written === 'digits') return numberNode(written.replaceAll(',', ''), false);
  const node = numberNode(decimalText(reading.value), true);
  return isFraction(written) ? { ...node, kind: 'fraction' } : node;
}

/** "half", "three quarters", 四分之三: what "of" may follow. */
function isFraction(written: string): boolean {
  return /(?:half|halves|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|sixteenth|twentieth|hundredth|thousandth)s?)$|[½⅓⅔¼¾]$|分之/.test(
    written,
  );
}

/** 百分之N, 千分之N, 万分之N. */
function readPart(cursor: ExpressionCursor, start: number): Expression | undefined {
  const whole = partNames.find(([name]) => cursor.lower.startsWith(name, start));
  if (whole === undefined) return undefined;
  const [name, denominator] = whole;
  const number = readNumbers(cursor.lower, start + name.length)[0];
  const hundred = cursor.lower.startsWith('百', start + name.length) ? '100' : undefined;
  if (number === undefined && hundred === undefined) return undefined;
  cursor.at = number?.end ?? start + name.length + 1;
  const text = number === undefined ? '100' : decimalText(number.value);
  if (number?.denominator !== undefined) return undefined;
  if (denominator !== '100') return fractionNode(text, denominator);
  return postfixNode(numberNode(text, true), '%', { words: true, kind: 'percent' });
}

const partNames: readonly (readonly [name: string, denominator: string])[] = [
  ['百分之', '100'],
  ['千分之', '1000'],
  ['万分之', '10000'],
];
