import { quoteMark } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';

const longestFormat = 40;

/** A date format at a position: tokens and separators up to the end, or one quoted passage. Its value is the quote mark then. */
export const formatSlot: SlotReader<string> = ({ text, lower }, position) => {
  if (text[position] === quoteMark) return [{ value: quoteMark, end: position + 1 }];
  const readings = [];
  for (let end = Math.min(text.length, position + longestFormat); end > position; end--) {
    if (/[A-Za-z]/.test(text.charAt(end - 1)) && /[A-Za-z]/.test(text.charAt(end))) continue;
    const named = names.get(lower.slice(position, end));
    const format = named ?? dateFormat(text.slice(position, end));
    if (format !== undefined) readings.push({ value: format, end });
  }
  return readings;
};

const names: ReadonlyMap<string, string> = new Map([
  ['iso', 'YYYY-MM-DD'],
  ['iso 8601', 'YYYY-MM-DD'],
  ['iso format', 'YYYY-MM-DD'],
]);

const tokens = /^(?:YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a|Do)$/;

/**
 * A format in the date tool's tokens, or undefined where it has a letter that is none. `yyyy-mm-dd` is what many write for
 * `YYYY-MM-DD`; `mm` beside year or day means the month, beside hours the minutes.
 */
export function dateFormat(written: string): string | undefined {
  const text = written.trim();
  if (text.length > longestFormat || !/[YyMDd]/.test(text)) return undefined;
  const pieces = text.match(/[A-Za-z]+|[^A-Za-z]+/g) ?? [];
  let afterHours = false;
  const spelled = pieces.map((piece) => {
    if (!/[A-Za-z]/.test(piece))
      return /^[-/.,:\s年月日号时分秒]*$/.test(piece) ? piece : undefined;
    const token = spelledToken(piece, afterHours);
    afterHours = token === undefined ? afterHours : /^[Hh]|^mm?$/.test(token);
    return token;
  });
  return spelled.includes(undefined) ? undefined : spelled.join('');
}

function spelledToken(piece: string, afterHours: boolean): string | undefined {
  if (piece === 'T') return '[T]';
  if (/^(?:YYYYMMDD|yyyymmdd)$/.test(piece)) return 'YYYYMMDD';
  if (/^y+$/.test(piece)) return spelledToken(piece.toUpperCase(), afterHours);
  if (/^d{1,2}$/.test(piece)) return piece.toUpperCase();
  if (/^mm?$/.test(piece)) return afterHours ? piece : piece.toUpperCase();
  if (/^m{3,4}$/.test(piece)) return piece.toUpperCase();
  return tokens.test(piece) ? piece : undefined;
}
