import {
  addDecimals,
  compareDecimals,
  decimalText,
  integerDecimal,
  integerValue,
  multiplyDecimals,
  negateDecimal,
  divideDecimals,
  readNumbers,
  skipSpace,
  wordStartsAt,
} from '@mini-agent/llm-router/rules';
import type {
  Decimal,
  NumberReading,
  SlotInput,
  SlotReader,
  SlotReading,
} from '@mini-agent/llm-router/rules';
import { readSpeed } from './speed-quantity.ts';
import { readTemperature } from './temperature-quantity.ts';
import { unitSlot } from './unit-slot.ts';
import type { NamedUnit } from './unit-slot.ts';

/** A number with its unit, exact. */
export interface Quantity {
  readonly value: Decimal;
  readonly unit: NamedUnit;
  /** The same in the larger of two units, where that is exact: 2.5 hours for "2 hours 30 minutes". */
  readonly major?: Quantity;
  /** How it was said: 3 × 12 + 4 inches. */
  readonly sum?: string;
}

/** How many of the second unit make one of the first: for "6 feet 2 inches", 三斤二两. */
const subdivisions: ReadonlyMap<string, number> = new Map([
  ['ft in', 12],
  ['yd ft', 3],
  ['yd in', 36],
  ['mi ft', 5280],
  ['mi yd', 1760],
  ['lb oz', 16],
  ['st lb', 14],
  ['h min', 60],
  ['h s', 3600],
  ['min s', 60],
  ['d h', 24],
  ['week d', 7],
  ['km m', 1000],
  ['m cm', 100],
  ['m mm', 1000],
  ['m dm', 10],
  ['cm mm', 10],
  ['kg g', 1000],
  ['t kg', 1000],
  ['g mg', 1000],
  ['L mL', 1000],
  ['jin liang', 10],
  ['zhang chi', 10],
  ['chi cun', 10],
]);

/** Whether people say lengths, weights or times in these two units together. */
export function subdivides(major: string, minor: string): boolean {
  return subdivisions.has(`${major} ${minor}`);
}

/**
 * Quantities at a position: `5 km`, `-40 C`, `1,250.5 m`, "half a mile", "two and a half miles", "a mile", 三点五公里, 华氏72度, 零下5摄氏度,
 * `6'2"`, "6 feet 2 inches", 一米八, 一斤半, 两个半小时. What has no exact value (a third of a mile) is none.
 */
export const quantitySlot: SlotReader<Quantity> = (input, position) => [
  ...readTemperature(input, position),
  ...readSpeed(input, position),
  ...readFeetMarks(input, position),
  ...readSigned(input, position),
  ...readArticle(input, position),
];

/** Only a plain number and its unit, for "6 feet 2 inches" and lists. */
function readSigned(input: SlotInput, position: number): readonly SlotReading<Quantity>[] {
  const { negative, at } = readSign(input, position);
  const readings = readAmounts(input, at).flatMap((amount) => withUnit(input, amount));
  return readings.map(({ value, end }) => ({
    value: negative ? { ...value, value: negateDecimal(value.value) } : value,
    end,
  }));
}

function readSign({ lower }: SlotInput, position: number): { negative: boolean; at: number } {
  for (const sign of ['-', '负', '零下', 'minus', 'negative']) {
    if (sign.length > 2 ? wordStartsAt(lower, position, sign) : lower.startsWith(sign, position)) {
      return { negative: true, at: skipSpace(lower, position + sign.length) };
    }
  }
  return {
    negative: false,
    at: lower[position] === '+' ? skipSpace(lower, position + 1) : position,
  };
}

/** Numbers with an exact value; `1/2` and `1 1/2` are numbers in front of a unit. */
function readAmounts({ lower }: SlotInput, position: number): readonly NumberReading[] {
  const readings = readNumbers(lower, position).flatMap((reading) => {
    const mixed = readMixed(lower, reading);
    return mixed === undefined ? [reading] : [mixed, reading];
  });
  return readings.filter((reading) => reading.denominator === undefined);
}

function readMixed(lower: string, first: NumberReading): NumberReading | undefined {
  if (first.written !== 'digits' || first.value.scale !== 0) return undefined;
  if (lower[first.end] === '/') return readQuotient(lower, first, integerDecimal(0));
  if (lower[first.end] !== ' ') return undefined;
  const numerator = readNumbers(lower, first.end + 1)[0];
  return numerator?.written === 'digits' && lower[numerator.end] === '/'
    ? readQuotient(lower, numerator, first.value)
    : undefined;
}

function readQuotient(
  lower: string,
  numerator: NumberReading,
  whole: Decimal,
): NumberReading | undefined {
  const denominator = readNumbers(lower, numerator.end + 1)[0];
  if (denominator?.written !== 'digits') return undefined;
  const quotient = divideDecimals(numerator.value, denominator.value);
  if (quotient === undefined) return undefined;
  return { value: addDecimals(whole, quotient), end: denominator.end, written: 'words' };
}

function withUnit(input: SlotInput, amount: NumberReading): readonly SlotReading<Quantity>[] {
  const { lower } = input;
  const readings: SlotReading<Quantity>[] = [];
  for (const start of unitStarts(lower, amount)) {
    const value = start.half ? addDecimals(amount.value, half) : amount.value;
    for (const { value: unit, end } of unitSlot(input, start.at)) {
      if (isYearNumber(lower, end, value)) continue;
      const quantity = { value, unit };
      readings.push(...continued(input, quantity, end), { value: quantity, end });
    }
  }
  return readings;
}

/** 2024年 is a year, not 2,024 years. */
function isYearNumber(lower: string, end: number, value: Decimal): boolean {
  const years = integerValue(value) ?? 0;
  return lower[end - 1] === '年' && years >= 1000 && years < 3000;
}

