import { describe, expect, it } from 'vitest';

import { findTimeZone, formatDate, resolveTimeZone } from '../src/datetime.ts';
import { failureOf } from './answer.ts';

describe('resolveTimeZone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['z', 'UTC'],
    ['GMT', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['america/port_of_spain', 'America/Port_of_Spain'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['us/pacific', 'US/Pacific'],
    ['etc/gmt+8', 'Etc/GMT+8'],
    ['PRC', 'PRC'],
    ['+08:00', '+08:00'],
    ['+8', '+08:00'],
    ['-0330', '-03:30'],
    ['UTC+8', '+08:00'],
    ['gmt-05:00', '-05:00'],
    ['UTC −3', '-03:00'],
    ['+00:00', 'UTC'],
    ['Beijing', 'Asia/Shanghai'],
    ['北京', 'Asia/Shanghai'],
    ['北京时间', 'Asia/Shanghai'],
    ['上海市', 'Asia/Shanghai'],
    ['New York', 'America/New_York'],
    ['纽约', 'America/New_York'],
    ['tokyo', 'Asia/Tokyo'],
    ['东京', 'Asia/Tokyo'],
    ['London', 'Europe/London'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['San Francisco', 'America/Los_Angeles'],
    ['  paris ', 'Europe/Paris'],
  ])('%s is %s', (name, expected) => {
    expect(resolveTimeZone(name)).toBe(expected);
    expect(findTimeZone(name)).toBe(expected);
  });

  it.each([
    ['CST', ['Asia/Shanghai', 'America/Chicago', 'America/Havana']],
    ['IST', ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']],
    ['bst', ['Europe/London', 'Asia/Dhaka']],
    ['EST', ['America/New_York']],
    ['JST', ['Asia/Tokyo']],
    ['Asia/Shangai', ['Asia/Shanghai']],
    ['Asia/Beijing', ['Asia/Shanghai']],
    ['Londn', ['Europe/London']],
    ['Shang', ['Asia/Shanghai']],
    // Not Marseille.
    ['Mars', undefined],
  ])('%s is refused with candidates', (name, candidates) => {
    expect(findTimeZone(name)).toBeUndefined();
    expect(failureOf(() => resolveTimeZone(name)).details?.candidates).toEqual(candidates);
  });

  it.each([
    '',
    'Mars/Phobos',
    'UTC+25',
    '+24:00',
    '+08:60',
    'SystemV/EST5',
    'PLT',
    'x'.repeat(500),
    // A pattern that backtracks would never end on these.
    `${'a'.repeat(40)}/!`,
    `${'a'.repeat(40)}!`,
    '__proto__',
    '../UTC',
    // Read as a whole, never only its beginning.
    `UTC${' '.repeat(80)}somewhere`,
    `+08:00${'\t'.repeat(80)}-05:00`,
  ])('%s is refused', (name) => {
    const error = failureOf(() => resolveTimeZone(name));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(/^Unknown time zone/);
  });

  it('resolves a resolved name to itself', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const resolved = resolveTimeZone(zone);
      expect(resolveTimeZone(resolved)).toBe(resolved);
      expect(resolveTimeZone(zone.toUpperCase())).toBe(resolved);
    }
  });

  it('every place of the alias table is a zone that this host knows', () => {
    for (const name of [
      'kyiv',
      'nuuk',
      'rangoon',
      '加德满都',
      '布宜诺斯艾利斯',
      '胡志明市',
      '达卡',
    ]) {
      expect(formatDate(0, 'Z', { timeZone: name })).toMatch(/^[+-]\d\d:\d\d/);
    }
  });
});
