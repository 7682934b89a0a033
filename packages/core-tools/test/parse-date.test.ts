import { describe, expect, it } from 'vitest';

import { CoreToolError, type DateOptions, describeDate, parseDate } from '../src/datetime.ts';

/** A Saturday in June, 12:34:56.789 UTC. */
const now = (): number => 1_718_454_896_789;

function iso(text: string, options: DateOptions = {}): string {
  return describeDate(parseDate(text, { now, ...options })).iso;
}

function message(text: string, options: DateOptions = {}): string {
  try {
    return `accepted as ${iso(text, options)}`;
  } catch (error) {
    expect(error).toBeInstanceOf(CoreToolError);
    expect((error as CoreToolError).code).toBe('invalid_arguments');
    return (error as CoreToolError).message;
  }
}

describe('accepted forms', () => {
  it.each([
    ['2024-03-05', '2024-03-05'],
    ['2024-3-5', '2024-03-05'],
    ['2024/03/05', '2024-03-05'],
    ['2024.3.5', '2024-03-05'],
    ['20240305', '2024-03-05'],
    ['2024年3月5日', '2024-03-05'],
    ['２０２４年３月５日', '2024-03-05'],
    ['2024年3月5号', '2024-03-05'],
    ['0000-01-01', '0000-01-01'],
    ['-000001-12-31', '-000001-12-31'],
    ['+012024-03-05', '+012024-03-05'],
    ['2024-02-29', '2024-02-29'],
    ['March 5, 2024', '2024-03-05'],
    ['March 5th 2024', '2024-03-05'],
    ['5 Mar 2024', '2024-03-05'],
    ['5th of March, 2024', '2024-03-05'],
    ['1-Sep-2024', '2024-09-01'],
    ['Sept. 1, 2024', '2024-09-01'],
    ['2024 March 5', '2024-03-05'],
    ['Tuesday, March 5, 2024', '2024-03-05'],
    ['05/05/2024', '2024-05-05'],
    ['25/12/2024', '2024-12-25'],
    ['12-25-2024', '2024-12-25'],
    ['25.12.2024', '2024-12-25'],
  ])('%s is the date %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
    // A calendar date is never shifted by a zone.
    expect(iso(text, { timeZone: 'Pacific/Kiritimati' })).toBe(expected);
    expect(iso(text, { timeZone: 'America/Los_Angeles' })).toBe(expected);
  });

  it.each([
    ['2024-03-05T15:04', '2024-03-05T15:04:00+00:00'],
    ['2024-03-05t15:04:05z', '2024-03-05T15:04:05+00:00'],
    ['2024-03-05 15:04:05.6789', '2024-03-05T15:04:05.678+00:00'],
    ['2024-03-05T15:04:05,5', '2024-03-05T15:04:05.500+00:00'],
    ['2024-03-05T15:04+09:00', '2024-03-05T06:04:00+00:00'],
    ['2024-03-05T15:04:05-0330', '2024-03-05T18:34:05+00:00'],
    ['2024-03-05 15:04 +08', '2024-03-05T07:04:00+00:00'],
    ['2024-03-05 15:04 UTC', '2024-03-05T15:04:00+00:00'],
    ['2024-03-05T15:04[Asia/Tokyo]', '2024-03-05T06:04:00+00:00'],
    ['2024-03-05T15:04+09:00[Asia/Tokyo]', '2024-03-05T06:04:00+00:00'],
    ['2024-03-05T15:04Z[America/New_York]', '2024-03-05T15:04:00+00:00'],
    ['20240305T150405Z', '2024-03-05T15:04:05+00:00'],
    ['20240305T1504', '2024-03-05T15:04:00+00:00'],
    ['2024/3/5 9:30 pm', '2024-03-05T21:30:00+00:00'],
    ['March 5, 2024 at 12:30 am', '2024-03-05T00:30:00+00:00'],
    ['March 5, 2024 3pm', '2024-03-05T15:00:00+00:00'],
    ['Tue, 05 Mar 2024 15:04:05 GMT', '2024-03-05T15:04:05+00:00'],
    ['5 Mar 2024 15:04:05 +0800', '2024-03-05T07:04:05+00:00'],
    ['2024年3月5日15点04分', '2024-03-05T15:04:00+00:00'],
    ['2024年3月5日 下午3点半', '2024-03-05T15:30:00+00:00'],
    ['2024年3月5日 15:04', '2024-03-05T15:04:00+00:00'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59+00:00'],
    ['1705276800', '2024-01-15T00:00:00+00:00'],
    ['1705276800.5', '2024-01-15T00:00:00.500+00:00'],
    ['1705276800123', '2024-01-15T00:00:00.123+00:00'],
    ['-100000000', '1966-10-31T14:13:20+00:00'],
    ['99999999999', '5138-11-16T09:46:39+00:00'],
    ['100000000000', '1973-03-03T09:46:40+00:00'],
  ])('%s is the instant %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('reads the offset of a local mean time, which has seconds', () => {
    expect(iso('1900-01-01T12:00:00+08:05:43')).toBe('1900-01-01T03:54:17+00:00');
    expect(iso('1900-01-01T12:00:00+080543[Asia/Shanghai]')).toBe('1900-01-01T03:54:17+00:00');
    expect(message('1900-01-01T12:00:00+08:05:60')).toMatch(/time of day/);
  });

  it('reads a time without an offset in the zone of the options', () => {
    expect(iso('2024-03-05T15:04', { timeZone: 'Asia/Tokyo' })).toBe('2024-03-05T15:04:00+09:00');
    expect(iso('2024-03-05T15:04Z', { timeZone: 'Asia/Tokyo' })).toBe('2024-03-06T00:04:00+09:00');
  });

  it.each([
    ['now', '2024-06-15T12:34:56.789+00:00'],
    ['现在', '2024-06-15T12:34:56.789+00:00'],
    ['Today', '2024-06-15'],
    ['tomorrow', '2024-06-16'],
    ['yesterday', '2024-06-14'],
    ['3 days ago', '2024-06-12'],
    ['in 2 weeks', '2024-06-29'],
    ['a month ago', '2024-05-15'],
    ['two years from now', '2026-06-15'],
    ['今天', '2024-06-15'],
    ['明天', '2024-06-16'],
    ['昨天', '2024-06-14'],
    ['前天', '2024-06-13'],
    ['后天', '2024-06-17'],
    ['3天前', '2024-06-12'],
    ['三天后', '2024-06-18'],
    ['两周后', '2024-06-29'],
    ['十二个月前', '2023-06-15'],
    ['二十五天后', '2024-07-10'],
  ])('%s is %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('today is the day of the zone, not of UTC', () => {
    expect(iso('today', { timeZone: 'Asia/Tokyo', now: () => Date.UTC(2024, 5, 15, 16) })).toBe(
      '2024-06-16',
    );
    expect(
      iso('today', { timeZone: 'America/New_York', now: () => Date.UTC(2024, 5, 15, 2) }),
    ).toBe('2024-06-14');
  });

  it('notes the reading that it chose', () => {
    expect(parseDate('25/12/2024').notes).toEqual(['Read with the day first']);
    expect(parseDate('12/25/2024').notes).toEqual(['Read with the month first']);
    expect(parseDate('1705276800').notes).toEqual(['Read as a Unix epoch in seconds']);
    expect(parseDate('1705276800000').notes).toEqual(['Read as a Unix epoch in milliseconds']);
    expect(parseDate('2016-12-31T23:59:60Z').notes).toEqual([
      'The leap second :60 was read as :59',
    ]);
    expect(parseDate('2024-03-05').notes).toEqual([]);
  });
});

