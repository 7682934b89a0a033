/** A flag of a command, as the parser, the help and the completion scripts know it. */
export interface FlagSpec {
  readonly name: `--${string}`;
  /** What its value is called; undefined = a switch. */
  readonly value?: string;
  readonly about: string;
}

export interface CommandSpec {
  /** Undefined for the program without a command. */
  readonly name: string | undefined;
  readonly usage: string;
  readonly about: string;
  /** Values of its first argument, where they are known. */
  readonly choices?: readonly string[];
  readonly flags: readonly FlagSpec[];
}

/** The clients that `init` knows. */
export const clientNames = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'cline',
  'zed',
] as const;

export type ClientName = (typeof clientNames)[number];

export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type ShellName = (typeof shellNames)[number];

/** Flags that every command has. */
export const commonFlags: readonly FlagSpec[] = [
  { name: '--help', about: 'show this help' },
  { name: '--version', about: 'print the version' },
];

export const defaultPort = 8080;
export const defaultHost = '127.0.0.1';

const programFlags: readonly FlagSpec[] = [
  { name: '--http', about: 'serve Streamable HTTP at /mcp' },
  { name: '--sse', about: 'another name for --http' },
  { name: '--port', value: 'number', about: `port for --http (default ${defaultPort}; 0 = any)` },
  { name: '--host', value: 'address', about: `address for --http (default ${defaultHost})` },
  { name: '--test', about: 'call each of the internal tools once' },
];

export const program: CommandSpec = {
  name: undefined,
  usage: 'mini-agent-mcp [--http [--port <number>] [--host <address>]]',
  about: 'serve MCP on stdin and stdout, or over HTTP',
  flags: programFlags,
};

export type CommandName = 'run' | 'doctor' | 'init' | 'completion';

export const commandTable: readonly (CommandSpec & { readonly name: CommandName })[] = [
  {
    name: 'run',
    usage: 'mini-agent-mcp run "<task>" | -',
    about:
      'do a task here, with live steps on stderr and the answer on stdout; - reads it from stdin',
    flags: [
      { name: '--json', about: 'print the whole result as JSON' },
      { name: '--rule', about: 'use no model' },
      {
        name: '--resume',
        value: 'run_id',
        about: 'continue an earlier run, with a task or as it was left',
      },
    ],
  },
  {
    name: 'doctor',
    usage: 'mini-agent-mcp doctor',
    about: 'check settings, models, stores, search and paths, with a mend for each finding',
    flags: [{ name: '--json', about: 'print the findings as JSON' }],
  },
  {
    name: 'init',
    usage: 'mini-agent-mcp init <client>',
    about: 'print the configuration that adds this server to a client',
    choices: clientNames,
    flags: [
      {
        name: '--write',
        about: "merge it into the client's file: shows the difference, asks, keeps a backup",
      },
      { name: '--yes', about: 'with --write: do not ask' },
    ],
  },
  {
    name: 'completion',
    usage: 'mini-agent-mcp completion <shell>',
    about: 'print a completion script for a shell',
    choices: shellNames,
    flags: [],
  },
];

/** The specification of a command, or of the program where there is no name. */
export function commandSpec(name: CommandName | undefined): CommandSpec {
  return commandTable.find((spec) => spec.name === name) ?? program;
}

/** All flags that a command takes. */
export function flagsOf(name: CommandName | undefined): readonly FlagSpec[] {
  return [...commandSpec(name).flags, ...commonFlags];
}
