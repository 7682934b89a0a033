import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientNames, commandTable, flagsOf, shellNames } from '../../src/cli/command-table.ts';
import { completionScript } from '../../src/cli/completion.ts';
import { temporaryFolder } from '../stdio-harness.ts';

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** What bash offers for a line; the last word is the one that is being typed. */
function complete(...words: readonly string[]): readonly string[] {
  const line = ['mini-agent-mcp', ...words];
  const quoted = line.map((word) => `'${word}'`).join(' ');
  const script = `${completionScript('bash')}
COMP_WORDS=(${quoted}); COMP_CWORD=${line.length - 1}; _mini_agent_mcp
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe.skipIf(!has('bash'))('in bash', () => {
  test('the first word is a command or a flag', () => {
    expect(complete('')).toEqual([
      ...commandTable.map(({ name }) => name),
      ...flagsOf(undefined).map(({ name }) => name),
    ]);
    expect(complete('d')).toEqual(['doctor']);
    expect(complete('--h')).toEqual(['--http', '--host', '--help']);
    expect(complete('x')).toEqual([]);
  });

  test('a command has its own names and flags', () => {
    expect(complete('init', 'c')).toEqual(clientNames.filter((name) => name.startsWith('c')));
    expect(complete('init', 'zed', '--w')).toEqual(['--write']);
    expect(complete('completion', '')).toEqual([...shellNames, '--help', '--version']);
    expect(complete('doctor', '')).toEqual(['--json', '--help', '--version']);
    expect(complete('run', '--r')).toEqual(['--rule', '--resume']);
  });

  test('behind --http come more flags of the program', () => {
    expect(complete('--http', '--po')).toEqual(['--port']);
  });

  test('a value that nobody can know is not made up', () => {
    expect(complete('run', '--resume', '')).toEqual([]);
    expect(complete('--http', '--port', '')).toEqual([]);
  });
});

/** What a script prints in a shell that reads no start-up files. */
function printed(shell: string, args: readonly string[], script: string): readonly string[] {
  const { stdout, stderr } = spawnSync(shell, [...args, '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

/** The same questions for shells that are on few machines. */
const lines = [
  ['d', ['doctor']],
  ['--ho', ['--host']],
  ['init cl', ['claude-code', 'claude-desktop', 'cline']],
  ['init zed --w', ['--write']],
  ['completion f', ['fish']],
  ['run --r', ['--resume', '--rule']],
  ['doctor --', ['--help', '--json', '--version']],
  ['--http --port 8080 --ho', ['--host']],
] as const;

describe.skipIf(!has('fish'))('in fish', () => {
  test.each(lines)('%j', (line, expected) => {
    const script = `${completionScript('fish')}\ncomplete -C 'mini-agent-mcp ${line}'`;
    const found = printed('fish', ['--no-config'], script).map((word) => word.split('\t')[0]);
    expect(found.sort()).toEqual(expected);
  });
});

describe.skipIf(!has('zsh'))('in zsh', () => {
  /** Stands for the completion system: prints the words that begin as the one that is being typed. */
  const system = `compdef() { print -r -- "$1 for $2" }
_describe() { local list=\${@[-1]} entry; for entry in \${(P)list}; do
  [[ $entry == \${words[CURRENT]}* ]] && print -r -- "\${entry%%:*}"
done; return 0 }`;

  function asked(line: string, script: string): readonly string[] {
    const words = ['mini-agent-mcp', ...line.split(' ')].map((word) => `'${word}'`);
    const start = `${system}\nwords=(${words.join(' ')}); CURRENT=${words.length}`;
    return printed('zsh', ['-f'], `${start}\n${script}`);
  }

  test.each(lines)('%j', (line, expected) => {
    const script = `${completionScript('zsh')}\n_mini-agent-mcp`;
    const [registered, ...found] = asked(line, script);
    expect(registered).toBe('_mini-agent-mcp for mini-agent-mcp');
    expect(found.sort()).toEqual(expected);
  });

  test('no value of a flag is made up', () => {
    const script = `${completionScript('zsh')}\n_mini-agent-mcp || print none`;
    expect(asked('run --resume ', script).slice(1)).toEqual(['none']);
  });

  test('as a file of $fpath, it completes at once', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '_mini-agent-mcp'), completionScript('zsh'));
    const script = `fpath=('${folder}'); autoload -Uz _mini-agent-mcp; _mini-agent-mcp`;
    expect(asked('init z', script)).toEqual(['zed']);
  });
});

describe('each script', () => {
  test.each(shellNames)('%s names every command, flag and client', (shell) => {
    const script = completionScript(shell);
    const flag = (name: string): string => (shell === 'fish' ? `-l ${name.slice(2)}` : name);
    const names = [
      ...commandTable.flatMap((spec) => [spec.name, ...spec.flags.map(({ name }) => flag(name))]),
      ...clientNames,
      ...flagsOf(undefined).map(({ name }) => flag(name)),
    ];
    for (const name of names) expect(script).toContain(name);
  });

  // A shell may read it in an encoding of its own, and a lone backquote or dollar would run something.
  test.each(shellNames)(
    '%s is plain ASCII, and nothing that tells about a flag is run',
    (shell) => {
      expect(completionScript(shell)).toMatch(/^[\x20-\x7E\n]+$/);
      const texts = [...commandTable, ...commandTable.flatMap(({ flags }) => flags)];
      for (const { about } of [...texts, ...flagsOf(undefined)]) {
        expect(about).not.toMatch(/[`$\\"]/);
      }
    },
  );

  test.each(shellNames)('the names in %s need no quoting', () => {
    const names = [
      ...commandTable.flatMap(({ name, choices = [] }) => [name, ...choices]),
      ...commandTable.flatMap(({ flags }) => flags.map(({ name }) => name)),
      ...flagsOf(undefined).map(({ name }) => name),
    ];
    for (const name of names) expect(name).toMatch(/^(?:--)?[a-z][a-z-]*$/);
  });

  test.each([
    ['bash', ['-n']],
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const)('%s takes it', (shell, args) => {
    if (!has(shell)) return;
    const file = join(temporaryFolder(), 'script');
    writeFileSync(file, completionScript(shell));
    const { status, stderr } = spawnSync(shell, [...args, file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  test.each(['zsh', 'fish', 'powershell'] as const)('the quotes of %s are closed', (shell) => {
    for (const line of completionScript(shell).split('\n')) {
      const quotes = line.replaceAll("'\\''", '').replaceAll("\\'", '').match(/'/g) ?? [];
      expect(quotes.length % 2).toBe(0);
    }
  });

  test('in PowerShell, every bracket that opens is closed, and the parameters are those of -Native', () => {
    const script = completionScript('powershell').replaceAll(/'[^']*'/g, '');
    for (const [open, close] of [
      ['(', ')'],
      ['{', '}'],
      ['[', ']'],
    ] as const) {
      expect(script.split(open).length).toBe(script.split(close).length);
    }
    expect(script).toContain('-Native -CommandName mini-agent-mcp -ScriptBlock {');
    expect(script).toContain('param($wordToComplete, $commandAst, $cursorPosition)');
    // A word with [ or * is no pattern.
    expect(script).not.toMatch(/-like|-match/);
  });
});
