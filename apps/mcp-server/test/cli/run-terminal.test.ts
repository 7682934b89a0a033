import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModelServer, type ScriptedReply } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';

const showCursor = '\u001B[?25h';
const hideCursor = '\u001B[?25l';

/** `script` of util-linux, which gives a program a terminal. */
const hasScript = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

interface OnTerminal {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly says: (text: string | RegExp) => Promise<boolean>;
  readonly type: (text: string) => void;
}

/** Runs the command line at a terminal; `behind` is what the shell gets behind it. */
function atTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  behind = '',
): OnTerminal {
  const { command, args: all = [], cwd, env: own } = cliCommand(args, env);
  const quoted = [command, ...all].map((word) => `'${word}'`).join(' ');
  const child: ChildProcess = spawn('script', ['-qefc', `${quoted} ${behind}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...own },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    ended,
    type: (text) => child.stdin?.write(text),
    says: (text) =>
      vi.waitUntil(() => (typeof text === 'string' ? output.includes(text) : text.test(output)), {
        timeout: 20_000,
      }),
  };
}

const tool = (name: string, args: object, id = name): ScriptedReply => ({
  tool_calls: [{ id, name, arguments: JSON.stringify(args) }],
});

async function modelEnv(replies: readonly ScriptedReply[]): Promise<Record<string, string>> {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  return { LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm' };
}

describe.skipIf(!hasScript)('run at a terminal', { timeout: 40_000 }, () => {
  test('shows spinner and steps, gives the cursor back, and prints the answer after them', async () => {
    const terminal = atTerminal(['run', '--rule', 'calculate 6*7']);
    expect(await terminal.ended).toBe(0);
    const text = terminal.output();
    expect(text).toContain(hideCursor);
    expect(text).toMatch(/✓ .*1 calculator/);
    expect(text.lastIndexOf(showCursor)).toBeGreaterThan(text.lastIndexOf(hideCursor));
    expect(text.slice(text.lastIndexOf(showCursor))).toBe(
      `${showCursor}Expression: 6*7\r\nResult: 42\r\n`,
    );
  });

  test('only the answer is on stdout', async () => {
    const file = join(temporaryFolder(), 'out');
    const terminal = atTerminal(['run', '--rule', '计算 6*7'], {}, `> '${file}'`);
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('\u001B');
    expect(readFileSync(file, 'utf8')).toMatch(/42\n$/);
    expect(terminal.output()).toMatch(/运行中/);
    expect(terminal.output()).not.toMatch(/Expression: 6\*7\r\nResult/);
  });

  test.each([
    [{ TERM: 'dumb' }, /\[1\] calculator/, /\p{Cc}\[/u],
    [{ CI: 'true' }, /\[1\] calculator/, /\p{Cc}\[/u],
    [{ CI: 'true', FORCE_COLOR: '1' }, /\p{Cc}\[1m\[1\] calculator/u, /\[\?25l/],
    [{ NO_COLOR: '1' }, /✓ 1 calculator/, /\p{Cc}\[\d+m/u],
  ])('with %j', async (env, has, hasNot) => {
    const terminal = atTerminal(['run', '--rule', 'calculate 6*7'], env);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toMatch(has);
    expect(terminal.output()).not.toMatch(hasNot);
  });

  test('a question is asked with the live lines away, and its answer counts', async () => {
    const env = await modelEnv([
      tool('recall', { query: 'tea' }),
      tool('remember', { type: 'fact', content: 'tea is green' }),
      { content: 'done' },
    ]);
    const terminal = atTerminal(['run', 'look at tea'], { ...env, MINI_AGENT_APPROVALS: 'ask' });
    await terminal.says('[y/N] ');
    expect(terminal.output()).toMatch(/\[\?25h(?:(?!\[\?25)[^])*\[y\/N\] $/);
    terminal.type('y\n');
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toMatch(/✓ .*2 remember/);
    expect(terminal.output()).toMatch(/done\r\n$/);
  });

  test('Ctrl-C stops the run with 130 and gives the cursor back', async () => {
    const env = await modelEnv([
      tool('calculator', { expression: '6*7' }),
      { content: 'late', delayMs: 30_000 },
    ]);
    const terminal = atTerminal(['run', 'what is 6*7'], env);
    await terminal.says('thinking (2)');
    terminal.type('\u0003');
    expect(await terminal.ended).toBe(130);
    const text = terminal.output();
    expect(text.lastIndexOf(showCursor)).toBeGreaterThan(text.lastIndexOf(hideCursor));
    expect(text).toMatch(/cancelled, run_id run_/);
  });

  test('retries of the model are shown', async () => {
    const env = await modelEnv([
      { status: 503, body: { error: { message: 'busy' } } },
      { content: 'done' },
    ]);
    const terminal = atTerminal(['run', 'say done'], env);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toMatch(/↻ .*model: transient, again in/);
  });
});

describe.skipIf(process.platform === 'win32')(
  'however the program ends',
  { timeout: 30_000 },
  () => {
    test.each(['throw', 'reject', 'exit', 'SIGHUP', 'SIGQUIT'])(
      '%s: the cursor is there',
      (how) => {
        const file = fileURLToPath(new URL('ending-display.ts', import.meta.url));
        const loader = ['--conditions=@mini-agent/source', '--import', import.meta.resolve('tsx')];
        const { stderr, status, signal } = spawnSync(process.execPath, [...loader, file, how], {
          encoding: 'utf8',
          timeout: 20_000,
        });
        expect(stderr).toContain(hideCursor);
        expect(stderr.lastIndexOf(showCursor)).toBeGreaterThan(stderr.lastIndexOf(hideCursor));
        if (how.startsWith('SIG')) expect(signal).toBe(how);
        else expect(status).toBe(how === 'exit' ? 3 : 1);
      },
    );
  },
);
