import { describe, expect, it } from 'vitest';

import {
  addDuration,
  businessDaysBetween,
  calendarText,
  dateDifference,
  dateFromEpoch,
  describeDate,
  formatDate,
  parseDate,
  resolveTimeZone,
} from '../src/datetime.ts';
import { failureOf } from './answer.ts';

describe('further cases of zones', () => {
  it.each([
    ['dz-001', 'utc', 'UTC'],
    ['dz-002', 'Zulu', 'UTC'],
    ['dz-003', '-00:00', 'UTC'],
    ['dz-004', 'GMT+0', 'UTC'],
    ['dz-005', '+5:45', '+05:45'],
    ['dz-006', 'UTC+05:30', '+05:30'],
    ['dz-007', '-1130', '-11:30'],
    ['dz-008', 'europe/PARIS', 'Europe/Paris'],
    ['dz-009', 'america/indiana/indianapolis', 'America/Indiana/Indianapolis'],
    ['dz-010', 'Asia/Calcutta', 'Asia/Calcutta'],
    ['dz-011', 'mumbai', 'Asia/Kolkata'],
    ['dz-012', 'Los Angeles', 'America/Los_Angeles'],
    ['dz-013', '洛杉矶', 'America/Los_Angeles'],
    ['dz-014', '伦敦时间', 'Europe/London'],
    ['dz-015', '香港', 'Asia/Hong_Kong'],
    ['dz-016', '首尔', 'Asia/Seoul'],
    ['dz-017', '悉尼', 'Australia/Sydney'],
    ['dz-018', '莫斯科', 'Europe/Moscow'],
    ['dz-019', 'ＵＴＣ＋８', '+08:00'],
    ['dz-020', 'Etc/GMT-14', 'Etc/GMT-14'],
    // A zone of the IANA database, not only an abbreviation.
    ['dz-022', 'cet', 'CET'],
  ])('%s: %s is %s', (_id, name, expected) => {
    expect(resolveTimeZone(name)).toBe(expected);
  });

  it.each([
    ['dz-021', 'PST', ['America/Los_Angeles']],
    ['dz-023', 'AST', ['America/Halifax', 'Asia/Riyadh']],
    ['dz-024', 'Amercia/New_York', ['America/New_York']],
    ['dz-025', 'Tokio', ['Asia/Tokyo']],
    ['dz-026', 'Gondor', undefined],
    ['dz-027', '火星', undefined],
    ['dz-028', '+15:60', undefined],
    ['dz-029', '+99', undefined],
    ['dz-030', 'constructor', undefined],
  ])('%s: %s', (_id, name, candidates) => {
    expect(failureOf(() => resolveTimeZone(name)).details?.candidates).toEqual(candidates);
  });

  it.each<[string, string, string, string, RegExp | undefined]>([
    // The clocks of 2024: gap on 10 March and 31 March, overlap on 27 October and 3 November.
    ['dz-031', '2024-03-10T02:00', 'America/New_York', '2024-03-10T03:00:00-04:00', /not exist/],
    ['dz-032', '2024-03-10T02:59:59', 'America/New_York', '2024-03-10T03:59:59-04:00', /not exist/],
    ['dz-033', '2024-03-10T03:00', 'America/New_York', '2024-03-10T03:00:00-04:00', undefined],
    ['dz-034', '2024-03-31T01:30', 'Europe/London', '2024-03-31T02:30:00+01:00', /not exist/],
    ['dz-035', '2024-03-31T02:30', 'Europe/Berlin', '2024-03-31T03:30:00+02:00', /not exist/],
    ['dz-036', '2024-10-27T02:30', 'Europe/Berlin', '2024-10-27T02:30:00+02:00', /twice/],
    ['dz-037', '2024-10-27T02:30+01:00', 'Europe/Berlin', '2024-10-27T02:30:00+01:00', undefined],
    ['dz-038', '2024-11-03T01:00', 'America/Chicago', '2024-11-03T01:00:00-05:00', /twice/],
    ['dz-039', '2024-11-03T02:00', 'America/Chicago', '2024-11-03T02:00:00-06:00', undefined],
    ['dz-040', '2024-04-07T01:45', 'Australia/Lord_Howe', '2024-04-07T01:45:00+11:00', /twice/],
    ['dz-041', '2024-10-06T02:15', 'Australia/Lord_Howe', '2024-10-06T02:45:00+11:00', /not exist/],
    ['dz-042', '2024-06-15T12:00', 'Asia/Shanghai', '2024-06-15T12:00:00+08:00', undefined],
    ['dz-043', '1988-07-01T12:00', 'Asia/Shanghai', '1988-07-01T12:00:00+09:00', undefined],
    ['dz-044', '2024-06-15T12:00', 'Asia/Kathmandu', '2024-06-15T12:00:00+05:45', undefined],
    ['dz-045', '1900-01-01T00:00', 'Asia/Shanghai', '1900-01-01T00:00:00+08:05:43', undefined],
  ])('%s: %s in %s is %s', (_id, ...[text, timeZone, iso, note]) => {
    const value = parseDate(text, { timeZone });
    expect(describeDate(value).iso).toBe(iso);
    expect(value.notes.join()).toMatch(note ?? /^$/);
  });
});

