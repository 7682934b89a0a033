import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { CreateMessageRequest } from '@modelcontextprotocol/sdk/types.js';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startModelServer, type ModelScript, type ModelServer } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { httpClient, httpHost, type HttpHost, type HttpHostOptions } from './sdk-http-host.ts';

// Everything is loaded from source, or started as a process, on machines that do more than this.
vi.setConfig({ testTimeout: 60_000 });

async function model(script: ModelScript): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

function host(server: ModelServer, options: HttpHostOptions = {}): Promise<HttpHost> {
  return httpHost({
    ...options,
    environment: { LLM_BASE_URL: server.url, LLM_MODEL: 'm', ...options.environment },
  });
}

interface Structured {
  readonly run_id: string;
  readonly [field: string]: unknown;
}

async function call(client: Client, args: Record<string, unknown>): Promise<Structured> {
  const result = await client.callTool({ name: 'run_agent', arguments: args });
  return result.structuredContent as Structured;
}

describe('registerRunAgent over Streamable HTTP with sessions', () => {
  test('answers rule-mode calls that fit the output schema, and refuses wrong ones itself', async () => {
    const { url, sessions } = await httpHost();
    const client = await httpClient(url);
    expect(sessions.size).toBe(1);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, outputSchema }) => [name, outputSchema?.type])).toEqual([
      ['run_agent', 'object'],
    ]);
    expect(await call(client, { task: 'calculate 2^10', mode: 'rule' })).toMatchObject({
      status: 'completed',
      mode: 'rule',
      answer: 'Expression: 2^10\nResult: 1024',
    });
    const refused = await client.callTool({ name: 'run_agent', arguments: { tasks: 'x' } });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { status: 'failed', error_code: 'invalid_arguments' },
    });
  });

  test('two clients with equal request ids and different tasks get their own answers', async () => {
    const server = await model((request) => {
      const asked = JSON.stringify(request.body.messages);
      return { content: asked.includes('first task') ? 'first answer' : 'second answer' };
    });
    const { url, sessions } = await host(server);
    const [one, two] = [await httpClient(url), await httpClient(url)];
    expect(sessions.size).toBe(2);
    const [first, second] = await Promise.all([
      call(one, { task: 'first task' }),
      call(two, { task: 'second task' }),
    ]);
    expect([first['answer'], second['answer']]).toEqual(['first answer', 'second answer']);
    expect(await call(two, { run_id: first.run_id })).toMatchObject({ error_code: 'not_found' });
    expect(await call(one, { run_id: first.run_id })).toMatchObject({ answer: 'first answer' });
  });

  test('the same task of two sessions is two runs', async () => {
    const server = await model(() => ({ content: 'done', delayMs: 200 }));
    const { url } = await host(server);
    const [one, two] = [await httpClient(url), await httpClient(url)];
    const runs = await Promise.all([call(one, { task: 'same' }), call(two, { task: 'same' })]);
    expect(new Set(runs.map(({ run_id: id }) => id)).size).toBe(2);
  });

  test('cancelling the call stops its model request', async () => {
    const controller = new AbortController();
    const server = await model(() => {
      controller.abort();
      return { content: 'x', fault: { kind: 'hang-before-headers' } };
    });
    const client = await httpClient((await host(server)).url);
    const pending = client.callTool(
      { name: 'run_agent', arguments: { task: 'write a haiku' } },
      undefined,
      { signal: controller.signal },
    );
    await expect(pending).rejects.toThrow();
    await server.requests[0]?.whenAborted();
    // The session goes on.
    expect(await call(client, { task: 'calculate 1+1', mode: 'rule' })).toMatchObject({
      status: 'completed',
    });
  });

  test('ending the session stops its model request', async () => {
    let reached = (): void => undefined;
    const asked = new Promise<void>((resolve) => (reached = resolve));
    const server = await model(() => {
      reached();
      return { content: 'x', fault: { kind: 'hang-before-headers' } };
    });
    const { url } = await host(server);
    const client = await httpClient(url);
    const pending = call(client, { task: 'write a haiku' }).catch(() => 'gone');
    await asked;
    const { transport } = client;
    await (transport as StreamableHTTPClientTransport).terminateSession();
    await server.requests[0]?.whenAborted();
    await client.close();
    expect(await pending).toBe('gone');
  });

  test('progress rises, names the run and comes before the answer; none without a token', async () => {
    const server = await model([
      {
        tool_calls: [{ id: 'a', name: 'calculator', arguments: '{"expression":"6*7"}' }],
      },
      { content: '42' },
      { content: 'second' },
    ]);
    const client = await httpClient((await host(server)).url);
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    const heard: { progress: number; message?: string | undefined }[] = [];
    const result = await client.callTool(
      { name: 'run_agent', arguments: { task: 'what is 6*7' } },
      undefined,
      { onprogress: (update) => heard.push(update) },
    );
    const { run_id: runId } = result.structuredContent as Structured;
    expect(heard[0]?.message).toContain(runId);
    const values = heard.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    const before = heard.length;
    await call(client, { task: 'another' });
    expect(heard).toHaveLength(before);
    // A progress line after the answer, or with an invented token, would be an error here.
    expect(errors).toEqual([]);
  });

  test('asks the model of the client on the stream of the call', async () => {
    const { url } = await httpHost();
    const asked: CreateMessageRequest['params'][] = [];
    const client = await httpClient(url, {
      capabilities: { sampling: { tools: {} } },
      onSampling: (params) => {
        asked.push(params);
        return {
          role: 'assistant',
          model: 'client-model',
          content: { type: 'text', text: 'A leaf falls.' },
        };
      },
    });
    expect(await call(client, { task: 'write a haiku' })).toMatchObject({
      status: 'completed',
      mode: 'sampling',
      provider: 'client',
      answer: 'A leaf falls.',
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    { action: 'accept' as const, remembered: true },
    { action: 'decline' as const, remembered: false },
  ])('asks the user before a change: $action', async ({ action, remembered }) => {
    const server = await model([
      { tool_calls: [{ id: 'a', name: 'recall', arguments: '{"query":"tea"}' }] },
      {
        tool_calls: [
          { id: 'b', name: 'remember', arguments: '{"type":"fact","content":"tea is green"}' },
        ],
      },
      { content: 'done' },
    ]);
    const { url } = await host(server, { environment: { MINI_AGENT_APPROVALS: 'ask' } });
    const questions: string[] = [];
    const client = await httpClient(url, {
      capabilities: { elicitation: {} },
      onElicitation: (message) => {
        questions.push(message);
        return action === 'accept' ? { action, content: { approve: true } } : { action };
      },
    });
    await call(client, { task: 'look at tea' });
    expect(questions).toEqual([expect.stringContaining('Tool: remember')]);
    const { getMemoryStats } = await import('mini-agent-mcp/memory');
    expect((await getMemoryStats()).count).toBe(remembered ? 1 : 0);
  });

  test('a run that outlasts the call is handed back, waited for and stopped', async () => {
    const server = await model(() => ({ content: 'x', fault: { kind: 'hang-before-headers' } }));
    const { url } = await host(server);
    const client = await httpClient(url);
    const handed = await call(client, { task: 'write a haiku', wait_seconds: 0 });
    expect(handed).toMatchObject({ status: 'running' });
    const { run_id: runId } = handed;
    expect(await call(client, { run_id: runId, wait_seconds: 0 })).toMatchObject({
      status: 'running',
      run_id: runId,
    });
    expect(await call(client, { run_id: runId, cancel: true })).toMatchObject({
      status: 'cancelled',
    });
  });
});

