import { quoteMark } from './intent.ts';
import type { RuleMatch } from './intent.ts';
import { splitListItems } from './list-marks.ts';
import type { ReadOptions } from './segmentation.ts';
import { readParts } from './segmentation.ts';
import { prepareTask } from './task-text.ts';
import type { TaskText } from './task-text.ts';

/** An understood part: the words of the task, and what to do for them. */
export interface TaskPart {
  readonly text: string;
  readonly match: RuleMatch;
}

export type TaskReading =
  | {
      readonly understood: true;
      /** In the order of the task. */
      readonly parts: readonly TaskPart[];
      /** Parts that the task says not to do ("but don't …"), in its own words. */
      readonly leftOut: readonly string[];
    }
  | {
      readonly understood: false;
      /** The words that nothing claims, where something else was understood. */
      readonly problem?: string;
    };

/** A whole task in quotation marks, up to this length, is read without them. */
const longestQuotedTask = 500;

/** Understands every part of a task, or nothing. Pure, and linear in the length of the task. */
export function readTask(task: string, options: ReadOptions): TaskReading {
  const plain = splitListItems(task);
  if (plain === undefined) return { understood: false };
  const text = prepareTask(plain);
  if (text.text.trim() === quoteMark) {
    const [quoted = ''] = text.quotes(0, text.text.length);
    if (quoted.length <= longestQuotedTask) return readTask(quoted, options);
  }
  return readSpaced(task, text, options) ?? readPrepared(text, options);
}

/** Runs of spaces mean nothing, except in a text that stands without quotation marks. */
function readSpaced(task: string, text: TaskText, options: ReadOptions): TaskReading | undefined {
  if (task.length > longestSpaced || !/\S {2,}\S/.test(task) || text.text.includes(quoteMark)) {
    return undefined;
  }
  const reading = readTask(task.replace(/ {2,}/g, ' '), options);
  const isText = reading.understood && reading.parts.some(({ match }) => match.freeText === true);
  return reading.understood && !isText ? reading : undefined;
}

const longestSpaced = 1_000;

function readPrepared(text: TaskText, options: ReadOptions): TaskReading {
  const reading = readParts(text, options);
  if (!reading.understood) return reading;
  const parts: TaskPart[] = [];
  const leftOut: string[] = [];
  for (const part of reading.parts) {
    if (part.kind === 'left_out') leftOut.push(part.text);
    else parts.push({ text: text.source(part.range.start, part.range.end), match: part.match });
  }
  return { understood: true, parts, leftOut };
}
