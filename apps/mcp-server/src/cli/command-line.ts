import { nearestName } from '../nearest-name.ts';

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'serve' }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'self_test' }
  | {
      readonly kind: 'run';
      /** Undefined = only resume; `-` has become `readsInput`. */
      readonly task: string | undefined;
      readonly readsInput: boolean;
      readonly json: boolean;
      readonly rule: boolean;
      readonly resume: string | undefined;
    }
  | { readonly kind: 'usage_error'; readonly message: string };

const flagNames = ['--help', '--version', '--test'] as const;
const runFlagNames = ['--json', '--rule', '--resume', '--help', '--version'] as const;
const commands = ['run'];

/** Reads the arguments behind the program's name. */
export function parseCommandLine(given: readonly string[]): Command {
  const [first, ...rest] = given;
  if (first === undefined) return { kind: 'serve' };
  if (first === 'run') return parseRun(rest);
  if (!first.startsWith('-') || first === '-') return bareWord(first, rest);
  const flag = expandShort(first);
  if (flag === '--help') return { kind: 'help' };
  if (flag === '--version') return { kind: 'version' };
  if (flag === '--http' || flag === '--sse') {
    return usageError(`${flag} is not part of this version; it serves on stdin and stdout.`);
  }
  if (flag !== '--test') return unknownFlag(flag, flagNames);
  const [extra] = rest;
  if (extra === undefined) return { kind: 'self_test' };
  return usageError(`${flag} stands alone, but ${quote(extra)} follows it.`);
}

interface RunDraft {
  readonly words: string[];
  json: boolean;
  rule: boolean;
  resume: string | undefined;
}

function parseRun(given: readonly string[]): Command {
  const draft: RunDraft = { words: [], json: false, rule: false, resume: undefined };
  const left = [...given];
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (next === '--') {
      draft.words.push(...left.splice(0));
    } else if (!/^-[^\d.\s]/.test(next) || /\s/.test(next)) {
      draft.words.push(next);
    } else {
      const outcome = applyFlag(next, left, draft);
      if (outcome !== undefined) return outcome;
    }
  }
  return finishRun(draft);
}

/** Applies one flag of `run`; returns a command where the flag decides everything. */
function applyFlag(given: string, left: string[], draft: RunDraft): Command | undefined {
  const [name = '', ...parts] = given.split('=');
  const inline = parts.length === 0 ? undefined : parts.join('=');
  const flag = expandShort(name);
  if (inline !== undefined && flag !== '--resume' && runFlagNames.some((known) => known === flag)) {
    return usageError(`${flag} takes no value.`);
  }
  switch (flag) {
    case '--help':
      return { kind: 'help' };
    case '--version':
      return { kind: 'version' };
    case '--json':
      draft.json = true;
      return undefined;
    case '--rule':
      draft.rule = true;
      return undefined;
    case '--resume':
      draft.resume = inline ?? left.shift();
      return draft.resume?.startsWith('run_') === true
        ? undefined
        : usageError('--resume needs the run_id of an earlier run, such as run_… .');
    default:
      return unknownFlag(flag, runFlagNames);
  }
}

function finishRun({ words, json, rule, resume }: RunDraft): Command {
  const readsInput = words.length === 1 && words[0] === '-';
  const task = readsInput ? undefined : words.join(' ').trim();
  if (!readsInput && task === '' && resume === undefined) {
    return usageError('run needs a task: mini-agent-mcp run "<task>", or - to read it from stdin.');
  }
  return { kind: 'run', task: task === '' ? undefined : task, readsInput, json, rule, resume };
}

/** Commands that are reserved, so that they are not taken for a task. */
const reserved = ['ask', 'doctor', 'memory'];

function bareWord(first: string, rest: readonly string[]): Command {
  if (reserved.includes(first)) return usageError(`${first} is not part of this version.`);
  const near = nearestName(first, commands);
  if (near !== undefined && !/\s/.test(first)) {
    return usageError(`Unknown command ${quote(first)}. Did you mean ${near}?`);
  }
  const task = [first, ...rest].join(' ');
  return usageError(`To run a task, write: mini-agent-mcp run ${quote(task)}`);
}

function unknownFlag(flag: string, known: readonly string[]): Command {
  const near = nearestName(flag, known);
  const hint = near === undefined ? 'See --help.' : `Did you mean ${near}?`;
  return usageError(`Unknown flag ${quote(flag)}. ${hint}`);
}

function usageError(message: string): Command {
  return { kind: 'usage_error', message };
}

function expandShort(flag: string): string {
  if (flag === '-h' || flag === '-?') return '--help';
  return flag === '-v' || flag === '-V' ? '--version' : flag;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}