describe('the caller over HTTP', () => {
  const authenticate = (authorization: string): AuthInfo => ({
    token: authorization.slice('Bearer '.length),
    clientId: 'the same client',
    scopes: [],
  });

  /** Whether a run of the first client is found by the second. */
  async function isShared(options: HttpHostOptions, tokens: readonly string[]): Promise<boolean> {
    const server = await model(() => ({ content: 'done' }));
    const { url } = await host(server, options);
    const [one, two] = await Promise.all(tokens.map((token) => httpClient(url, { token })));
    if (one === undefined || two === undefined) throw new Error('two tokens are needed');
    const { run_id: runId } = await call(one, { task: 'write a haiku' });
    const found = await call(two, { run_id: runId });
    return found['answer'] === 'done';
  }

  test('is the token, whatever its client id, in every session', async () => {
    expect(await isShared({ authenticate }, ['a', 'a'])).toBe(true);
    expect(await isShared({ authenticate }, ['a', 'b'])).toBe(false);
  });

  test('is the subject of the token where the host tells it', async () => {
    const bySubject = (authorization: string): AuthInfo => ({
      ...authenticate(authorization),
      extra: { sub: authorization.split('-')[1] },
    });
    expect(await isShared({ authenticate: bySubject }, ['1-ann', '2-ann'])).toBe(true);
    expect(await isShared({ authenticate: bySubject }, ['1-ann', '2-bob'])).toBe(false);
  });

  test('is what the host says', async () => {
    const register = { caller: () => 'everybody' };
    expect(await isShared({ register }, ['a', 'b'])).toBe(true);
    const nobody = { caller: () => '' };
    await expect(isShared({ register: nobody }, ['a', 'b'])).rejects.toThrow();
  });

  test('without sessions a run is found again, and not by the caller on stdio', async () => {
    const server = await model(() => ({ content: 'done' }));
    const { url } = await host(server, { stateless: true });
    const client = await httpClient(url);
    const { run_id: runId } = await call(client, { task: 'write a haiku' });
    expect(await call(client, { run_id: runId })).toMatchObject({ answer: 'done' });
    const { defaultCaller } = await import('../../src/library/sdk-caller.ts');
    expect(defaultCaller({})).toBe('local');
    expect(defaultCaller({ requestInfo: {} })).not.toBe('local');
  });
});
