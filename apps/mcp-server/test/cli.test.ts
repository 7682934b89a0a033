import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModelServer } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand, temporaryFolder } from './stdio-harness.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly ended: Promise<Ended>;
  readonly interrupt: () => void;
  /** Resolves when stderr holds `text`. */
  readonly says: (text: string) => Promise<boolean>;
}

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Started {
  const command = cliCommand(args, env);
  const child = spawn(command.command, [...(command.args ?? [])], {
    cwd: command.cwd,
    env: { PATH: process.env['PATH'], ...command.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  return {
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        resolve({ code, stdout, stderr });
      });
    }),
    interrupt: () => child.kill('SIGINT'),
    says: (text) => vi.waitUntil(() => stderr.includes(text), 20_000),
  };
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return start(args, env, input).ended;
}

describe('D-037: flags that print and exit', { timeout: 30_000 }, () => {
  test.each(['--version', '-v'])('%s', async (flag) => {
    expect(await run([flag])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      stderr: '',
    });
  });

  test('--help', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/mini-agent-mcp run "<task>"/);
  });

  test('--help speaks the language of the locale', async () => {
    const { code, stdout } = await run(['--help'], { LC_ALL: 'zh_CN.UTF-8' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n用法\n/);
  });

  test.each(['run', 'doctor', 'init', 'completion'])('%s --help is its own', async (command) => {
    const { code, stdout, stderr } = await run([command, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^mini-agent-mcp ${command}: .*\\n\\nUsage\\n`));
    expect(stdout).toMatch(/ {2}--help /);
  });

  test.each([
    [['--bogus'], /Unknown flag "--bogus"/],
    [['Convert 100 cm to inches'], /mini-agent-mcp run "Convert 100 cm to inches"/],
  ])('%j is wrong usage', async (args, pattern) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(pattern);
  });
});

test('--http where it may not listen ends with 1 and says what to set', async () => {
  const { code, stdout, stderr } = await run(['--http', '--port', '0', '--host', '0.0.0.0']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/MINI_AGENT_HTTP_TOKEN/);
}, 30_000);

describe('run', { timeout: 30_000 }, () => {
  test('answers on stdout and shows the steps on stderr', async () => {
    const { code, stdout, stderr } = await run([
      'run',
      '--rule',
      'Convert 100 cm to inches and also generate a UUID',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/39\.37007874015748/);
    expect(stdout).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(stderr).toMatch(/\[1\] unit_convert/);
    expect(stderr).toMatch(/\[2\] random_gen/);
  });

  test('reads a Chinese task from stdin and prints JSON only', async () => {
    const { code, stdout, stderr } = await run(
      ['run', '-', '--json'],
      {},
      '\uFEFF计算 sqrt(15) + 8\n',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      mode: 'rule',
      answer: expect.stringContaining('11.872983346207416') as string,
    });
  });

  test('what rules do not understand is failed, with the help and the run_id', async () => {
    const { code, stdout, stderr } = await run(['run', 'write a haiku']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/LLM_API_KEY/);
    expect(stderr).toMatch(/failed, run_id run_/);
  });

  test.each([
    [['run'], '', 2],
    [['run', '-'], '', 2],
    [['run', '-'], 'x'.repeat(200_001), 2],
    [['run', '--resume', 'run_nope'], '', 1],
  ])('%j ends with its code and a sentence', async (args, input, code) => {
    const ended = await run(args, {}, input);
    expect(ended.code).toBe(code);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(/^mini-agent: \S.*\n$/);
  });

  test('an invalid variable is told and its default used', async () => {
    const { code, stderr } = await run(['run', '1+1'], { AGENT_MAX_TURNS: 'many' });
    expect(code).toBe(0);
    expect(stderr).toMatch(/AGENT_MAX_TURNS is "many"/);
  });

  test('an interrupt stops the run with 130, and --resume goes on where it was', async () => {
    const home = temporaryFolder();
    const calculate = {
      tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":"6*7"}' }],
    };
    const server = await startModelServer([
      calculate,
      { content: 'too late', delayMs: 20_000 },
      { content: '42' },
    ]);
    onTestFinished(() => server.close());
    const env = { MINI_AGENT_HOME: home, LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm' };
    const first = start(['run', 'what is 6*7'], env);
    await first.says('[1] calculator');
    first.interrupt();
    const stopped = await first.ended;
    expect(stopped.code).toBe(130);
    const runId = /run_id (run_\w+)/.exec(stopped.stderr)?.[1] ?? '';
    const resumed = await run(['run', '--json', '--resume', runId], env);
    expect(resumed.code).toBe(0);
    const result = JSON.parse(resumed.stdout) as Record<string, unknown>;
    expect(result).toMatchObject({ answer: '42', run_id: runId });
    expect(result['tool_calls']).toHaveLength(1);
    const again = await run(['run', '--resume', runId], env);
    expect([again.code, again.stdout]).toEqual([0, '42\n']);
    expect(server.requests).toHaveLength(3);
  });

  test('a .env of the working directory is read, the environment wins over it', async () => {
    const home = temporaryFolder();
    const text = '\uFEFFAGENT_RUN_TIMEOUT_MS="never"\r\nAGENT_MAX_TURNS=\'soon\'\r\n';
    writeFileSync(join(home, '.env'), text);
    const env = { MINI_AGENT_HOME: home, AGENT_RUN_TIMEOUT_MS: '60000' };
    const ended = await run(['run', '1+1'], env);
    expect(ended.stderr).toMatch(/AGENT_MAX_TURNS is "soon"/);
    expect(ended.stderr).not.toMatch(/AGENT_RUN_TIMEOUT_MS/);
    expect(ended.code).toBe(0);
  });
});

test('D-040: --test calls every internal tool and ends with 0', async () => {
  const { code, stdout } = await run(['--test']);
  expect(stdout).toMatch(/14 of 14 tools work\n$/);
  expect(code).toBe(0);
}, 30_000);
