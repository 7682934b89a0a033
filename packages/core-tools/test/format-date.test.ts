import { describe, expect, it } from 'vitest';

import { formatDate, parseDate, suspiciousFormatWords } from '../src/datetime.ts';
import { failureOf } from './answer.ts';

describe('formatDate', () => {
  const instant = Date.UTC(2024, 2, 5, 15, 4, 9, 78);

  it.each([
    ['YYYY-MM-DD HH:mm:ss dddd', '2024-03-05 15:04:09 Tuesday'],
    ['YY M D Do H h m s SSS', '24 3 5 5th 15 3 4 9 078'],
    ['MMMM MMM MM ddd', 'March Mar 03 Tue'],
    ['hh:mm A a', '03:04 PM pm'],
    ['h:mmA hA', '3:04PM 3PM'],
    ['Z ZZ X x', '+00:00 +0000 1709651049 1709651049078'],
    ['GGGG-[W]WW', '2024-W10'],
    ['YYYYMMDDTHHmmssZ', '20240305T150409+00:00'],
    ['YYYY-MM-DDTHH:mm:ss.SSSZ', '2024-03-05T15:04:09.078+00:00'],
    ['YYYY年MM月DD日', '2024年03月05日'],
    ['DDMMMYYYY', '05Mar2024'],
    ['[YYYY] [] [a[b] YYYY', 'YYYY  a[b 2024'],
    ['Today is dddd, the Do of MMMM', 'Today is Tuesday, the 5th of March'],
    ["It's Mass as has YYYY o'clock", "It's Mass as has 2024 o'clock"],
    ['Week WW, Date: D', 'Week 10, Date: 5'],
    ['DDDD YYYYY MMMMM SSSS', 'DDDD YYYYY MMMMM SSSS'],
    ['Março às HH', 'Março às 15'],
    ['unclosed [ YYYY', 'unclosed [ 2024'],
    ['', ''],
    ['👍 YYYY', '👍 2024'],
  ])('%s', (format, expected) => {
    expect(formatDate(instant, format)).toBe(expected);
  });

  it('writes years outside 0–9999 with a sign and six digits', () => {
    expect(formatDate(parseDate('0050-06-01'), 'YYYY')).toBe('0050');
    expect(formatDate(parseDate('-000044-03-15'), 'YYYY-MM-DD')).toBe('-000044-03-15');
    expect(formatDate(parseDate('+012024-03-05'), 'YYYY')).toBe('+012024');
  });

  it('writes ordinals', () => {
    const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map((day) =>
      formatDate(Date.UTC(2024, 0, day), 'Do'),
    );
    expect(days.join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st');
  });

  it('shows midnight and noon on both clocks', () => {
    expect(formatDate(Date.UTC(2024, 0, 1, 0, 5), 'HH:mm hh:mm A')).toBe('00:05 12:05 AM');
    expect(formatDate(Date.UTC(2024, 0, 1, 12, 5), 'HH:mm hh:mm A')).toBe('12:05 12:05 PM');
  });

  it.each([
    ['yyyy-MM-dd', 'yyyy-03-dd', ['yyyy', 'dd']],
    ['yyyyMMdd', 'yyyyMMdd', ['yyyyMMdd']],
    ['ddMMyyyyHHmmss', 'ddMMyyyyHHmmss', ['ddMMyyyyHHmmss']],
    ['d.M.yy', 'd.3.yy', ['d', 'yy']],
    ['YYYY-MM-DD HH:mm', '2024-03-05 15:04', []],
    ['[yyyy] Monday, daddy, by my add', 'yyyy Monday, daddy, by my add', []],
  ])('%s leaves the words of another dialect, and they can be asked for', (format, text, words) => {
    expect(formatDate(instant, format)).toBe(text);
    expect(suspiciousFormatWords(format)).toEqual(words);
  });

  it('refuses strftime codes, endless formats, unknown zones and impossible numbers', () => {
    for (const action of [
      () => formatDate(0, '%Y-%m-%d'),
      () => formatDate(0, 'Y'.repeat(1001)),
      () => formatDate(0, 'YYYY', { timeZone: 'Nowhere' }),
      () => formatDate(Number.NaN, 'YYYY'),
      () => formatDate(8.64e15 + 1, 'YYYY'),
    ]) {
      expect(failureOf(action).code).toBe('invalid_arguments');
    }
  });
});
