/** A flag of a command, as the parser, the help and the completion scripts know it. */
export interface FlagSpec {
  readonly name: `--${string}`;
  /** What its value is called; undefined = a switch. */
  readonly value?: string;
  readonly about: string;
  /** The same in Chinese. */
  readonly chinese: string;
}

export interface CommandSpec {
  /** Undefined for the program without a command. */
  readonly name: string | undefined;
  readonly usage: string;
  readonly about: string;
  /** The same in Chinese. */
  readonly chinese: string;
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
  { name: '--help', about: 'show this help', chinese: '显示本帮助' },
  { name: '--version', about: 'print the version', chinese: '显示版本号' },
];

export const defaultPort = 8080;
export const defaultHost = '127.0.0.1';

const programFlags: readonly FlagSpec[] = [
  {
    name: '--http',
    about: 'serve Streamable HTTP at /mcp',
    chinese: '以 Streamable HTTP 提供服务，路径为 /mcp',
  },
  { name: '--sse', about: 'another name for --http', chinese: '与 --http 相同' },
  {
    name: '--port',
    value: 'number',
    about: `port for --http (default ${defaultPort}; 0 = any)`,
    chinese: `--http 的端口（默认 ${defaultPort}，0 表示任意）`,
  },
  {
    name: '--host',
    value: 'address',
    about: `address for --http (default ${defaultHost})`,
    chinese: `--http 的监听地址（默认 ${defaultHost}）`,
  },
  {
    name: '--test',
    about: 'call each of the internal tools once',
    chinese: '逐个调用内部工具，检查是否正常',
  },
];

export const program: CommandSpec = {
  name: undefined,
  usage: 'mini-agent-mcp [--http [--port <number>] [--host <address>]]',
  about: 'serve MCP on stdin and stdout, or over HTTP',
  chinese: '通过 stdin/stdout 或 HTTP 提供 MCP 服务',
  flags: programFlags,
};

export type CommandName = 'run' | 'doctor' | 'init' | 'completion';

export const commandTable: readonly (CommandSpec & { readonly name: CommandName })[] = [
  {
    name: 'run',
    usage: 'mini-agent-mcp run "<task>" | -',
    about:
      'do a task here, with live steps on stderr and the answer on stdout; - reads it from stdin',
    chinese: '在终端执行任务：步骤实时写到 stderr，答案写到 stdout；- 表示从 stdin 读取任务',
    flags: [
      { name: '--json', about: 'print the whole result as JSON', chinese: '以 JSON 输出完整结果' },
      { name: '--rule', about: 'use no model', chinese: '不使用模型' },
      {
        name: '--resume',
        value: 'run_id',
        about: 'continue an earlier run, with a task or as it was left',
        chinese: '继续之前的运行，可附带新任务',
      },
    ],
  },
  {
    name: 'doctor',
    usage: 'mini-agent-mcp doctor',
    about: 'check settings, models, stores, search and paths, with a mend for each finding',
    chinese: '检查设置、模型、存储、搜索和路径，并给出修复方法',
    flags: [
      { name: '--json', about: 'print the findings as JSON', chinese: '以 JSON 输出检查结果' },
    ],
  },
  {
    name: 'init',
    usage: 'mini-agent-mcp init <client>',
    about: 'print the configuration that adds this server to a client',
    chinese: '输出把本服务加入客户端的配置',
    choices: clientNames,
    flags: [
      {
        name: '--write',
        about: "merge it into the client's file: shows the difference, asks, keeps a backup",
        chinese: '合并到客户端的配置文件：显示差异、询问并保留备份',
      },
      { name: '--yes', about: 'with --write: do not ask', chinese: '与 --write 合用：不再询问' },
    ],
  },
  {
    name: 'completion',
    usage: 'mini-agent-mcp completion <shell>',
    about: 'print a completion script for a shell',
    chinese: '输出 shell 的命令补全脚本',
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
