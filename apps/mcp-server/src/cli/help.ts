import { pick, type Pair } from '../messages.ts';
import {
  commandSpec,
  commandTable,
  commonFlags,
  program,
  type CommandName,
  type CommandSpec,
  type FlagSpec,
} from './command-table.ts';

type HelpLanguage = 'en' | 'zh';

const exitCodes: Pair = {
  en: 'Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted',
  zh: '退出码：0 成功，1 失败，2 用法错误，130 被中断',
};

/** What `--help` prints, of the program or of one command. */
export function helpText(name?: CommandName, language: HelpLanguage = 'en'): string {
  return name === undefined ? programHelp(language) : commandHelp(name, language);
}

const titles = {
  usage: { en: 'Usage', zh: '用法' },
  flags: { en: 'Flags', zh: '选项' },
} as const;

function programHelp(language: HelpLanguage): string {
  const say = (pair: Pair): string => pick(language, pair);
  const rows = [
    [
      'mini-agent-mcp',
      say({ en: 'serve MCP on stdin and stdout', zh: '通过 stdin/stdout 提供 MCP 服务' }),
    ],
    ...program.flags.flatMap((flag) =>
      ['--http', '--test'].includes(flag.name)
        ? [[`mini-agent-mcp ${flag.name}`, about(flag, language)]]
        : [],
    ),
    ...commandTable.map((spec: CommandSpec) => [spec.usage, about(spec, language)]),
  ];
  return `mini-agent-mcp: ${say({
    en: 'one MCP tool, run_agent, that is a whole sub-agent',
    zh: '一个 MCP 工具 run_agent，背后是完整的子代理',
  })}

${say(titles.usage)}
${table(rows)}

${say(titles.flags)}
${flagTable([...program.flags, ...commonFlags], language)}

${say({
  en: `Each command has its own --help, as in: mini-agent-mcp run --help

Clients of init: ${choicesOf('init')}
Models: set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL in the environment or in a .env file.`,
  zh: `每个命令都有自己的 --help，例如：mini-agent-mcp run --help

init 支持的客户端：${choicesOf('init')}
模型：在环境变量或 .env 文件中设置 LLM_API_KEY、LLM_BASE_URL 和 LLM_MODEL。`,
})}
${say(exitCodes)}
`;
}

const completionLines = `  bash        eval "$(mini-agent-mcp completion bash)"
  zsh         eval "$(mini-agent-mcp completion zsh)"
  fish        mini-agent-mcp completion fish | source
  powershell  mini-agent-mcp completion powershell | Out-String | Invoke-Expression
`;

const notes: Readonly<Record<CommandName, Pair>> = {
  run: {
    en: `On a terminal the steps are shown live; elsewhere, with CI set or TERM=dumb they are plain lines.
NO_COLOR switches colours off, FORCE_COLOR switches them on (and wins).`,
    zh: `在终端中实时显示步骤；在其他场合，或设置了 CI 或 TERM=dumb 时，逐行输出。
NO_COLOR 关闭颜色，FORCE_COLOR 打开颜色（优先）。`,
  },
  doctor: {
    en: 'Exits with 1 where something that is configured cannot work. No key is ever shown.',
    zh: '如有已配置的项目无法工作，退出码为 1。不会显示任何密钥。',
  },
  init: {
    en: `Clients: ${choicesOf('init')}
Without --write nothing is changed. Comments and all other settings of the file stay as they are.`,
    zh: `客户端：${choicesOf('init')}
不加 --write 时不做任何更改。文件中的注释和其他设置保持原样。`,
  },
  completion: {
    en: `Put the line of your shell into its start-up file (for zsh, behind compinit):
${completionLines}`,
    zh: `把对应的一行加入 shell 的启动文件（zsh 须放在 compinit 之后）：
${completionLines}`,
  },
};

function commandHelp(name: CommandName, language: HelpLanguage): string {
  const spec = commandSpec(name);
  return `mini-agent-mcp ${name}: ${about(spec, language)}

${pick(language, titles.usage)}
  ${spec.usage} [flags]

${pick(language, titles.flags)}
${flagTable([...spec.flags, ...commonFlags], language)}

${pick(language, notes[name])}
${pick(language, exitCodes)}
`;
}

function about(entry: Pick<FlagSpec, 'about' | 'chinese'>, language: HelpLanguage): string {
  return pick(language, { en: entry.about, zh: entry.chinese });
}

function choicesOf(name: CommandName): string {
  return (commandSpec(name).choices ?? []).join(', ');
}

function flagTable(flags: readonly FlagSpec[], language: HelpLanguage): string {
  return table(
    flags.map((flag) => [
      flag.value === undefined ? flag.name : `${flag.name} <${flag.value}>`,
      about(flag, language),
    ]),
  );
}

/** Two columns; a left side that is too long has a line of its own. */
function table(rows: readonly (readonly string[])[]): string {
  const width = 22;
  return rows
    .map(([left = '', right = '']) =>
      left.length > width
        ? `  ${left}\n  ${' '.repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n');
}
