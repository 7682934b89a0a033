/**
 * Dates as plain functions: strict parsing, IANA zones and offsets, formatting, differences, durations. No host time
 * zone or locale reaches a result.
 */
export { addDuration } from './datetime/add-duration.ts';
export { type BusinessDays, businessDaysBetween } from './datetime/business-days.ts';
export {
  currentDate,
  type DateFields,
  dateFields,
  dateFromEpoch,
  type DateOptions,
  type DateValue,
  inTimeZone,
} from './datetime/date-value.ts';
export { type DateDescription, describeDate } from './datetime/describe-date.ts';
export {
  type CalendarSpan,
  calendarText,
  type DateDifference,
  dateDifference,
} from './datetime/difference.ts';
export { type Duration, parseDuration } from './datetime/duration.ts';
export { formatDate, type FormatOptions, suspiciousFormatWords } from './datetime/format-date.ts';
export { parseDate } from './datetime/parse-date.ts';
export { findTimeZone, resolveTimeZone } from './datetime/zone-names.ts';
export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
