export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Monday first (ISO 8601). */
export const WEEKDAY_NAMES: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

/** Monday first. */
export const CHINESE_WEEKDAY_NAMES: readonly string[] = [
  '星期一',
  '星期二',
  '星期三',
  '星期四',
  '星期五',
  '星期六',
  '星期日',
];

/** 1–12 for `March`, `mar`, `Sept.`; undefined for anything else. */
export function monthNumber(name: string): number | undefined {
  return nameNumber(MONTH_NAMES, name.toLowerCase() === 'sept' ? 'sep' : name);
}

/** 1 = Monday … 7 = Sunday for `Friday`, `fri`, `Tues`, `Thurs`; undefined for anything else. */
export function weekdayNumber(name: string): number | undefined {
  const lower = name.toLowerCase();
  const short = lower === 'tues' || lower === 'thur' || lower === 'thurs';
  return nameNumber(WEEKDAY_NAMES, short ? lower.slice(0, 3) : lower);
}

function nameNumber(names: readonly string[], name: string): number | undefined {
  const lower = name.toLowerCase();
  const index = names.findIndex((full) => {
    const fullLower = full.toLowerCase();
    return lower === fullLower || lower === fullLower.slice(0, 3);
  });
  return index === -1 ? undefined : index + 1;
}
