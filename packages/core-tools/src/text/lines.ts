import { characterClass, SPACE } from './character-classes.ts';

/** A text as lines without their ends. */
export interface TextLines {
  readonly lines: readonly string[];
  /** The most frequent line end, the first of equals; `\n` when there is none. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** A final line end is no empty line (POSIX). */
  readonly endsWithLineEnd: boolean;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export function splitLines(text: string): TextLines {
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
  const lines: string[] = [];
  let start = 0;
  for (let end = lineEndFrom(text, 0); end < text.length; end = lineEndFrom(text, start)) {
    const next = lineStartAfter(text, end);
    lines.push(text.slice(start, end));
    if (text.charCodeAt(end) === LINE_FEED) counts['\n'] += 1;
    else counts[next - end === 2 ? '\r\n' : '\r'] += 1;
    start = next;
  }
  const endsWithLineEnd = start === text.length && start > 0;
  if (!endsWithLineEnd) lines.push(text.slice(start));
  let lineEnd: TextLines['lineEnd'] = '\n';
  for (const end of ['\r\n', '\r'] as const) if (counts[end] > counts[lineEnd]) lineEnd = end;
  return { lines, lineEnd, endsWithLineEnd };
}

/** Where the line ends that an index stands in. */
function lineEndFrom(text: string, index: number): number {
  let end = index;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit === LINE_FEED || unit === CARRIAGE_RETURN) break;
    end += 1;
  }
  return end;
}

/** Past a line end: CRLF, LF or CR. */
function lineStartAfter(text: string, end: number): number {
  return end + (text.startsWith('\r\n', end) ? 2 : 1);
}

export function joinLines(
  lines: readonly string[],
  { lineEnd, endsWithLineEnd }: TextLines,
): string {
  return lines.join(lineEnd) + (endsWithLineEnd ? lineEnd : '');
}

/** Keeps the first of equal lines, compared unit by unit without their ends. */
export function removeDuplicateLines(text: string): string {
  const split = splitLines(text);
  return joinLines([...new Set(split.lines)], split);
}

/**
 * Removes Unicode white space and byte order marks: at both ends of the text (`ends`), or at both ends of every line
 * and of the text (`lines`).
 */
export function trimText(text: string, scope: 'lines' | 'ends'): string {
  if (scope === 'ends') return trimEnds(text);
  let trimmed = '';
  /** What follows has not been taken over yet. */
  let from = 0;
  for (let start = 0; start < text.length;) {
    const end = lineEndFrom(text, start);
    const first = skipSpaces(text, start, end);
    const last = skipSpacesBack(text, first, end);
    if (first > start || last < end) {
      trimmed += text.slice(from, start) + text.slice(first, last);
      from = end;
    }
    start = lineStartAfter(text, end);
  }
  return trimEnds(trimmed + text.slice(from));
}

function trimEnds(text: string): string {
  const start = skipSpaces(text, 0, text.length);
  return text.slice(start, skipSpacesBack(text, start, text.length));
}

function skipSpaces(text: string, from: number, end: number): number {
  let index = from;
  while (index < end && characterClass(text.charCodeAt(index)) === SPACE) index += 1;
  return index;
}

function skipSpacesBack(text: string, start: number, from: number): number {
  let index = from;
  while (index > start && characterClass(text.charCodeAt(index - 1)) === SPACE) index -= 1;
  return index;
}
