import type { Language } from '@mini-agent/foundation/tool';
import { ModelError } from '../errors.ts';
import { foldCharacters, lowerAscii } from './characters.ts';
import type { RuleIntent } from './intent.ts';
import { readTask } from './read-task.ts';
import type { TaskReading } from './read-task.ts';
import { slotInput } from './slot-input.ts';

/** An intent whose code is loaded when a task may be for it. */
export interface RuleFamily {
  readonly name: string;
  /**
   * Found in every task with a part for this intent, and in few others: it is searched for in the task and in each part, with full-width
   * forms folded to ASCII, in lower case, in a part with `quoteMark` for what is quoted. Must take linear time.
   */
  readonly concerns: RegExp;
  /** The tools that it calls. A part behind one that calls these may go on with the result, whatever it says. */
  readonly tools: readonly string[];
  readonly load: () => Promise<RuleIntent>;
}

export interface TaskReader {
  /** Rejects with a {@link ModelError} when code is missing. */
  read(task: string, language: Language): Promise<TaskReading>;
}

/** Reads tasks with the intents that may be concerned, in their order. */
export function createTaskReader(intents: readonly (RuleIntent | RuleFamily)[]): TaskReader {
  const sources = intents.map((intent) => ('load' in intent ? lazy(intent) : always(intent)));
  return {
    read: rememberLast(async (task, language) => {
      const lower = lowerAscii(foldCharacters(task));
      const found = await Promise.all(sources.map(async (source) => source(lower)));
      return readTask(task, { intents: found.filter((intent) => intent !== undefined), language });
    }),
  };
}

type Source = (lower: string) => RuleIntent | undefined | Promise<RuleIntent>;

function always(intent: RuleIntent): Source {
  return () => intent;
}

function lazy(family: RuleFamily): Source {
  const { name, concerns, load } = family;
  let loaded: RuleIntent | undefined;
  const loadNow = async (): Promise<RuleIntent> => {
    try {
      return (loaded = onlyWhereConcerned(await load(), family));
    } catch (error) {
      const text = `The rules for ${name} could not be loaded; install the package again.`;
      throw new ModelError('unavailable', text, { cause: error });
    }
  };
  return (lower) => {
    if (!concerns.test(lower)) return undefined;
    return loaded ?? loadNow();
  };
}

function onlyWhereConcerned(intent: RuleIntent, { concerns, tools }: RuleFamily): RuleIntent {
  return {
    name: intent.name,
    match: (segment) => {
      const mayGoOn = segment.previous?.calls.some((call) => tools.includes(call.name)) === true;
      return mayGoOn || concerns.test(slotInput(segment).lower) ? intent.match(segment) : undefined;
    },
  };
}

type Read = TaskReader['read'];

/** A run asks about one task twice: for its calls and for its answer. Long tasks are not kept. */
function rememberLast(read: Read): Read {
  let last: { task: string; language: Language; reading: TaskReading } | undefined;
  return async (task, language) => {
    if (last?.task === task && last.language === language) return last.reading;
    const reading = await read(task, language);
    if (task.length <= longestRemembered) last = { task, language, reading };
    return reading;
  };
}

const longestRemembered = 2_000;
