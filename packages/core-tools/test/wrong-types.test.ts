import { describe, expect, it } from 'vitest';

import * as datetime from '../src/datetime.ts';
import * as random from '../src/random.ts';
import * as text from '../src/text.ts';
import * as units from '../src/units.ts';
import { createCoreTools } from '../src/index.ts';
import { failureOf } from './answer.ts';

/** Functions as plain JavaScript sees them. */
type Untyped<Module> = {
  readonly [Name in keyof Module]: (...args: readonly unknown[]) => unknown;
};

const untyped = <Module extends object>(module: Module): Untyped<Module> =>
  module as Untyped<Module>;

const d = untyped(datetime);
const r = untyped(random);
const t = untyped(text);
const u = untyped(units);

const DAY = datetime.parseDate('2024-01-31');
const EPOCH = new Date(0);

const cases: readonly (readonly [call: string, run: () => unknown, message: RegExp])[] = [
  // Dates instead of DateValues, and the other way round.
  ['formatDate of a text', () => d.formatDate('2024-01-01', 'YYYY'), /^date .*parseDate.*string/],
  ['formatDate of a Date', () => d.formatDate(EPOCH, 'YYYY'), /^date .*dateFromEpoch.*a Date/],
  ['formatDate of nothing', () => d.formatDate(undefined, 'YYYY'), /^date .*undefined/],
  ['formatDate of null', () => d.formatDate(null, 'YYYY'), /^date .*null/],
  ['formatDate of a bigint', () => d.formatDate(1n, 'YYYY'), /^date .*a bigint/],
  ['formatDate without a format', () => d.formatDate(DAY), /^format .*string.*undefined/],
  ['formatDate, zone as options', () => d.formatDate(DAY, 'Z', '+08:00'), /^options .*object/],
  ['formatDate, zone of 8', () => d.formatDate(0, 'Z', { timeZone: 8 }), /time zone.*a number/],
  ['suspiciousFormatWords(5)', () => d.suspiciousFormatWords(5), /^format .*a number/],
  ['describeDate of a text', () => d.describeDate('2024-01-01'), /^date .*parseDate/],
  ['dateFields of a Date', () => d.dateFields(EPOCH), /^date .*a Date/],
  ['inTimeZone of a text', () => d.inTimeZone('2024-01-01', 'UTC'), /^date .*a string/],
  ['inTimeZone without a zone', () => d.inTimeZone(DAY), /time zone.*undefined/],
  [
    'businessDaysBetween',
    () => d.businessDaysBetween('2024-01-01', '2024-01-09'),
    /^from .*parseD/,
  ],
  ['businessDaysBetween, to', () => d.businessDaysBetween(DAY, EPOCH), /^to .*a Date/],
  ['dateDifference of texts', () => d.dateDifference('2024-01-01', '2024-01-09'), /^from .*parseD/],
  ['dateDifference, to', () => d.dateDifference(DAY, undefined), /^to .*undefined/],
  ['dateDifference, options', () => d.dateDifference(DAY, DAY, null), /^options .*null/],
  [
    'calendarText of a difference',
    () => d.calendarText(datetime.dateDifference(DAY, DAY)),
    /calendar/,
  ],
  ['calendarText of nothing', () => d.calendarText(), /^span .*undefined/],
  ['parseDate of a number', () => d.parseDate(5), /^text .*dateFromEpoch.*a number/],
  ['parseDate of a Date', () => d.parseDate(EPOCH), /^text .*dateFromEpoch.*a Date/],
  ['parseDate, zone as options', () => d.parseDate('today', 'UTC'), /^options .*a string/],
  ['parseDate, clock', () => d.parseDate('today', { now: 0 }), /^now .*function.*a number/],
  ['currentDate, options', () => d.currentDate('UTC'), /^options .*a string/],
  ['currentDate, clock', () => d.currentDate({ now: EPOCH }), /^now .*a Date/],
  [
    'dateFromEpoch, options',
    () => d.dateFromEpoch(0, { timeZone: 'UTC' }),
    /zone.*Asia.*an object/,
  ],
  ['dateFromEpoch of a Date', () => d.dateFromEpoch(EPOCH), /^epochMs .*a Date/],
  ['dateFromEpoch of digits', () => d.dateFromEpoch('0'), /^epochMs .*a string/],
  ['dateFromEpoch of a bigint', () => d.dateFromEpoch(0n), /^epochMs .*a bigint/],
  ['resolveTimeZone(8)', () => d.resolveTimeZone(8), /time zone.*a number/],
  ['findTimeZone()', () => d.findTimeZone(), /time zone.*undefined/],
  ['parseDuration(3)', () => d.parseDuration(3), /^text .*a number/],
  ['addDuration to a text', () => d.addDuration('2024-01-01', '1 day'), /^date .*parseDate/],
  ['addDuration of nothing', () => d.addDuration(DAY), /^duration .*undefined/],
  ['addDuration of a number', () => d.addDuration(DAY, 3), /^duration .*3 days.*a number/],
  ['addDuration of no field', () => d.addDuration(DAY, {}), /^duration .*an object/],
  ['addDuration of a Date', () => d.addDuration(DAY, EPOCH), /^duration .*a Date/],
  ['addDuration of a list', () => d.addDuration(DAY, [1]), /^duration .*a list/],
  ['addDuration, a wrong unit', () => d.addDuration(DAY, { month: 1 }), /"month".*years, months/],
  [
    'addDuration, a text as amount',
    () => d.addDuration(DAY, { months: '1' }),
    /months .*whole number.*"1"/,
  ],
  ['addDuration, a fraction', () => d.addDuration(DAY, { days: 1.5 }), /days .*whole number.*1\.5/],
  ['addDuration, NaN', () => d.addDuration(DAY, { years: NaN }), /years .*whole number.*NaN/],
  [
    'addDuration, too much',
    () => d.addDuration(DAY, { businessDays: 1e300 }),
    /businessDays .*from/,
  ],
  // Units.
  ['convert without a target', () => u.convert(1, 'm'), /^to .*unit.*undefined/],
  ['convert without units', () => u.convert(1), /^from .*undefined/],
  ['convert of nothing', () => u.convert(undefined, 'm', 'cm'), /^value.*number.*undefined/],
  ['convert of a list', () => u.convert([5], 'm', 'cm'), /^value.*number.*a list/],
  ['convert of a symbol', () => u.convert(Symbol('5'), 'm', 'cm'), /^value.*a symbol/],
  ['convert, options', () => u.convert(1, 'm', 'cm', true), /^options .*a boolean/],
  ['convert, flag', () => u.convert(1, 'm', 'cm', { binary: 'no' }), /^binary .*true or false/],
  ['convertNumber of a bigint', () => u.convertNumber(1n, 'm', 'cm'), /^value .*number.*a bigint/],
  ['convertNumber of a text', () => u.convertNumber('1', 'm', 'cm'), /^value .*a string/],
  ['convertNumber of null', () => u.convertNumber(null, 'm', 'cm'), /^value .*null/],
  ['convertNumber, units', () => u.convertNumber(1, 'm', 5), /^to .*a number/],
  ['convertNumber, options', () => u.convertNumber(1, 'm', 'cm', 'binary'), /^options .*a string/],
  ['findUnit()', () => u.findUnit(undefined), /^name .*undefined/],
  // Text.
  ['textStatistics()', () => t.textStatistics(), /^text .*undefined/],
  ['textStatistics of bytes', () => t.textStatistics(new Uint8Array(1)), /^text .*an object/],
  ['textStatistics, options', () => t.textStatistics('a', 5), /^options .*a number/],
  ['topWords -1', () => t.textStatistics('a', { topWords: -1 }), /^topWords .*whole number.*-1/],
  ['topWords 1.5', () => t.textStatistics('a', { topWords: 1.5 }), /^topWords .*1\.5/],
  ['topWords NaN', () => t.textStatistics('a', { topWords: NaN }), /^topWords .*NaN/],
  ['topWords "5"', () => t.textStatistics('a', { topWords: '5' }), /^topWords .*got "5"/],
  ['transformText(5)', () => t.transformText(5, 'trim'), /^text .*a number/],
  ['transformText without operation', () => t.transformText('a'), /^operation .*undefined/],
  ['transformText, operation', () => t.transformText('a', 'trimm'), /operation "trimm".*trim,/],
  ['transformText, options', () => t.transformText('a', 'trim', 'ends'), /^options .*a string/],
  [
    'scope foo',
    () => t.transformText('a', 'trim', { scope: 'foo' }),
    /^scope .*lines.*ends.*"foo"/,
  ],
  ['scope 5', () => t.transformText('a', 'trim', { scope: 5 }), /^scope .*got 5/],
  [
    'pattern',
    () => t.transformText('a', 'count_substring', { pattern: /a/ }),
    /^pattern .*an object/,
  ],
  [
    'replacement',
    () => t.transformText('a', 'replace', { pattern: 'a', replacement: () => 'b' }),
    /^replacement .*a function/,
  ],
  ['locale', () => t.transformText('a', 'uppercase', { locale: ['tr'] }), /^locale .*a list/],
  ['numeric', () => t.transformText('a', 'sort_lines', { numeric: 'no' }), /^numeric .*a string/],
  ['descending', () => t.transformText('a', 'sort_lines', { descending: 1 }), /^descending .*/],
  ['urlSafe', () => t.transformText('a', 'base64_encode', { urlSafe: 1 }), /^urlSafe .*a number/],
  ['countCharacters', () => t.countCharacters(5), /^text .*a number/],
  ['splitCharacters', () => t.splitCharacters(undefined), /^text .*undefined/],
  ['reverseCharacters', () => t.reverseCharacters(['a']), /^text .*a list/],
  // Random.
  ['randomInteger()', () => r.randomInteger(), /min.*whole number/],
  ['randomInteger, a symbol', () => r.randomInteger(1.5, Symbol('2')), /max.*a symbol/],
  ['randomInteger, a list', () => r.randomInteger(1, [6]), /max.*a list/],
  ['randomInteger, options', () => r.randomInteger(1, 6, null), /^options .*null/],
  ['randomInteger, source', () => r.randomInteger(1, 6, { random: Math }), /^random .*function/],
  ['randomFloat of texts', () => r.randomFloat('0', '1'), /^min .*number.*a string/],
  ['randomFloat of a bigint', () => r.randomFloat(0, 1n), /^max .*a bigint/],
  ['randomFloat of options', () => r.randomFloat({}), /^min .*an object/],
  ['randomGaussian of a text', () => r.randomGaussian('5'), /^mean .*a string/],
  ['randomGaussian of a bigint', () => r.randomGaussian(0, 1n), /^deviation .*a bigint/],
  ['uuid 5', () => r.randomUuid({ version: 5 }), /^version must be 4 or 7; got 5/],
  ['uuid "7"', () => r.randomUuid({ version: '7' }), /^version must be 4 or 7; got "7"/],
  ['uuids 1', () => r.randomUuids(2, { version: 1 }), /^version must be 4 or 7; got 1/],
  ['randomUuid(7)', () => r.randomUuid(7), /^options .*a number/],
  ['uuid clock', () => r.randomUuid({ version: 7, now: 5 }), /^now .*function.*a number/],
  ['randomUuids("2")', () => r.randomUuids('2'), /^count .*got "2"/],
  ['randomUuids of a symbol', () => r.randomUuids(Symbol('2')), /^count .*a symbol/],
  ['randomPassword(20)', () => r.randomPassword(20), /^options .*a number/],
  ['password length', () => r.randomPassword({ length: '20' }), /^length .*got "20"/],
  ['password flag', () => r.randomPassword({ symbols: 'false' }), /^symbols .*a string/],
  ['password flags', () => r.randomPassword({ excludeAmbiguous: 1 }), /^excludeAmbiguous .*/],
  ['passphrase separator', () => r.randomPassphrase({ separator: 5 }), /^separator .*a number/],
  ['randomPassphrase(6)', () => r.randomPassphrase(6), /^options .*a number/],
  [
    'token base64',
    () => r.randomToken({ encoding: 'base64' }),
    /^encoding .*hex.*base64url.*"base64"/,
  ],
  ['token utf8', () => r.randomToken({ encoding: 'utf8' }), /^encoding .*"utf8"/],
  ['randomToken(32)', () => r.randomToken(32), /^options .*a number/],
  ['pickItems of a text', () => r.pickItems('abc'), /^items .*list.*a string/],
  ['pickItems()', () => r.pickItems(), /^items .*undefined/],
  ['pickItems, count', () => r.pickItems([1, 2], 2), /^options .*a number/],
  ['pickItems, flag', () => r.pickItems([1], { withReplacement: 'no' }), /^withReplacement .*/],
  ['weights of text', () => r.pickItems([1], { weights: ['1'] }), /weights.*number/],
  ['weights of bigints', () => r.pickItems([1], { weights: [1n] }), /weights.*number/],
  ['weights, no list', () => r.pickItems([1], { weights: 1 }), /^weights .*list.*a number/],
  ['shuffleItems of a set', () => r.shuffleItems(new Set([1])), /^items .*list.*an object/],
  ['rollDice of a number', () => r.rollDice(6), /^notation .*3d6.*a number/],
  ['createCoreTools', () => createCoreTools(null as never), /^options .*null/],
];