describe('further cases of formats', () => {
  /** A Tuesday, 00:05:09.007 in UTC. */
  const value = dateFromEpoch(Date.UTC(2024, 11, 31, 0, 5, 9, 7));

  it.each([
    ['df-001', 'YYYY/MM/DD', '2024/12/31'],
    ['df-002', 'D/M/YY', '31/12/24'],
    ['df-003', 'HH:mm:ss.SSS', '00:05:09.007'],
    ['df-004', 'h:m:s a', '12:5:9 am'],
    ['df-005', 'hh:mm A', '12:05 AM'],
    ['df-006', 'dddd, MMMM Do YYYY', 'Tuesday, December 31st 2024'],
    ['df-007', 'ddd D MMM', 'Tue 31 Dec'],
    ['df-008', 'GGGG-[W]WW', '2025-W01'],
    ['df-009', '[Today is] dddd', 'Today is Tuesday'],
    ['df-010', 'YYYY年M月D日 HH时mm分', '2024年12月31日 00时05分'],
    ['df-011', '今天是YYYY年', '今天是2024年'],
    ['df-012', 'X', '1735603509'],
    ['df-013', 'x', '1735603509007'],
    ['df-014', 'YYYYMMDD', '20241231'],
    ['df-015', 'YYYY-MM-DDTHH:mm:ssZ', '2024-12-31T00:05:09+00:00'],
    ['df-016', 'Quarter', 'Quarter'],
    ['df-017', 'yyyy-mm-dd', 'yyyy-05-dd'],
    ['df-018', '[[YYYY]]', '[YYYY]'],
    ['df-019', 'MMMM mm M m', 'December 05 12 5'],
    ['df-020', '100 %', '100 %'],
  ])('%s: %s is %s', (_id, format, expected) => {
    expect(formatDate(value, format)).toBe(expected);
  });

  it.each([
    ['df-021', 'Asia/Tokyo', '2024-12-31 09:05 Tuesday +09:00'],
    ['df-022', 'America/New_York', '2024-12-30 19:05 Monday -05:00'],
    ['df-023', 'Asia/Kolkata', '2024-12-31 05:35 Tuesday +05:30'],
    ['df-024', 'Pacific/Kiritimati', '2024-12-31 14:05 Tuesday +14:00'],
    ['df-025', '-12:00', '2024-12-30 12:05 Monday -12:00'],
    ['df-026', '北京', '2024-12-31 08:05 Tuesday +08:00'],
  ])('%s: in %s', (_id, timeZone, expected) => {
    expect(formatDate(value, 'YYYY-MM-DD HH:mm dddd Z', { timeZone })).toBe(expected);
    expect(formatDate(value.epochMs, 'YYYY-MM-DD HH:mm dddd Z', { timeZone })).toBe(expected);
    expect(formatDate(dateFromEpoch(value.epochMs, timeZone), 'YYYY-MM-DD HH:mm dddd Z')).toBe(
      expected,
    );
  });
});