const half: Decimal = { mantissa: 5n, scale: 1 };

/** Where the unit may begin: behind spaces, 个, 个半, a hyphen ("5-mile") or "of a". */
function unitStarts(
  lower: string,
  amount: NumberReading,
): readonly { at: number; half: boolean }[] {
  const at = skipSpace(lower, amount.end);
  const starts = [{ at, half: false }];
  if (lower.startsWith('个半', at)) return [{ at: at + 2, half: true }];
  if (lower[at] === '个') starts.push({ at: skipSpace(lower, at + 1), half: false });
  for (const article of ['of a', 'of an']) {
    if (wordStartsAt(lower, at, article)) {
      starts.push({ at: skipSpace(lower, at + article.length), half: false });
    }
  }
  return starts;
}

/** "… 2 inches" behind "6 feet", 半 behind 一公里, 八 behind 一米. */
function continued(
  input: SlotInput,
  first: Quantity,
  end: number,
): readonly SlotReading<Quantity>[] {
  const { lower } = input;
  if (lower[end] === '半' && isExactHalf(lower, end)) {
    return [{ value: { ...first, value: addDecimals(first.value, half) }, end: end + 1 }];
  }
  return [...colloquialMetres(lower, first, end), ...readMinor(input, first, end)];
}

/** 一公里半; but not 一斤半斤. */
function isExactHalf(lower: string, end: number): boolean {
  return !/[斤两米里个天年]/.test(lower.charAt(end + 1));
}

/** 一米八 = 1.8 m, 一米七五 = 1.75 m, 1米8. */
function colloquialMetres(
  lower: string,
  first: Quantity,
  end: number,
): readonly SlotReading<Quantity>[] {
  if (first.unit.symbol !== 'm' || first.value.scale !== 0 || lower[end - 1] !== '米') return [];
  const written =
    /^(?:\d{1,2}|[零一二三四五六七八九]{1,2})(?![\d零一二三四五六七八九十百千万亿点.,个])/.exec(
      lower.slice(end, end + 3),
    )?.[0];
  if (written === undefined) return [];
  const digits = written.replace(/[^\d]/g, (digit) =>
    String('零一二三四五六七八九'.indexOf(digit)),
  );
  const value = addDecimals(first.value, { mantissa: BigInt(digits), scale: digits.length });
  return [{ value: { ...first, value }, end: end + written.length }];
}

function readMinor(
  input: SlotInput,
  first: Quantity,
  end: number,
): readonly SlotReading<Quantity>[] {
  if (first.value.scale !== 0) return [];
  return minorStarts(input.lower, end).flatMap((start) =>
    readAmounts(input, start).flatMap((amount) =>
      unitSlot(input, skipSpace(input.lower, amount.end)).flatMap(
        ({ value: unit, end: unitEnd }) => {
          const ratio = subdivisions.get(`${first.unit.symbol} ${unit.symbol}`);
          if (ratio === undefined || compareDecimals(amount.value, integerDecimal(ratio)) >= 0)
            return [];
          const value = addDecimals(
            multiplyDecimals(first.value, integerDecimal(ratio)),
            amount.value,
          );
          const whole = divideDecimals(value, integerDecimal(ratio));
          const major = whole === undefined ? {} : { major: { value: whole, unit: first.unit } };
          const sum = `${decimalText(first.value)} * ${ratio} + ${decimalText(amount.value)}`;
          return [{ value: { value, unit, sum, ...major }, end: unitEnd }];
        },
      ),
    ),
  );
}

function minorStarts(lower: string, end: number): readonly number[] {
  const at = skipSpace(lower, lower[end] === ',' ? end + 1 : end);
  const starts = [at];
  for (const word of ['and', '又', '零']) {
    if (wordStartsAt(lower, at, word)) starts.push(skipSpace(lower, at + word.length));
  }
  return starts;
}

/** `6'2"`, `5' 10"`, `6'`, `12"`. */
function readFeetMarks({ lower }: SlotInput, position: number): readonly SlotReading<Quantity>[] {
  const written = /^(?:(\d{1,5})' ?)?(?:(\d{1,5}(?:\.\d{1,3})?)(?:"|''))?/.exec(
    lower.slice(position, position + 20),
  );
  const [all = '', feet, inches] = written ?? [];
  if (all === '') return [];
  const end = position + all.trimEnd().length;
  const inchValue = readNumbers(inches ?? '', 0)[0]?.value ?? integerDecimal(0);
  if (feet === undefined) {
    return [{ value: { value: inchValue, unit: { symbol: 'in', dimension: 'length' } }, end }];
  }
  if (inches === undefined) {
    return [
      {
        value: { value: integerDecimal(Number(feet)), unit: { symbol: 'ft', dimension: 'length' } },
        end,
      },
    ];
  }
  const value = addDecimals(integerDecimal(Number(feet) * 12), inchValue);
  return [{ value: { value, unit: { symbol: 'in', dimension: 'length' } }, end }];
}

const shortUnits: ReadonlySet<string> = new Set(
  'kg km cm mm lb oz mL ft yd mi GB MB KB TB'.split(' '),
);

/** "a mile", "an inch": one of it. */
function readArticle(input: SlotInput, position: number): readonly SlotReading<Quantity>[] {
  const article = ['a', 'an'].find((word) => wordStartsAt(input.lower, position, word));
  if (article === undefined) return [];
  const at = skipSpace(input.lower, position + article.length);
  return unitSlot(input, at).flatMap(({ value: unit, end }) =>
    end - at < 3 && !shortUnits.has(unit.symbol)
      ? []
      : [{ value: { value: integerDecimal(1), unit }, end }],
  );
}
