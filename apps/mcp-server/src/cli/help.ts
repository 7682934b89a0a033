import {
  commandSpec,
  commandTable,
  commonFlags,
  program,
  type CommandName,
  type CommandSpec,
  type FlagSpec,
} from './command-table.ts';

const exitCodes = 'Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted';

/** What `--help` prints, of the program or of one command. */
export function helpText(name?: CommandName): string {
  return name === undefined ? programHelp() : commandHelp(name);
}

function programHelp(): string {
  const rows = [
    ['mini-agent-mcp', 'serve MCP on stdin and stdout'],
    ['mini-agent-mcp --http', 'serve Streamable HTTP at /mcp'],
    ...commandTable.map((spec: CommandSpec) => [spec.usage, spec.about]),
    ['mini-agent-mcp --test', 'call each of the internal tools once'],
  ];
  return `mini-agent-mcp: one MCP tool, run_agent, that is a whole sub-agent

Usage
${table(rows)}

Flags
${flagTable(program.flags)}
${flagTable(commonFlags)}

Each command has its own --help, as in: mini-agent-mcp run --help

Clients of init: ${choicesOf('init')}
Models: set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL in the environment or in a .env file.
${exitCodes}
`;
}

const notes: Readonly<Record<CommandName, string>> = {
  run: `On a terminal the steps are shown live; elsewhere, with CI set or TERM=dumb they are plain lines.
NO_COLOR switches colours off, FORCE_COLOR switches them on (and wins).`,
  doctor: 'Exits with 1 where something that is configured cannot work. No key is ever shown.',
  init: `Clients: ${choicesOf('init')}
Without --write nothing is changed. Comments and all other settings of the file stay as they are.`,
  completion: `bash:       source <(mini-agent-mcp completion bash)
zsh:        source <(mini-agent-mcp completion zsh)
fish:       mini-agent-mcp completion fish | source
powershell: mini-agent-mcp completion powershell | Out-String | Invoke-Expression`,
};

function commandHelp(name: CommandName): string {
  const spec = commandSpec(name);
  return `mini-agent-mcp ${name}: ${spec.about}

Usage
  ${spec.usage} [flags]

Flags
${flagTable([...spec.flags, ...commonFlags])}

${notes[name]}
${exitCodes}
`;
}

function choicesOf(name: CommandName): string {
  return (commandSpec(name).choices ?? []).join(', ');
}

function flagTable(flags: readonly FlagSpec[]): string {
  return table(
    flags.map(({ name, value, about }) => [
      value === undefined ? name : `${name} <${value}>`,
      about,
    ]),
  );
}

const narrowest = 22;

/** Two columns; a left side that is too long has a line of its own. */
function table(rows: readonly (readonly string[])[]): string {
  const width = narrowest;
  return rows
    .map(([left = '', right = '']) =>
      left.length > width
        ? `  ${left}\n  ${' '.repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n');
}