describe('further cases of differences', () => {
  it.each([
    ['dd-001', '2024-01-01', '2024-01-01', 0, '0 days'],
    ['dd-002', '2024-01-01', '2025-01-01', 366, '1 year'],
    ['dd-003', '2023-01-01', '2024-01-01', 365, '1 year'],
    ['dd-004', '2024-02-29', '2025-02-28', 365, '11 months 30 days'],
    ['dd-005', '2024-02-29', '2025-03-01', 366, '1 year 1 day'],
    ['dd-006', '2024-03-31', '2024-04-30', 30, '30 days'],
    ['dd-007', '2024-04-30', '2024-05-31', 31, '1 month 1 day'],
    ['dd-008', '2000-01-01', '2024-12-25', 9125, '24 years 11 months 24 days'],
    ['dd-009', '2024-12-25', '2000-01-01', -9125, '-(24 years 11 months 24 days)'],
    ['dd-010', '1582-10-04', '1582-10-15', 11, '11 days'],
    ['dd-011', '-000001-12-31', '0000-01-01', 1, '1 day'],
    ['dd-012', '2024年1月1日', '2024年12月31日', 365, '11 months 30 days'],
    ['dd-013', '2024-01-01T18:00', '2024-01-02T06:00', 0, '12 hours'],
    ['dd-014', '2024-01-02T06:00', '2024-01-01T18:00', 0, '-(12 hours)'],
    ['dd-015', '2024-01-01T00:00', '2024-02-01T12:30', 31, '1 month 12 hours 30 minutes'],
  ])('%s: %s to %s', (_id, ...[from, to, days, calendar]) => {
    const difference = dateDifference(parseDate(from), parseDate(to));
    expect(difference.days).toBe(days);
    expect(calendarText(difference.calendar)).toBe(calendar);
  });

  it.each([
    ['dd-016', '2024-03-09T12:00', '2024-03-10T12:00', 'America/New_York', 1, 23],
    ['dd-017', '2024-11-02T12:00', '2024-11-03T12:00', 'America/New_York', 1, 25],
    ['dd-018', '2024-10-05T12:00', '2024-10-06T12:00', 'Australia/Lord_Howe', 1, 23],
    ['dd-019', '2011-12-29T12:00', '2011-12-31T12:00', 'Pacific/Apia', 2, 24],
    ['dd-020', '2024-03-09', '2024-03-11', 'America/New_York', 2, 48],
  ])('%s: %s to %s in %s', (_id, ...[from, to, timeZone, days, hours]) => {
    const difference = dateDifference(parseDate(from, { timeZone }), parseDate(to, { timeZone }));
    expect(difference).toMatchObject({ days, hours });
  });
});

describe('further cases of durations and business days', () => {
  it.each([
    ['da-001', '2024-01-31', '1 month', '2024-02-29'],
    ['da-002', '2023-01-31', 'P1M', '2023-02-28'],
    ['da-003', '2024-02-29', '4 years', '2028-02-29'],
    ['da-004', '2024-02-29', '-1 year', '2023-02-28'],
    ['da-005', '2024-12-31', '1 day', '2025-01-01'],
    ['da-006', '2024-03-01', '-1 day', '2024-02-29'],
    ['da-007', '2024-01-01', '100 days', '2024-04-10'],
    ['da-008', '2024-01-01', 'P2W', '2024-01-15'],
    ['da-009', '2024-01-01T10:00', 'PT36H', '2024-01-02T22:00:00+00:00'],
    ['da-010', '2024-01-01T10:00', '1 day 2 hours', '2024-01-02T12:00:00+00:00'],
    ['da-011', '2024-01-01', '三个月', '2024-04-01'],
    ['da-012', '2024-01-01', '十天', '2024-01-11'],
    ['da-013', '2024-01-01', '两年前', '2022-01-01'],
    ['da-014', '2024-01-01T00:00', '一小时三十分钟', '2024-01-01T01:30:00+00:00'],
    ['da-015', '2024-07-05', '1 business day', '2024-07-08'],
    ['da-016', '2024-07-08', '-1 business day', '2024-07-05'],
    ['da-017', '2024-07-06', '2 working days', '2024-07-09'],
    ['da-018', '2024-07-04', '五个工作日', '2024-07-11'],
  ])('%s: %s plus %s is %s', (_id, ...[date, duration, expected]) => {
    expect(describeDate(addDuration(parseDate(date), duration)).iso).toBe(expected);
  });

  it.each([
    ['da-019', '1 fortnight'],
    ['da-020', '1.5 days'],
    ['da-021', '5'],
    ['da-022', '3m'],
    ['da-023', 'P'],
    ['da-024', '半天'],
    ['da-025', '一百五天'],
  ])('%s: %s is refused', (_id, duration) => {
    expect(failureOf(() => addDuration(parseDate('2024-01-01'), duration)).code).toBe(
      'invalid_arguments',
    );
  });

  it.each([
    ['db-001', '2024-07-01', '2024-07-05', 5, 4],
    ['db-002', '2024-07-01', '2024-07-07', 5, 4],
    ['db-003', '2024-07-06', '2024-07-07', 0, 0],
    ['db-004', '2024-07-05', '2024-07-08', 2, 1],
    ['db-005', '2024-07-08', '2024-07-05', -2, -1],
    ['db-006', '2024-01-01', '2024-01-31', 23, 22],
    ['db-007', '1969-12-29', '1970-01-04', 5, 4],
  ])('%s: business days of %s to %s', (_id, ...[from, to, inclusive, exclusive]) => {
    expect(businessDaysBetween(parseDate(from), parseDate(to))).toEqual({ inclusive, exclusive });
  });
});
