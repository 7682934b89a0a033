import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { clientNames, commandTable, flagsOf, shellNames } from '../../src/cli/command-table.ts';
import { completionScript } from '../../src/cli/completion.ts';

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

  test.each([
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const)('%s takes it', (shell, args) => {
    if (!has(shell)) return;
    const { status, stderr } = spawnSync(shell, [...args], {
      input: completionScript(shell),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  test.each(['zsh', 'fish'] as const)('the quotes of %s are closed', (shell) => {
    for (const line of completionScript(shell).split('\n')) {
      const quotes = line.replaceAll("'\\''", '').replaceAll("\\'", '').match(/'/g) ?? [];
      expect(quotes.length % 2).toBe(0);
    }
  });
});