describe('refused', () => {
  it.each([
    ['2023-02-30', /February 2023 has 28 days/],
    ['2024-00-10', /month 0/],
    ['2024-04-31', /April 2024 has 30 days/],
    ['2024-01-00', /January 2024 has 31 days/],
    ['1900-02-29', /February 1900 has 28 days/],
    ['2024-03-05T24:00', /hour 24/],
    ['2024-03-05T12:60', /minute 60/],
    ['2024-03-05T12:00:61', /second 61/],
    ['2024-03-05T12:00:60Z', /23:59:60 UTC/],
    ['1960-12-31T23:59:60Z', /leap seconds/],
    ['2024-03-05T9:30', /HH:mm/],
    ['2024-03-05T12', /HH:mm/],
    ['2024-03-05T12:00+25:00', /time of day/],
    ['2024-03-05T15:04+08:00[Asia/Tokyo]', /did not have that offset/],
    ['2024-03-05T15:04[Mars/Base]', /Unknown time zone/],
    ['2024-03-05 13:00 pm', /time of day/],
    ['2024-03-05 noonish', /time of day/],
    ['-000000-01-01', /years beyond 9999/],
    ['+012024/03/05', /years beyond 9999/],
    ['Monday, March 5, 2024', /Tuesday/],
    ['March 2024', /format is not known/],
    ['March 5', /format is not known/],
    ['Smarch 5, 2024', /format is not known/],
    ['03/04/2024', /2024-04-03 \(day first\) or 2024-03-04 \(month first\)/],
    ['3.4.2024', /day first/],
    ['03/04/24', /format is not known/],
    ['32/13/2024', /month 13/],
    ['0', /9 digits or more/],
    ['1234567', /9 digits or more/],
    ['20241301', /month 13/],
    ['20240305150405', /milliseconds or YYYYMMDDHHmmss/],
    ['1705276800123456', /too large/],
    ['next friday', /format is not known/],
    ['some days ago', /format is not known/],
    ['3月前', /format is not known/],
    ['', /format is not known/],
    ['foo 1', /format is not known/],
    ['5th of March -2024', /format is not known/],
    ['2024 --Mar-05', /format is not known/],
    ['2024-03-05; drop', /format is not known/],
    ['1'.repeat(101), /too long/],
    ['+300000-01-01', /out of range/],
  ])('%s', (text, expected) => {
    expect(message(text)).toMatch(expected);
  });
});

describe('changes of the clock (RFC 5545 §3.3.5)', () => {
  const zone = { timeZone: 'America/New_York' };

  it('a skipped time moves later by the gap, with a note', () => {
    expect(iso('2024-03-10T02:30', zone)).toBe('2024-03-10T03:30:00-04:00');
    expect(parseDate('2024-03-10T02:30', zone).notes).toEqual([
      expect.stringMatching(/does not exist/),
    ]);
  });

  it('a repeated time is the earlier one, with a note', () => {
    expect(iso('2024-11-03T01:30', zone)).toBe('2024-11-03T01:30:00-04:00');
    expect(parseDate('2024-11-03T01:30', zone).notes).toEqual([expect.stringMatching(/twice/)]);
    expect(iso('2024-11-03T01:30-05:00', zone)).toBe('2024-11-03T01:30:00-05:00');
  });

  it('a day that a zone left out is skipped', () => {
    expect(iso('2011-12-30T12:00', { timeZone: 'Pacific/Apia' })).toBe('2011-12-31T12:00:00+14:00');
  });

  it('a midnight that does not exist leaves a calendar date alone', () => {
    const date = parseDate('2018-11-04', { timeZone: 'America/Sao_Paulo' });
    expect(describeDate(date).iso).toBe('2018-11-04');
    expect(date.epochMs).toBe(Date.UTC(2018, 10, 4, 3));
  });
});
