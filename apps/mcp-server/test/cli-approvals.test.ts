import { spawn } from 'node:child_process';
import { startModelServer, type ScriptedReply } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cliCommand } from './stdio-harness.ts';

const calls = (name: string, args: object): ScriptedReply => ({
  tool_calls: [{ id: name, name, arguments: JSON.stringify(args) }],
});

const script = [
  calls('recall', { query: 'tea' }),
  calls('remember', { type: 'fact', content: 'tea is green' }),
  { content: 'done' },
];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the model was told of the change. */
  readonly told: string;
}

async function run(task: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const model = { LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm' };
  const { command, args = [], ...options } = cliCommand(['run', task], { ...model, ...env });
  const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const messages = server.requests.at(-1)?.body.messages ?? [];
  return { code, stdout, stderr, told: String(messages.at(-1)?.content) };
}

describe('the run command without a terminal', { timeout: 30_000 }, () => {
  test('refuses a change after text from outside, and says how to allow it', async () => {
    const { code, stdout, stderr, told } = await run('look at tea', {
      MINI_AGENT_APPROVALS: 'ask',
    });
    expect([code, stdout]).toEqual([0, 'done\n']);
    expect(stderr).toMatch(
      /mini-agent: remember was refused: it needs your approval, [^\n]*MINI_AGENT_APPROVALS=ask,remember/,
    );
    expect(told).toMatch(/denied[\s\S]*MINI_AGENT_APPROVALS/);
  });

  test('says so in Chinese', async () => {
    const { stderr, told } = await run('查一下茶的资料', { MINI_AGENT_APPROVALS: 'ask' });
    expect(stderr).toMatch(/remember 已被拒绝：它需要您的批准/);
    expect(told).toMatch(/未调用 remember/);
  });

  test.each(['', 'deny,remember', 'allow', 'ask,rem*'])(
    'makes it where MINI_AGENT_APPROVALS is "%s"',
    async (approvals) => {
      const { stderr, told } = await run('look at tea', { MINI_AGENT_APPROVALS: approvals });
      expect(stderr).not.toContain('refused');
      expect(told).toContain('"remembered": true');
    },
  );

  test('a wrong value is complained about, and what is left of it counts', async () => {
    const { stderr, told } = await run('look at tea', { MINI_AGENT_APPROVALS: 'deny,re member' });
    expect(stderr).toMatch(/MINI_AGENT_APPROVALS holds "re member", but allowed are ask, deny/);
    expect(told).toMatch(/denied/);
    expect(stderr).not.toContain('was refused');
  });
});
