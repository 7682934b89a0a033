import { foldCharacters, lowerAscii } from './characters.ts';
import { quoteMark } from './intent.ts';
import { findQuotes } from './quotes.ts';
import type { QuotedPassage } from './quotes.ts';

/** A task made ready for cutting: folded, with every quoted passage protected behind one {@link quoteMark}. */
export interface TaskText {
  readonly text: string;
  /** `text` with A–Z in lower case; same length. */
  readonly lower: string;
  /** The quoted passages inside a range of `text`. */
  quotes(start: number, end: number): readonly string[];
  /** The task's own characters behind a range of `text`. */
  source(start: number, end: number): string;
}

export function prepareTask(task: string): TaskText {
  const passages = findQuotes(task);
  return passages.length === 0 ? unquoted(task) : quoted(task, passages);
}

const noQuotes: readonly string[] = [];

function unquoted(task: string): TaskText {
  const text = foldCharacters(task);
  return {
    text,
    lower: lowerAscii(text),
    quotes: () => noQuotes,
    source: (start, end) => task.slice(start, end),
  };
}

function quoted(task: string, passages: readonly QuotedPassage[]): TaskText {
  const pieces: string[] = [];
  /** Positions of the marks in `text`. */
  const marks: number[] = [];
  let length = 0;
  let copied = 0;
  for (const { start, end } of passages) {
    pieces.push(foldCharacters(task.slice(copied, start)), quoteMark);
    length += start - copied;
    marks.push(length);
    length += 1;
    copied = end;
  }
  pieces.push(foldCharacters(task.slice(copied)));
  const text = pieces.join('');

  /** Position in the task of a position in `text`: each mark before it stands for a longer passage. */
  function taskPosition(position: number): number {
    let moved = position;
    for (const [index, passage] of passages.entries()) {
      if ((marks[index] ?? Infinity) >= position) break;
      moved += passage.end - passage.start - 1;
    }
    return moved;
  }
  return {
    text,
    lower: lowerAscii(text),
    quotes: (start, end) =>
      passages
        .filter((_passage, index) => {
          const mark = marks[index] ?? -1;
          return mark >= start && mark < end;
        })
        .map((passage) => passage.content),
    source: (start, end) => task.slice(taskPosition(start), taskPosition(end)),
  };
}
