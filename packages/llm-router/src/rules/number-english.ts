import { isWordCharacter } from './characters.ts';
import type { Decimal } from './decimal.ts';
import {
  addDecimals,
  compareDecimals,
  integerDecimal,
  multiplyDecimals,
  parseDecimal,
} from './decimal.ts';
import type { NumberReading } from './number-digits.ts';
import { fractionReading, readDigits } from './number-digits.ts';
import type { Word } from './number-words.ts';
import { beginsNumber, multiplies, nextWord, parts, scales, small, tens } from './number-words.ts';

/**
 * English number words at `position`, the longest reading first: "twenty-five", "one hundred and five", "two and a half",
 * "three point one four", "1.5 million", "half a dozen", "three quarters".
 */
export function readEnglishNumber(lower: string, position: number): readonly NumberReading[] {
  if (isWordCharacter(lower[position - 1])) return [];
  const digits = readDigits(lower, position);
  if (digits === undefined && !beginsNumber(lower, position)) return [];
  const readings: NumberReading[] = [];
  if (digits?.denominator === undefined) {
    const whole = readCardinal(lower, position, digits);
    for (const reading of whole) readings.push(...withFraction(lower, reading), reading);
  }
  readings.push(...readPart(lower, position));
  return readings.sort((left, right) => right.end - left.end);
}

/** "two and a half", "one and three quarters"; the whole must be an integer. */
function withFraction(lower: string, whole: NumberReading): readonly NumberReading[] {
  const and = nextWord(lower, whole.end);
  if (and?.text !== 'and' || whole.value.scale !== 0) return [];
  const start = nextWord(lower, and.end);
  if (start === undefined) return [];
  return readPart(lower, start.end - start.text.length).flatMap((part) =>
    part.denominator === undefined && compareDecimals(part.value, integerDecimal(1)) < 0
      ? [scaledBehind(lower, { ...part, value: addDecimals(whole.value, part.value) })]
      : [],
  );
}

/** "two and a half million". */
function scaledBehind(lower: string, reading: NumberReading): NumberReading {
  const word = nextWord(lower, reading.end);
  const scale = scales.get(word?.text ?? '');
  if (word === undefined || scale === undefined) return reading;
  const value = multiplyDecimals(reading.value, integerDecimal(scale));
  return { ...reading, value, end: word.end };
}

/** "half", "a half", "half a dozen", "a quarter", "three quarters", "one third". */
function readPart(lower: string, position: number): readonly NumberReading[] {
  const first = nextWord(lower, position);
  if (first === undefined || lower[position] === ' ' || lower[position] === '-') return [];
  if (first.text === 'half') return readHalf(lower, first.end);
  if (first.text === 'quarter') return readQuarter(first.end);
  const count = first.text === 'a' || first.text === 'an' ? 1 : small.get(first.text);
  if (count === undefined || count === 0) return [];
  const second = nextWord(lower, first.end);
  if (second === undefined) return [];
  const name = count === 1 ? second.text : second.text.replace(/s$/, '');
  const part = parts.get(name) ?? parts.get(second.text);
  if (part === undefined) return [];
  return [fractionReading(integerDecimal(count), integerDecimal(part), second.end)];
}

function readHalf(lower: string, end: number): readonly NumberReading[] {
  const half: NumberReading = { value: { mantissa: 5n, scale: 1 }, end, written: 'words' };
  const article = nextWord(lower, end);
  if (article?.text !== 'a' && article?.text !== 'an') return [half];
  const of = nextWord(lower, article.end);
  const whole =
    of?.text === 'dozen' ? 12 : of?.text === 'hundred' ? 100 : scales.get(of?.text ?? '');
  if (of !== undefined && whole !== undefined)
    return [{ ...half, value: integerDecimal(whole / 2), end: of.end }];
  return [{ ...half, end: article.end }, half];
}

function readQuarter(end: number): readonly NumberReading[] {
  return [{ value: { mantissa: 25n, scale: 2 }, end, written: 'words' }];
}

/** Cardinals: with digits before ("2.5 million") or in words only; a second reading where "and" may be a conjunction. */
function readCardinal(
  lower: string,
  position: number,
  digits: NumberReading | undefined,
): readonly NumberReading[] {
  const reader = new CardinalReader(lower);
  return digits === undefined ? reader.read(position) : reader.readFrom(digits);
}

class CardinalReader {
  readonly #lower: string;
  readonly #readings: NumberReading[] = [];
  #total: Decimal = integerDecimal(0);
  #group: Decimal | undefined;
  #lastScale = Infinity;
  /** What may still be added to the group: below this. */
  #room = 1000;

