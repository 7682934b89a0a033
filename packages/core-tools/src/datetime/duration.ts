import { CoreToolError, quoteInput, requireCount, requireText, wrongType } from '../errors.ts';
import { readChineseNumber } from './chinese-number.ts';

/** Calendar units are steps on the wall clock, `milliseconds` is elapsed time. All fields have one sign. */
export interface Duration {
  readonly years: number;
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
  /** Monday to Friday. */
  readonly businessDays: number;
  /** Hours, minutes and seconds. */
  readonly milliseconds: number;
}

type CalendarUnit = 'years' | 'months' | 'weeks' | 'days' | 'businessDays';
type Amounts = { -readonly [Unit in keyof Duration]: number };

const MAX_CHARS = 100;
/** More than the whole range of dates in days. */
const MAX_AMOUNT = 2e8;
const MAX_ELAPSED_MS = 1.728e16;
const HINT =
  'write "3 days", "-1 month", "2 hours 30 minutes", "5 business days", "P1Y2M10DT2H" or "3天"';

type UnitOf = readonly [names: string, unit: CalendarUnit | number];

const UNIT_NAMES: readonly UnitOf[] = [
  ['year years yr yrs y 年', 'years'],
  ['month months mon mons mo mos 个月', 'months'],
  ['week weeks wk wks w 周 星期 个星期', 'weeks'],
  ['day days d 天 日', 'days'],
  [
    'businessday businessdays workingday workingdays workday workdays weekday weekdays 工作日 个工作日',
    'businessDays',
  ],
  ['hour hours hr hrs h 小时 个小时', 3_600_000],
  ['minute minutes min mins 分钟', 60_000],
  ['second seconds sec secs s 秒 秒钟', 1000],
];

let units: ReadonlyMap<string, CalendarUnit | number> | undefined;

/** Made on first use. */
function unitNamed(name: string): CalendarUnit | number | undefined {
  units ??= new Map(
    UNIT_NAMES.flatMap(([names, unit]) => names.split(' ').map((each) => [each, unit] as const)),
  );
  return units.get(name);
}

/**
 * Reads an ISO 8601 duration (`P1Y2M10DT2H30M`, `-P1D`), or amounts with units in English or Chinese
 * (`1 year 2 months`, `-3 days`, `2 weeks ago`, `3个月`, `5 business days`). Fractions only for hours and below.
 *
 * @throws CoreToolError `invalid_arguments`, also when a leading minus could mean one or all of several amounts.
 */
export function parseDuration(text: string): Duration {
  requireText(text, 'text', 'a string such as "3 days"');
  const input = text.length > MAX_CHARS ? '' : text.normalize('NFKC').trim().replaceAll('−', '-');
  const duration = readIso(input) ?? readTerms(input);
  if (!duration) throw badDuration(text, 'it is not understood');
  const { milliseconds, ...calendar } = duration;
  const isTooLong = Object.values(calendar).some((amount) => Math.abs(amount) > MAX_AMOUNT);
  if (isTooLong || Math.abs(milliseconds) > MAX_ELAPSED_MS)
    throw badDuration(text, 'it is too long');
  return duration;
}

/** As {@link parseDuration}, or from the fields that are not 0, checked. */
export function readDuration(given: Partial<Duration> | string): Duration {
  if (typeof given === 'string') return parseDuration(given);
  const amounts = emptyAmounts();
  const names: readonly string[] = Object.keys(amounts);
  const fields = Object.entries(requireObject(given));
  // Also a Date, a list, or somebody else's class with getters: nothing would be added, without a word.
  if (fields.length === 0) throw wrongDuration(given);
  for (const [name, amount] of fields) {
    if (!names.includes(name)) {
      const message = `A duration has no field ${quoteInput(name)}; it has ${names.join(', ')}.`;
      throw new CoreToolError('invalid_arguments', message);
    }
    if (amount === undefined) continue;
    const most = name === 'milliseconds' ? MAX_ELAPSED_MS : MAX_AMOUNT;
    amounts[name as keyof Duration] = requireCount(amount, name, { least: -most, most });
  }
  return amounts;
}

