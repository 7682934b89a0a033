import { isDigit } from './characters.ts';
import type { Decimal } from './decimal.ts';
import { addDecimals, integerDecimal, multiplyDecimals, parseDecimal } from './decimal.ts';
import type { NumberReading } from './number-digits.ts';
import { fractionReading, readDigits } from './number-digits.ts';

const digitValues: ReadonlyMap<string, number> = new Map([
  ...valuesOf('零 一 二 三 四 五 六 七 八 九'),
  ...valuesOf('〇 壹 贰 叁 肆 伍 陆 柒 捌 玖'),
  ['两', 2],
]);

function valuesOf(digits: string): readonly (readonly [string, number])[] {
  return digits.split(' ').map((digit, value) => [digit, value]);
}

const unitValues: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['拾', 10],
  ['百', 100],
  ['佰', 100],
  ['千', 1000],
  ['仟', 1000],
  ['万', 1e4],
  ['亿', 1e8],
]);

const beginnings: ReadonlySet<string> = new Set([
  ...'0 1 2 3 4 5 6 7 8 9 十 拾 半'.split(' '),
  ...digitValues.keys(),
]);

/** Whether digits in front of `character` may be the beginning of a Chinese number. */
export function isChineseUnit(character: string | undefined): boolean {
  return character !== undefined && unitValues.has(character);
}

/** What 千 may be the prefix of: `5千克` is five kilograms. */
const afterKilo = /[克米瓦卡焦伏帕赫字比升吨]/;

/**
 * Chinese numbers at `position`, the likeliest reading first: 二十五, 一百零二, 一百二 (= 120), 三点五, 1.5万, 两千五百万, 二零二四,
 * 三分之一, 一又二分之一, 半. Arabic digits alone are left to the other readers.
 */
export function readChineseNumber(lower: string, position: number): readonly NumberReading[] {
  const first = lower[position];
  if (first === undefined || !beginnings.has(first)) return [];
  if (first === '半') {
    return [{ value: { mantissa: 5n, scale: 1 }, end: position + 1, written: 'words' }];
  }
  const whole = readWhole(lower, position);
  if (whole === undefined) return [];
  const readings: NumberReading[] = [];
  const fraction = readFraction(lower, whole);
  if (fraction !== undefined) readings.push(fraction);
  readings.push(...beforeKilo(lower, position, whole), whole);
  return readings;
}

/** `5千` before 克 is also 5 and the unit 千克. */
function beforeKilo(
  lower: string,
  position: number,
  whole: NumberReading,
): readonly NumberReading[] {
  const kilo = lower[whole.end - 1] === '千' && afterKilo.test(lower.charAt(whole.end));
  if (!kilo) return [];
  const shorter = readWhole(lower.slice(0, whole.end - 1), position) ?? readDigits(lower, position);
  return shorter?.end === whole.end - 1 ? [shorter] : [];
}

/** 三分之一, 3分之1, 一又二分之一. 百分之… is a percentage and not read here. */
function readFraction(lower: string, first: NumberReading): NumberReading | undefined {
  if (lower[first.end] === '又') {
    const denominator = readAny(lower, first.end + 1);
    const part = denominator === undefined ? undefined : readFraction(lower, denominator);
    if (part === undefined || part.denominator !== undefined) return undefined;
    return { ...part, value: addDecimals(first.value, part.value) };
  }
  if (!lower.startsWith('分之', first.end)) return undefined;
  const numerator = readAny(lower, first.end + 2);
  if (numerator === undefined || first.value.mantissa === 0n) return undefined;
  return fractionReading(numerator.value, first.value, numerator.end);
}

function readAny(lower: string, position: number): NumberReading | undefined {
  return readWhole(lower, position) ?? readDigits(lower, position);
}

function readWhole(lower: string, position: number): NumberReading | undefined {
  const sequence = readSequence(lower, position);
  const reading = sequence ?? new SectionReader(lower, position).read();
  if (reading === undefined) return undefined;
  return readPoint(lower, position, reading);
}

/** 二零二四, 一二三: digits said one by one. */
function readSequence(lower: string, position: number): NumberReading | undefined {
  let at = position;
  let digits = '';
  for (;;) {
    const character = lower.charAt(at);
    const digit = digitValues.get(character);
    if (digit === undefined || character === '两') break;
    digits += String(digit);
    at++;
  }
  if (digits.length < 2 || digits.length > 30 || unitValues.has(lower.charAt(at))) return undefined;
  return { value: { mantissa: BigInt(digits), scale: 0 }, end: at, written: 'words' };
}

