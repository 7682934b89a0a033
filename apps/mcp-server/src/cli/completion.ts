import {
  commandTable,
  commonFlags,
  flagsOf,
  program,
  type CommandSpec,
  type FlagSpec,
  type ShellName,
} from './command-table.ts';

/** A script that teaches a shell the commands, flags and names of this program; made from the table that the parser reads. */
export function completionScript(shell: ShellName): string {
  return scripts[shell]();
}

const scripts: Readonly<Record<ShellName, () => string>> = { bash, zsh, fish, powershell };

/** What may follow a command: its flags, and the names that its argument knows. */
function wordsOf(
  spec: CommandSpec & { readonly name: (typeof commandTable)[number]['name'] },
): readonly string[] {
  return [...(spec.choices ?? []), ...flagsOf(spec.name).map(({ name }) => name)];
}

function firstWords(): readonly string[] {
  return [...commandTable.map(({ name }) => name), ...flagsOf(undefined).map(({ name }) => name)];
}

/** Flags whose value nothing here can know. */
function valueFlags(): readonly string[] {
  const flags: readonly FlagSpec[] = [
    ...program.flags,
    ...commandTable.flatMap((spec) => spec.flags),
  ];
  return flags.flatMap(({ name, value }) => (value === undefined ? [] : [name]));
}

function bash(): string {
  const cases = commandTable
    .map((spec) => `    ${spec.name}) words='${wordsOf(spec).join(' ')}' ;;`)
    .join('\n');
  return `# bash completion for mini-agent-mcp
_mini_agent_mcp() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  case $previous in
    ${valueFlags().join('|')}) return ;;
  esac
  case \${COMP_WORDS[1]} in
${cases}
    *) words='${firstWords().join(' ')}' ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${firstWords().join(' ')}'
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _mini_agent_mcp mini-agent-mcp`;
}

function zsh(): string {
  const described = (entries: readonly (readonly [string, string])[]): string =>
    entries.map(([name, about]) => zshQuote(`${name.replaceAll(':', '\\:')}:${about}`)).join(' ');
  const flags = (list: readonly FlagSpec[]): readonly (readonly [string, string])[] =>
    list.map(({ name, about }) => [name, about]);
  const cases = commandTable
    .map((spec: CommandSpec) => {
      const choices = (spec.choices ?? []).map((name): readonly [string, string] => [name, '']);
      return `    ${spec.name ?? ''}) known=(${described([...choices, ...flags([...spec.flags, ...commonFlags])])}) ;;`;
    })
    .join('\n');
  const first = described([
    ...commandTable.map(({ name, about }): readonly [string, string] => [name, about]),
    ...flags(flagsOf(undefined)),
  ]);
  return `#compdef mini-agent-mcp
_mini_agent_mcp() {
  local -a known
  case \${words[2]-} in
${cases}
    *) known=(${first}) ;;
  esac
  if (( CURRENT == 2 )); then known=(${first}); fi
  _describe -o 'mini-agent-mcp' known
}
compdef _mini_agent_mcp mini-agent-mcp`;
}

function zshQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fish(): string {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const flag = ({ name, value, about }: FlagSpec): string =>
    `-l ${name.slice(2)}${value === undefined ? '' : ' -x'} -d ${quote(about)}`;
  const start = 'complete -c mini-agent-mcp';
  const first = `-n __fish_use_subcommand`;
  return [
    '# fish completion for mini-agent-mcp',
    `${start} -f`,
    ...commandTable.map(({ name, about }) => `${start} ${first} -a ${name} -d ${quote(about)}`),
    ...program.flags.map((spec) => `${start} ${first} ${flag(spec)}`),
    ...commonFlags.map((spec) => `${start} ${flag(spec)}`),
    ...commandTable.flatMap(({ name, flags, choices }) => {
      const inside = `-n '__fish_seen_subcommand_from ${name}'`;
      return [
        ...(choices === undefined ? [] : [`${start} ${inside} -a ${quote(choices.join(' '))}`]),
        ...flags.map((spec) => `${start} ${inside} ${flag(spec)}`),
      ];
    }),
  ].join('\n');
}

function powershell(): string {
  const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  const cases = commandTable
    .map((spec) => `    '${spec.name}' = @(${list(wordsOf(spec))})`)
    .join('\n');
  return `# PowerShell completion for mini-agent-mcp
Register-ArgumentCompleter -Native -CommandName mini-agent-mcp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${cases}
  }
  $first = @(${list(firstWords())})
  $typed = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $isFirst = $typed.Count -lt 2 -or ($typed.Count -eq 2 -and $wordToComplete -ne '')
  $known = if ($isFirst -or -not $words.ContainsKey($typed[1])) { $first } else { $words[$typed[1]] }
  $known | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}
