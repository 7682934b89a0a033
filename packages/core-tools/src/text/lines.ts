import { characterClass, SPACE } from './character-classes.ts';

/** A text as lines without their ends. */
export interface TextLines {
  readonly lines: readonly string[];
  /** The most frequent line end, the first of equals; `\n` when there is none. */
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** A final line end is no empty line (POSIX). */
  readonly endsWithLineEnd: boolean;
}

const LINE_END = /\r\n|\n|\r/g;

export function splitLines(text: string): TextLines {
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (const [end] of text.matchAll(LINE_END)) counts[end as '\n'] += 1;
  const lines = text.split(LINE_END);
  const endsWithLineEnd = lines.length > 1 && lines.at(-1) === '';
  if (endsWithLineEnd) lines.pop();
  let lineEnd: TextLines['lineEnd'] = '\n';
  for (const end of ['\r\n', '\r'] as const) if (counts[end] > counts[lineEnd]) lineEnd = end;
  return { lines, lineEnd, endsWithLineEnd };
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
  const parts = text.split(/(\r\n|\n|\r)/);
  return trimEnds(parts.map((part, index) => (index % 2 === 0 ? trimEnds(part) : part)).join(''));
}

function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characterClass(text.charCodeAt(start)) === SPACE) start += 1;
  while (end > start && characterClass(text.charCodeAt(end - 1)) === SPACE) end -= 1;
  return text.slice(start, end);
}