/** 三点五, 十二点五, and 一点五万 behind it. */
function readPoint(
  lower: string,
  position: number,
  whole: NumberReading,
): NumberReading | undefined {
  if (lower[whole.end] !== '点' || isDigit(lower[position])) return whole;
  let at = whole.end + 1;
  let digits = '';
  while (digitValues.has(lower.charAt(at)) && lower[at] !== '两') {
    digits += String(digitValues.get(lower.charAt(at)) ?? '');
    at++;
  }
  const fraction = digits === '' ? undefined : parseDecimal(`0.${digits}`);
  if (fraction === undefined) return whole;
  let value = addDecimals(whole.value, fraction);
  for (const scale of ['百', '千', '万', '亿']) {
    if (lower[at] === scale && !(scale === '千' && afterKilo.test(lower.charAt(at + 1)))) {
      value = multiplyDecimals(value, integerDecimal(unitValues.get(scale) ?? 1));
      at++;
    }
  }
  return { value, end: at, written: 'words' };
}

const zero: Decimal = integerDecimal(0);

/** 一百二十三万零五 and 1.5万, 3千5百: digits and units in falling order. */
class SectionReader {
  readonly #lower: string;
  readonly #start: number;
  #at: number;
  #total = zero;
  #section = zero;
  #digit: Decimal | undefined;
  #lastUnit = Infinity;
  #lastScale = Infinity;
  #afterZero = false;
  #arabicOnly = true;

  constructor(lower: string, position: number) {
    this.#lower = lower;
    this.#start = position;
    this.#at = position;
  }

  read(): NumberReading | undefined {
    while (this.#takeZero() || this.#takeDigit() || this.#takeUnit());
    if (this.#at === this.#start || this.#arabicOnly) return undefined;
    const value = addDecimals(addDecimals(this.#total, this.#section), this.#rest());
    return { value, end: this.#at, written: 'words' };
  }

  /** The last digit: ones, or behind a unit without 零 a tenth of that unit (一百二 = 120). */
  #rest(): Decimal {
    if (this.#digit === undefined) return integerDecimal(0);
    const unit = Math.min(this.#lastUnit, this.#lastScale);
    if (this.#afterZero || unit === Infinity || unit < 100) return this.#digit;
    return multiplyDecimals(this.#digit, integerDecimal(unit / 10));
  }

  #takeZero(): boolean {
    const zero = this.#lower[this.#at] === '零' || this.#lower[this.#at] === '〇';
    if (!zero || this.#digit !== undefined) return false;
    if (this.#at === this.#start) {
      this.#digit = integerDecimal(0);
      this.#arabicOnly = false;
    } else if (!digitValues.has(this.#lower.charAt(this.#at + 1))) return false;
    this.#afterZero = true;
    this.#at++;
    return true;
  }

  #takeDigit(): boolean {
    const character = this.#lower.charAt(this.#at);
    if (this.#digit !== undefined) return false;
    if (isDigit(character)) return this.#takeArabic();
    const digit = digitValues.get(character);
    if (digit === undefined) return false;
    const next = this.#lower.charAt(this.#at + 1);
    if (character === '两' && this.#at !== this.#start && !/[百佰千仟万亿]/.test(next))
      return false;
    this.#digit = integerDecimal(digit);
    this.#arabicOnly = false;
    this.#at++;
    return true;
  }

  #takeArabic(): boolean {
    const digits = readDigits(this.#lower, this.#at);
    if (digits?.written !== 'digits') return false;
    const behindUnit = this.#at !== this.#start;
    if (behindUnit && !unitValues.has(this.#lower.charAt(digits.end))) return false;
    this.#digit = digits.value;
    this.#at = digits.end;
    return true;
  }

  #takeUnit(): boolean {
    const character = this.#lower.charAt(this.#at);
    const unit = unitValues.get(character);
    if (unit === undefined) return false;
    if (unit >= 1e4) return this.#takeScale(unit);
    if (unit >= this.#lastUnit) return false;
    if (this.#digit === undefined && unit !== 10) return false;
    this.#section = addDecimals(
      this.#section,
      multiplyDecimals(this.#digit ?? integerDecimal(1), integerDecimal(unit)),
    );
    return this.#advance(unit);
  }

  #takeScale(scale: number): boolean {
    const section = addDecimals(this.#section, this.#digit ?? integerDecimal(0));
    if (this.#lastScale === 1e4 && scale === 1e8 && section.mantissa === 0n) {
      this.#total = multiplyDecimals(this.#total, integerDecimal(scale));
    } else {
      if (scale >= this.#lastScale || section.mantissa === 0n) return false;
      this.#total = addDecimals(this.#total, multiplyDecimals(section, integerDecimal(scale)));
    }
    this.#section = integerDecimal(0);
    this.#lastScale = scale;
    this.#advance(Infinity);
    return true;
  }

  #advance(unit: number): boolean {
    this.#digit = undefined;
    this.#lastUnit = unit;
    this.#afterZero = false;
    this.#arabicOnly = false;
    this.#at++;
    return true;
  }
}
