import { nearestName } from '../nearest-name.ts';
import {
  clientNames,
  commandTable,
  defaultHost,
  defaultPort,
  flagsOf,
  shellNames,
  type ClientName,
  type CommandName,
  type ShellName,
} from './command-table.ts';
import { readArguments, type ReadArguments } from './read-arguments.ts';
import { quote, usageError, type UsageError } from './usage-error.ts';

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'serve' }
  | { readonly kind: 'serve_http'; readonly port: number; readonly host: string }
  | { readonly kind: 'help'; readonly topic?: CommandName }
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
  | { readonly kind: 'doctor'; readonly json: boolean }
  | {
      readonly kind: 'init';
      readonly client: ClientName;
      readonly write: boolean;
      /** Writes without asking. */
      readonly yes: boolean;
    }
  | { readonly kind: 'completion'; readonly shell: ShellName }
  | UsageError;

/** Reads the arguments behind the program's name. */
export function parseCommandLine(given: readonly string[]): Command {
  const [first, ...rest] = given;
  if (first === undefined) return { kind: 'serve' };
  const name = commandTable.find((spec) => spec.name === first)?.name;
  if (name === undefined) {
    return first.startsWith('-') && first !== '-' ? parseProgram(given) : bareWord(first, rest);
  }
  const read = readArguments(rest, flagsOf(name));
  if ('kind' in read) return read;
  if (read.switches.has('--help')) return { kind: 'help', topic: name };
  if (read.switches.has('--version')) return { kind: 'version' };
  return parsers[name](read);
}

const parsers: Readonly<Record<CommandName, (read: ReadArguments) => Command>> = {
  run: finishRun,
  doctor: ({ words: [extra], switches }) =>
    extra === undefined
      ? { kind: 'doctor', json: switches.has('--json') }
      : usageError(`doctor takes no arguments, but ${quote(extra)} was given.`),
  init: ({ words, switches }) => {
    const client = chooseOne(words, { what: 'init', noun: 'client', choices: clientNames });
    if (typeof client !== 'string') return client;
    const write = switches.has('--write');
    const yes = switches.has('--yes');
    if (yes && !write) return usageError('--yes belongs to --write: init <client> --write --yes.');
    return { kind: 'init', client, write, yes };
  },
  completion: ({ words }) => {
    const shell = chooseOne(words, { what: 'completion', noun: 'shell', choices: shellNames });
    return typeof shell === 'string' ? { kind: 'completion', shell } : shell;
  },
};

interface Choice<Name extends string> {
  readonly what: string;
  readonly noun: string;
  readonly choices: readonly Name[];
}

function chooseOne<Name extends string>(
  [word, extra]: readonly string[],
  { what, noun, choices }: Choice<Name>,
): Name | UsageError {
  const list = choices.join(', ');
  if (word === undefined) return usageError(`${what} needs a ${noun}: ${list}.`);
  const choice = choices.find((name) => name === word.toLowerCase());
  if (choice === undefined) {
    const near = nearestName(word, choices);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return usageError(`Unknown ${noun} ${quote(word)}.${hint} Known are: ${list}.`);
  }
  if (extra === undefined) return choice;
  return usageError(`${what} takes one ${noun}, but ${quote(extra)} follows it.`);
}

function parseProgram(given: readonly string[]): Command {
  const read = readArguments(given, flagsOf(undefined));
  if ('kind' in read) return read;
  const { switches, values, words } = read;
  if (switches.has('--help')) return { kind: 'help' };
  if (switches.has('--version')) return { kind: 'version' };
  const [word] = words;
  if (switches.has('--test')) {
    const extra = given.find((argument) => argument !== '--test');
    if (extra === undefined) return { kind: 'self_test' };
    return usageError(`--test stands alone, but ${quote(extra)} is there as well.`);
  }
  const isHttp = switches.has('--http') || switches.has('--sse');
  if (word !== undefined) {
    const command = commandTable.some((spec) => spec.name === word);
    return usageError(
      command
        ? `${word} must come first: mini-agent-mcp ${word} ….`
        : `${quote(word)} is not understood here. See --help.`,
    );
  }
  const [lone] = [...values.keys()];
  if (!isHttp) {
    return lone === undefined
      ? { kind: 'serve' }
      : usageError(`${lone} belongs to --http: mini-agent-mcp --http ${lone} ….`);
  }
  return httpCommand(values);
}

function httpCommand(values: ReadonlyMap<string, string>): Command {
  const portText = values.get('--port') ?? String(defaultPort);
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : NaN;
  if (!(port <= 65_535)) {
    return usageError(`--port is ${quote(portText)}, but it must be a number from 0 to 65535.`);
  }
  const host = (values.get('--host') ?? defaultHost).replace(/^\[(.*)\]$/, '$1');
  if (!/^[\w.:%-]+$/.test(host)) {
    return usageError(
      `--host is ${quote(host)}, but it must be an address or a name without a port, such as 127.0.0.1.`,
    );
  }
  return { kind: 'serve_http', port, host };
}

function finishRun({ words, switches, values }: ReadArguments): Command {
  const resume = values.get('--resume');
  if (resume !== undefined && !resume.startsWith('run_')) {
    return usageError(
      '--resume needs the run_id of an earlier run, as in: mini-agent-mcp run --resume run_…',
    );
  }
  const readsInput = words.length === 1 && words[0] === '-';
  const task = readsInput ? undefined : words.join(' ').trim();
  if (!readsInput && task === '' && resume === undefined) {
    return usageError('run needs a task: mini-agent-mcp run "<task>", or - to read it from stdin.');
  }
  return {
    kind: 'run',
    task: task === '' ? undefined : task,
    readsInput,
    json: switches.has('--json'),
    rule: switches.has('--rule'),
    resume,
  };
}

/** Commands that are reserved, so that they are not taken for a task. */
const reserved = ['ask', 'memory'];

function bareWord(first: string, rest: readonly string[]): Command {
  if (reserved.includes(first)) return usageError(`${first} is not part of this version.`);
  const flag = flagsOf(undefined).find(({ name }) => name === `--${first.toLowerCase()}`);
  if (flag !== undefined && rest.length === 0) {
    return usageError(`Unknown command ${quote(first)}. Did you mean ${flag.name}?`);
  }
  const names = commandTable.map((spec) => spec.name);
  const near = nearestName(first, names);
  if (near !== undefined && !/\s/.test(first)) {
    return usageError(`Unknown command ${quote(first)}. Did you mean ${near}?`);
  }
  const task = [first, ...rest].join(' ').trim();
  if (task === '') return usageError('An empty word is no command. See --help.');
  return usageError(
    `To run a task, write: mini-agent-mcp run ${task === '-' ? task : quote(task)}`,
  );
}