  constructor(lower: string) {
    this.#lower = lower;
  }

  readFrom(digits: NumberReading): readonly NumberReading[] {
    this.#group = digits.value;
    const next = nextWord(this.#lower, digits.end);
    if (!multiplies(next?.text) || this.#lower[digits.end] === '-') return [digits];
    this.#room = 0;
    return [...this.#continue(digits.end), digits];
  }

  read(position: number): readonly NumberReading[] {
    const first = nextWord(this.#lower, position);
    if (first === undefined || this.#lower[position] === '-') return [];
    let start = position;
    if (first.text === 'a' || first.text === 'an') {
      const next = nextWord(this.#lower, first.end);
      if (!multiplies(next?.text)) return [];
      this.#group = integerDecimal(1);
      this.#room = 0;
      start = first.end;
    } else if (first.text === 'point') {
      this.#group = integerDecimal(0);
      return this.#readDecimals(position) ?? [];
    }
    return this.#continue(start);
  }

  #continue(start: number): readonly NumberReading[] {
    let end = start;
    for (;;) {
      const word = nextWord(this.#lower, end);
      if (word === undefined) break;
      if (word.text === 'and' && this.#mayTakeAnd(word)) {
        this.#remember(end);
        end = word.end;
        continue;
      }
      if (!this.#take(word.text)) break;
      end = word.end;
    }
    if (this.#group === undefined && this.#lastScale === Infinity) return [];
    return this.#readDecimals(end) ?? [...this.#current(end), ...this.#readings.toReversed()];
  }

  /** "and" belongs to a number only behind "hundred", "thousand" … and before a smaller number. */
  #mayTakeAnd(and: Word): boolean {
    const afterScale = this.#group === undefined && this.#lastScale !== Infinity;
    const next = nextWord(this.#lower, and.end)?.text ?? '';
    return (afterScale || this.#room === 100) && (small.has(next) || tens.has(next));
  }

  #take(word: string): boolean {
    const value = small.get(word) ?? tens.get(word);
    if (value !== undefined) return this.#add(value, tens.has(word) ? 10 : 0);
    const group = this.#group;
    if (group === undefined) return false;
    if (word === 'hundred') {
      if (compareDecimals(group, integerDecimal(100)) >= 0) return false;
      this.#group = multiplyDecimals(group, integerDecimal(100));
      this.#room = 100;
      return true;
    }
    if (word === 'dozen') {
      this.#group = multiplyDecimals(group, integerDecimal(12));
      this.#room = 0;
      return true;
    }
    const scale = scales.get(word);
    if (scale === undefined || scale >= this.#lastScale) return false;
    this.#total = addDecimals(this.#total, multiplyDecimals(group, integerDecimal(scale)));
    this.#group = undefined;
    this.#lastScale = scale;
    this.#room = 1000;
    return true;
  }

  #add(value: number, roomAfter: number): boolean {
    if (value >= this.#room || (value === 0 && this.#group !== undefined)) return false;
    this.#group = addDecimals(this.#group ?? integerDecimal(0), integerDecimal(value));
    this.#room = value === 0 ? 0 : roomAfter;
    return true;
  }

  /** "point one four" behind what was read so far. */
  #readDecimals(end: number): readonly NumberReading[] | undefined {
    const point = nextWord(this.#lower, end);
    if (point?.text !== 'point' || this.#lower[end] === '-') return undefined;
    let digits = '';
    let at = point.end;
    for (;;) {
      const word = nextWord(this.#lower, at);
      const digit = small.get(word?.text ?? '');
      if (word === undefined || digit === undefined || digit > 9) break;
      digits += String(digit);
      at = word.end;
    }
    const fraction = digits === '' ? undefined : parseDecimal(`0.${digits}`);
    if (fraction === undefined) return undefined;
    const scaled = this.#lastScale === Infinity ? nextWord(this.#lower, at) : undefined;
    const scale = scales.get(scaled?.text ?? '');
    return this.#current(at).map((reading) => {
      const value = addDecimals(reading.value, fraction);
      return scaled === undefined || scale === undefined
        ? { ...reading, value }
        : { ...reading, value: multiplyDecimals(value, integerDecimal(scale)), end: scaled.end };
    });
  }

  #remember(end: number): void {
    this.#readings.push(...this.#current(end));
  }

  #current(end: number): readonly NumberReading[] {
    const value = addDecimals(this.#total, this.#group ?? integerDecimal(0));
    return [{ value, end, written: 'words' }];
  }
}
