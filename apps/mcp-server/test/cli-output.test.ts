import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliCommand } from './stdio-harness.ts';

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code of the command line itself, wherever it stands in the pipe. */
  readonly code: number;
}

/** Runs a shell line in which `$CLI` is the command; a shell, because its pipes are what is tested. */
function shell(line: string, env: Readonly<Record<string, string>> = {}): Ended {
  const command = cliCommand([], env);
  const cli = [command.command, ...(command.args ?? [])].join(' ');
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', `${line}; echo "code $PIPESTATUS"`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: command.cwd,
      env: { PATH: process.env['PATH'], ...command.env, CLI: cli },
      encoding: 'utf8',
    },
  );
  return { stdout, stderr, code: Number(/code (\d+)\n$/.exec(stdout)?.[1]) };
}

describe.skipIf(process.platform === 'win32')('commands', { timeout: 30_000 }, () => {
  test.each(['--help', '--version', '--test', 'run --rule 2+2'])(
    '%s whose reader is gone ends quietly',
    (args) => {
      const { code, stderr } = shell(`$CLI ${args} | true`);
      expect(code).toBe(0);
      expect(stderr.split('\n').filter((line) => !/^\[1\]|^ {2}=|^$/.test(line))).toEqual([]);
    },
  );

  test('--test whose reader is gone leaves no folder behind', () => {
    const temporary = mkdtempSync(join(tmpdir(), 'mini-agent-test-'));
    expect(shell('$CLI --test | head -1', { TMPDIR: temporary }).code).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(temporary, { recursive: true });
  });

  test.skipIf(!existsSync('/dev/full')).each(['--test', 'run --rule 2+2'])(
    '%s whose output is lost fails with a sentence',
    (args) => {
      const { code, stderr } = shell(`$CLI ${args} > /dev/full`);
      expect(code).toBe(1);
      expect(stderr).toMatch(/mini-agent: The output cannot be written: ENOSPC\.\n$/);
      expect(stderr).not.toMatch(/\n {4}at /);
    },
  );

  test('a working directory that was removed is no reason to fail', () => {
    const gone = 'mkdir gone && cd gone && rmdir ../gone';
    const run = shell(`${gone} && $CLI run --rule 2+2`);
    expect([run.code, run.stdout]).toEqual([0, 'Expression: 2+2\nResult: 4\ncode 0\n']);
    expect(shell(`${gone} && $CLI < /dev/null`)).toMatchObject({ code: 0, stderr: '' });
  });

  test('an unexpected fault is one line, not a stack', () => {
    const { code, stderr } = shell('$CLI --test', { TMPDIR: '/nonexistent' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mini-agent: ENOENT[^\n]*\n$/);
  });

  test('--json stays JSON when the run is not found', () => {
    const { code, stdout, stderr } = shell('$CLI run --json --resume run_nope');
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout.replace(/code 1\n$/, ''))).toMatchObject({
      status: 'failed',
      error_code: 'not_found',
    });
  });
});
