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
    read: rememberLatest(async (task, language) => {
      const lower = lowerAscii(foldCharacters(task));
      const concerned: (RuleIntent | Promise<RuleIntent>)[] = [];
      let isLoading = false;
      for (const source of sources) {
        const intent = source(lower);
        if (intent !== undefined) concerned.push(intent);
        isLoading ||= intent instanceof Promise;
      }
      const intents = isLoading
        ? await Promise.all(concerned.map(async (intent) => intent))
        : concerned.filter(isLoaded);
      return readTask(task, { intents, language });
    }),
  };
}

type Source = (lower: string) => RuleIntent | undefined | Promise<RuleIntent>;

function isLoaded(intent: RuleIntent | Promise<RuleIntent>): intent is RuleIntent {
  return !(intent instanceof Promise);
}

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

/** A run asks about one task twice: for its calls and for its answer, and several runs take turns. Long tasks are not kept. */
function rememberLatest(read: Read): Read {
  const latest = new Map<string, { readonly language: Language; readonly reading: TaskReading }>();
  return async (task, language) => {
    const known = latest.get(task);
    if (known?.language === language) return known.reading;
    const reading = await read(task, language);
    if (task.length > longestRemembered) return reading;
    latest.delete(task);
    latest.set(task, { language, reading });
    if (latest.size > mostRemembered) {
      const { value: oldest } = latest.keys().next();
      if (oldest !== undefined) latest.delete(oldest);
    }
    return reading;
  };
}

const longestRemembered = 2_000;
const mostRemembered = 8;
