import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startModelServer,
  startServer,
  type ElicitationHandler,
  type ElicitationRequest,
  type McpSession,
  type SamplingHandler,
  type StartServerOptions,
} from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cliCommand, temporaryFolder } from './stdio-harness.ts';

/** What the model wants: something that memory says, and then a change. */
const calls = [
  { name: 'recall', arguments: { query: 'tea' } },
  { name: 'remember', arguments: { type: 'fact', content: 'the page said so' } },
] as const;

interface Connected {
  readonly session: McpSession;
  readonly home: string;
  readonly remembered: () => boolean;
}

interface ConnectOptions extends Partial<StartServerOptions> {
  readonly env?: Readonly<Record<string, string>>;
}

/** The real server, in which nothing may change unasked once text from outside is in the run. */
async function connect({ env = {}, ...options }: ConnectOptions): Promise<Connected> {
  const home = temporaryFolder();
  const command = cliCommand([], { MINI_AGENT_HOME: home, MINI_AGENT_APPROVALS: 'ask', ...env });
  const session = await startServer({ ...command, client: 'v2', ...options });
  onTestFinished(async () => {
    expect(session.strayLines()).toEqual([]);
    await session.close();
  });
  const folder = join(home, '.memory');
  return {
    session,
    home,
    // What is not yet in the readable file is in its journal.
    remembered: () =>
      existsSync(folder) &&
      readdirSync(folder).some((name) =>
        readFileSync(join(folder, name), 'utf8').includes('the page said so'),
      ),
  };
}

/** A model over HTTP that makes the calls; its last answer is what it was told of the last call. */
async function scripted(): Promise<Readonly<Record<string, string>>> {
  const server = await startModelServer((request) => {
    const results = request.body.messages.filter(({ role }) => role === 'tool');
    const next = calls[results.length];
    if (next === undefined) return { content: String(results.at(-1)?.content) };
    const args = JSON.stringify(next.arguments);
    return { tool_calls: [{ id: `c${results.length}`, name: next.name, arguments: args }] };
  });
  onTestFinished(() => server.close());
  return { LLM_MODEL: 'scripted', LLM_BASE_URL: `${server.url}/v1` };
}

/** The same model as the client's own. */
const samplingModel: SamplingHandler = ({ messages }) => {
  const results = messages.filter(({ content }) => JSON.stringify(content).includes('tool_result'));
  const next = calls[results.length];
  if (next === undefined) {
    return { content: { type: 'text', text: JSON.stringify(results.at(-1)?.content) } };
  }
  return {
    content: [
      { type: 'tool_use', id: `u${results.length}`, name: next.name, input: next.arguments },
    ],
    stopReason: 'toolUse',
  };
};

const yes = { action: 'accept', content: { approve: true } } as const;

const clients = [
  { client: 'v1' },
  { client: 'v2' },
  { client: 'v2', protocol: '2026-07-28' },
] as const;

describe.each(clients)('a real client: $client $protocol', { timeout: 60_000 }, (client) => {
  test('is shown a form, and its yes makes the call', async () => {
    const asked: ElicitationRequest[] = [];
    const onElicitation: ElicitationHandler = (request) => {
      asked.push(request);
      return yes;
    };
    const { session, remembered } = await connect({
      ...client,
      env: await scripted(),
      onElicitation,
    });
    const result = await session.callTool('run_agent', { task: 'find out about tea' });
    expect(result.structuredContent).toMatchObject({ status: 'completed' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toMatch(
      /needs your approval\.\nTool: remember\nArguments:\n- "type": "fact"\n- "content": "the page said so"/,
    );
    expect(remembered()).toBe(true);
    expect(session.clientErrors).toEqual([]);
  });

  const answers: readonly (readonly [string, ElicitationHandler])[] = [
    ['a decline', () => ({ action: 'decline' })],
    ['a cancel', () => ({ action: 'cancel' })],
    ['no', () => ({ action: 'accept', content: { approve: false } })],
  ];

  test.each(answers)('%s keeps the call from being made', async (_, onElicitation) => {
    const env = await scripted();
    const { session, remembered } = await connect({ ...client, env, onElicitation });
    const result = await session.callTool('run_agent', { task: '查一下茶' });
    expect(result.structuredContent).toMatchObject({ status: 'completed' });
    expect(result.structuredContent?.['answer']).toMatch(/未调用 remember/);
    expect(remembered()).toBe(false);
  });

  test('that shows no forms is not asked; the model is told what would allow the call', async () => {
    const refused = /cannot ask the user[\s\S]*MINI_AGENT_APPROVALS/;
    const env = await scripted();
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const { session, remembered } = await connect({ ...client, env, capabilities });
      const result = await session.callTool('run_agent', { task: 'find out about tea' });
      expect(result.structuredContent?.['answer']).toMatch(refused);
      expect(remembered()).toBe(false);
    }
  });

  test('answers for its model and its user in one run', async () => {
    const { session, remembered } = await connect({
      ...client,
      onSampling: samplingModel,
      samplingTools: true,
      onElicitation: () => yes,
    });
    const result = await session.callTool('run_agent', { task: 'find out about tea' });
    expect(result.structuredContent).toMatchObject({ status: 'completed', mode: 'sampling' });
    expect(remembered()).toBe(true);
  });

  test('comes back for a run that was handed back, and is asked then', async () => {
    const env = await scripted();
    let asked = 0;
    const { session, remembered } = await connect({
      ...client,
      env,
      onElicitation: () => {
        asked += 1;
        return yes;
      },
    });
    const first = await session.callTool('run_agent', { task: 'find tea', wait_seconds: 0 });
    expect(first.structuredContent).toMatchObject({ status: 'running' });
    const runId = first.structuredContent?.['run_id'];
    const last = await session.callTool('run_agent', { run_id: runId });
    expect(last.structuredContent).toMatchObject({ status: 'completed', run_id: runId });
    expect(asked).toBe(1);
    expect(remembered()).toBe(true);
  });
});

test.each(['v1', 'v2'] as const)(
  'a %s client is told in its progress that somebody is waited for',
  async (client) => {
    const env = await scripted();
    const messages: unknown[] = [];
    const { session } = await connect({
      client,
      env,
      onElicitation: async () => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        return yes;
      },
    });
    const onProgress = ({ message }: { readonly message?: string | undefined }): void => {
      messages.push(message);
    };
    await session.callTool('run_agent', { task: 'find out about tea' }, { onProgress });
    expect(messages).toContain('Waiting for your approval of remember');
  },
  60_000,
);
