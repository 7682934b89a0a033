import {
  commandTable,
  commonFlags,
  flagsOf,
  program,
  type CommandName,
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
  const flags = (name: CommandName | undefined): string => zshList(flagsOf(name));
  const cases = commandTable
    .map((spec) => {
      const names = (spec.choices ?? []).map((name) => `'${name}'`).join(' ');
      return `    ${spec.name}) names=(${names}) flags=(${flags(spec.name)}) ;;`;
    })
    .join('\n');
  return `#compdef mini-agent-mcp
_mini-agent-mcp() {
  local -a names flags
  local found=1
  case \${words[CURRENT-1]-} in
    ${valueFlags().join('|')}) return 1 ;;
  esac
  case \${words[2]-} in
${cases}
    *) flags=(${flags(undefined)}) ;;
  esac
  if (( CURRENT == 2 )); then
    names=(${zshList(commandTable)})
    flags=(${flags(undefined)})
  fi
  if (( \${#names} )); then
    _describe 'name' names && found=0
  fi
  _describe -o 'flag' flags && found=0
  return found
}
if [[ \${funcstack[1]-} == _mini-agent-mcp ]]; then
  _mini-agent-mcp "$@"
else
  compdef _mini-agent-mcp mini-agent-mcp
fi`;
}

/** For `_describe`: the word, a colon, and what it does. */
function zshList(entries: readonly { readonly name: string; readonly about: string }[]): string {
  return entries
    .map(({ name, about }) => `'${`${name}:${about}`.replaceAll("'", "'\\''")}'`)
    .join(' ');
}

function fish(): string {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const flag = ({ name, value, about }: FlagSpec): string =>
    `-l ${name.slice(2)}${value === undefined ? '' : ' -x'} -d ${quote(about)}`;
  const start = 'complete -c mini-agent-mcp';
  const seen = '__fish_seen_subcommand_from';
  // Not by __fish_use_subcommand, which takes the value of a flag, as in --port 8080, for a command.
  const none = `-n 'not ${seen} ${commandTable.map(({ name }) => name).join(' ')}'`;
  return [
    '# fish completion for mini-agent-mcp',
    `${start} -f`,
    ...commandTable.map(
      ({ name, about }) => `${start} -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
    ),
    ...program.flags.map((spec) => `${start} ${none} ${flag(spec)}`),
    ...commonFlags.map((spec) => `${start} ${flag(spec)}`),
    ...commandTable.flatMap(({ name, flags, choices }) => {
      const list = choices?.join(' ') ?? '';
      const open = `-n '${seen} ${name}; and not ${seen} ${list}'`;
      return [
        ...(choices === undefined ? [] : [`${start} ${open} -a ${quote(list)}`]),
        ...flags.map((spec) => `${start} -n '${seen} ${name}' ${flag(spec)}`),
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
  $before = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $before.Count -gt 1) { $before = @($before[0..($before.Count - 2)]) }
  if (@(${list(valueFlags())}) -contains $before[-1]) { return }
  $known = $first
  if ($before.Count -gt 1 -and $words.ContainsKey($before[1])) { $known = $words[$before[1]] }
  $known |
    Where-Object { $_.StartsWith($wordToComplete, [System.StringComparison]::OrdinalIgnoreCase) } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}`;
}