describe('a call that TypeScript would refuse', () => {
  it.each(cases)('%s says what is wanted', (_call, run, message) => {
    expect(failureOf(run)).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('what is taken', () => {
  it('addDuration takes the fields that a duration needs', () => {
    const day = datetime.addDuration(DAY, { months: 1 });
    expect(datetime.formatDate(day, 'YYYY-MM-DD')).toBe('2024-02-29');
    expect(datetime.addDuration(DAY, { days: 0 })).toEqual(DAY);
    expect(datetime.addDuration(DAY, { milliseconds: 5 }).epochMs).toBe(DAY.epochMs + 5);
  });

  it('rollDice throws one die of six sides unless told', () => {
    expect(random.rollDice().notation).toBe('1d6');
    expect(random.rollDice(undefined).rolls).toHaveLength(1);
  });

  it('randomInteger of numbers is a number by its type too', () => {
    const rolled: number = random.randomInteger(1, 6);
    const wide: number | bigint = random.randomInteger(1n, 2n ** 64n);
    expect([typeof rolled, typeof wide]).toEqual(['number', 'bigint']);
  });
});

it('an error without candidates has no empty list of them', () => {
  const details = (name: string) => failureOf(() => units.convert(1, name, 'm')).details;
  expect(details('qqqqqqq')).toEqual({ hint: 'units are case-sensitive symbols or full names' });
  expect(details('meterr')).toHaveProperty('candidates');
});