function requireObject(given: unknown): Readonly<Record<string, number | undefined>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrongDuration(given);
  return given as Record<string, number | undefined>;
}

function wrongDuration(given: unknown): CoreToolError {
  return wrongType(given, 'duration', 'a string such as "3 days", or fields such as { months: 1 }');
}

function badDuration(text: string, reason: string): CoreToolError {
  return new CoreToolError(
    'invalid_arguments',
    `Invalid duration ${quoteInput(text)}: ${reason}; ${HINT}.`,
    { details: { hint: HINT } },
  );
}

function emptyAmounts(): Amounts {
  return { years: 0, months: 0, weeks: 0, days: 0, businessDays: 0, milliseconds: 0 };
}

function readIso(input: string): Duration | undefined {
  const match =
    /^([+-])?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(
      input,
    );
  if (!match || /[PT]$/i.test(input)) return undefined;
  const [sign, years, months, weeks, days, hours, minutes, seconds] = match.slice(1);
  const factor = sign === '-' ? -1 : 1;
  const amount = (digits: string | undefined): number =>
    digits === undefined || Number(digits) === 0 ? 0 : Number(digits) * factor;
  return {
    years: amount(years),
    months: amount(months),
    weeks: amount(weeks),
    days: amount(days),
    businessDays: 0,
    milliseconds: Math.round(
      amount(hours) * 3_600_000 + amount(minutes) * 60_000 + amount(seconds) * 1000,
    ),
  };
}

interface Term {
  readonly sign: string;
  readonly amount: number;
  readonly unit: CalendarUnit | number;
}

function readTerms(input: string): Duration | undefined {
  const { body, direction } = splitDirection(input);
  const terms = splitTerms(body);
  if (!terms || terms.length === 0) return undefined;
  const signs = new Set(terms.slice(1).map((term) => term.sign));
  const first = terms[0]?.sign ?? '';
  if (direction !== 1 && first !== '') return undefined;
  if (first === '-' && terms.length > 1 && signs.has('')) {
    throw badDuration(input, 'the minus can belong to one amount or to all of them');
  }
  const amounts = emptyAmounts();
  for (const { sign, amount, unit } of terms) {
    const value = amount === 0 ? 0 : amount * direction * (sign === '-' ? -1 : 1);
    if (typeof unit === 'number') amounts.milliseconds += Math.round(value * unit);
    else if (Number.isInteger(value)) amounts[unit] += value;
    else throw badDuration(input, 'only hours, minutes and seconds can have fractions');
  }
  return amounts;
}

function splitDirection(input: string): { readonly body: string; readonly direction: 1 | -1 } {
  const match = /^(.*\S)\s*(?<![之以])(ago|[之以]?前|from now|later|[之以]?后)$/i.exec(input);
  if (!match) return { body: input, direction: 1 };
  const isPast = /^(?:ago|[之以]?前)$/i.test(match[2] ?? '');
  return { body: match[1] ?? '', direction: isPast ? -1 : 1 };
}

function splitTerms(body: string): readonly Term[] | undefined {
  const terms: Term[] = [];
  let rest = body;
  while (rest !== '') {
    const match =
      /^([+-]?)\s*(\d+(?:\.\d+)?|[一二两三四五六七八九十百零]+|an?(?=\s))\s*((?:business|working|work)\s*days?|workdays?|weekdays?|[a-z]+|个?工作日|个?小时|个?星期|个?月|分钟|秒钟|[年周天日时分秒])/i.exec(
        rest,
      );
    if (!match) return undefined;
    const [whole, sign = '', amountText = '', unitText = ''] = match;
    const unit = unitNamed(unitText.toLowerCase().replace(/\s+/g, ''));
    const amount = /^an?$/i.test(amountText) ? 1 : readAmount(amountText);
    if (unit === undefined || amount === undefined) return undefined;
    terms.push({ sign, amount, unit });
    rest = rest.slice(whole.length).replace(/^(?:\s*,?\s*(?:and\s+)?)/, '');
  }
  return terms;
}

function readAmount(text: string): number | undefined {
  return /^\d/.test(text) ? Number(text) : readChineseNumber(text);
}
