import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  startModelServer,
  startServer,
  type McpSession,
  type SamplingHandler,
  type StartServerOptions,
} from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { depthVariable } from '../src/server/server-depth.ts';
import { cliCommand, rawServer, temporaryFolder } from './stdio-harness.ts';

interface Step {
  readonly observation?: string;
  readonly error?: string;
}

async function connect(
  client: 'v1' | 'v2',
  env: Readonly<Record<string, string>> = {},
  options: Partial<StartServerOptions> = {},
): Promise<McpSession> {
  const session = await startServer({ ...cliCommand([], env), client, ...options });
  onTestFinished(async () => {
    expect(session.strayLines()).toEqual([]);
    await session.close();
  });
  return session;
}

const fallsBack = { LLM_MODEL: 'scripted' };

describe.each(['v1', 'v2'] as const)(
  'the real server with a real %s client',
  { timeout: 60_000 },
  (client) => {
    test('shows one tool, and does a task by rules in English and in Chinese', async () => {
      const session = await connect(client);
      expect((await session.listTools()).map(({ name }) => name)).toEqual(['run_agent']);
      const english = await session.callTool('run_agent', {
        task: 'Convert 100 cm to inches and also generate a UUID',
      });
      expect(english.isError).toBe(false);
      expect(english.text).toMatch(/^Task: Convert 100 cm.*\nMode: Rule-based\nSteps: 3\n/);
      expect(english.structuredContent?.['answer']).toMatch(/39\.37007874015748[\s\S]*-4/);
      const chinese = await session.callTool('run_agent', {
        task: '计算 25 的平方根，然后把 5 公里换算成英里',
      });
      expect(chinese.isError).toBe(false);
      expect(chinese.structuredContent?.['answer']).toMatch(/5[\s\S]*3\.10685/);
      expect(session.clientErrors).toEqual([]);
    });

    test('does a task over HTTP with two parallel calls and a reply with broken arguments', async () => {
      const server = await startModelServer([
        {
          tool_calls: [
            { id: 'a', name: 'calculator', arguments: '{"expression":"6*7"}' },
            { id: 'b', name: 'unit_convert', arguments: '{"value":1,"from":"km","to":"m"}' },
          ],
        },
        { tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":' }] },
        { tool_calls: [{ id: 'd', name: 'calculator', arguments: '{"expression":"1+1"}' }] },
        { content: 'all done' },
      ]);
      onTestFinished(() => server.close());
      const session = await connect(client, { ...fallsBack, LLM_BASE_URL: `${server.url}/v1` });
      const result = await session.callTool('run_agent', { task: 'do it' });
      expect(result.structuredContent).toMatchObject({
        status: 'completed',
        answer: 'all done',
        mode: 'http',
        iterations: 4,
      });
      const { steps } = result.structuredContent as { steps: readonly Step[] };
      expect(steps.map(({ observation = '' }) => observation)).toEqual([
        'Expression: 6*7\nResult: 42',
        '1 km = 1000 m',
        expect.any(String),
        'Expression: 1+1\nResult: 2',
        '',
      ]);
      expect(steps[2]?.error).toBe('invalid_arguments');
      expect(session.clientErrors).toEqual([]);
    });

    test('does a task with the model of the client, tools included', async () => {
      const seen: (readonly string[])[] = [];
      const onSampling: SamplingHandler = ({ tools = [], messages }) => {
        seen.push(tools.map(({ name }) => name));
        return messages.length === 1
          ? {
              content: [
                { type: 'tool_use', id: 'u', name: 'calculator', input: { expression: '6*7' } },
              ],
              stopReason: 'toolUse',
            }
          : { content: { type: 'text', text: 'it is 42' }, stopReason: 'endTurn' };
      };
      const session = await connect(client, {}, { onSampling, samplingTools: true });
      const result = await session.callTool('run_agent', { task: 'what is 6*7' });
      expect(result.structuredContent).toMatchObject({
        status: 'completed',
        answer: 'it is 42',
        mode: 'sampling',
        provider: 'client',
        tool_calls: [{ tool: 'calculator' }],
      });
      expect(seen[0]).toContain('calculator');
      expect(session.clientErrors).toEqual([]);
    });

    test('stops a cancelled task: the model call is closed at once and the session goes on', async () => {
      const server = await startModelServer([{ content: 'late', delayMs: 30_000 }]);
      onTestFinished(() => server.close());
      const session = await connect(client, { ...fallsBack, LLM_BASE_URL: `${server.url}/v1` });
      const controller = new AbortController();
      const call = session.callTool('run_agent', { task: 'slow' }, { signal: controller.signal });
      call.catch(() => undefined);
      await vi.waitUntil(() => server.requests.length > 0, 10_000);
      const begun = performance.now();
      controller.abort();
      await expect(call).rejects.toThrow();
      await vi.waitUntil(() => server.requests[0]?.aborted === true, {
        timeout: 5_000,
        interval: 5,
      });
      expect(performance.now() - begun).toBeLessThan(1_000);
      const next = await session.callTool('run_agent', { task: '1+1', mode: 'rule' });
      expect(next.structuredContent).toMatchObject({ status: 'completed' });
    });
  },
);

test('mcp-075: a server inside of an agent of this program refuses to run another', async () => {
  const session = await connect('v2', { [depthVariable]: '1' });
  const result = await session.callTool('run_agent', { task: '1+1' });
  expect(result.isError).toBe(true);
  expect(result.text).toMatch(/called from inside a run_agent/);
  expect(result.structuredContent).toMatchObject({ status: 'failed', error_code: 'recursion' });
}, 30_000);

test('a 2026-07-28 client is served by rules and by its own model', async () => {
  const onSampling: SamplingHandler = () => ({
    content: { type: 'text', text: 'from the client' },
    stopReason: 'endTurn',
  });
  const session = await connect(
    'v2',
    {},
    { protocol: '2026-07-28', onSampling, samplingTools: true },
  );
  const own = await session.callTool('run_agent', { task: 'say something' });
  expect(own.structuredContent).toMatchObject({ answer: 'from the client', mode: 'sampling' });
  const rule = await session.callTool('run_agent', { task: '2+3', mode: 'rule' });
  expect(rule.structuredContent).toMatchObject({ status: 'completed', mode: 'rule' });
}, 30_000);

describe('where runs are kept', { timeout: 30_000 }, () => {
  test('in the root of the client, where no home is set', async () => {
    const root = temporaryFolder();
    const roots = [pathToFileURL(root).href];
    const session = await connect('v2', { MINI_AGENT_HOME: '' }, { roots });
    await session.callTool('run_agent', { task: '1+1' });
    session.endInput();
    await session.waitForExit();
    expect(readdirSync(join(root, '.runs'))).toHaveLength(1);
  });

  test('D-032: elsewhere if the client declares roots and cannot list them; stdout stays clean', async () => {
    const command = cliCommand([], { MINI_AGENT_HOME: '' });
    const server = await rawServer(command);
    await server.initialize({ capabilities: { roots: { listChanged: true } } });
    const params = { name: 'run_agent', arguments: { task: '1+1' } };
    const answered = server.request('tools/call', params, { timeoutMs: 10_000 });
    const asked = await server.waitForFrame(({ method }) => method === 'roots/list', 10_000);
    server.send({ jsonrpc: '2.0', id: asked.id, error: { code: -32601, message: 'no' } });
    expect((await answered).result?.['structuredContent']).toMatchObject({ status: 'completed' });
    expect(server.strayLines()).toEqual([]);
    server.endInput();
    await server.waitForExit();
    expect(readdirSync(join(command.cwd ?? '', '.runs'))).toHaveLength(1);
  });
});
