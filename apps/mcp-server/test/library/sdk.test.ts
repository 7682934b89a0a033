import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { startModelServer } from '@mini-agent/testkit';
import type { RegisterOptions } from 'mini-agent-mcp/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { publicTool } from '../../src/server/tool-definition.ts';
import { freshLibrary } from './library.ts';

// Everything is loaded from source, or started as a process, on machines that do more than this.
vi.setConfig({ testTimeout: 60_000 });

interface HostOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly register?: RegisterOptions;
  readonly capabilities?: ClientCapabilities;
  readonly onSampling?: (params: CreateMessageRequest['params']) => CreateMessageResult;
  readonly onElicitation?: (message: string) => ElicitResult;
}

/** A server of somebody else, with a tool of its own, and a real client of the 1.x line. */
async function host(options: HostOptions = {}): Promise<Client> {
  freshLibrary(options.environment);
  const { registerRunAgent } = await import('mini-agent-mcp/sdk');
  const server = new McpServer({ name: 'host', version: '1.0.0' });
  server.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  registerRunAgent(server, options.register);
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: options.capabilities ?? {} },
  );
  const { onSampling, onElicitation } = options;
  if (onSampling) {
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => onSampling(params));
  }
  if (onElicitation) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => onElicitation(params.message));
  }
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  onTestFinished(() => client.close());
  return client;
}

function textOf(result: Awaited<ReturnType<Client['callTool']>>): unknown {
  return (result.content as readonly { readonly text?: unknown }[])[0]?.text;
}

const haiku = { name: 'run_agent', arguments: { task: 'write a haiku' } };

describe('registerRunAgent', () => {
  test('lists the tool beside the others, exactly as the stdio server does', async () => {
    const client = await host();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['add', 'run_agent']);
    const [, listed] = tools;
    const withoutDialect = (schema: object = {}): unknown =>
      Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
    expect({
      ...listed,
      inputSchema: withoutDialect(listed?.inputSchema),
      outputSchema: withoutDialect(listed?.outputSchema),
    }).toMatchObject({ ...publicTool });
    expect(withoutDialect(listed?.inputSchema)).toEqual(publicTool.inputSchema);
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ text: '3' }],
    });
  });

  test('answers a rule-mode call with the frame and with structured content', async () => {
    const client = await host();
    // The client has the output schema and checks the result against it.
    await client.listTools();
    const result = await client.callTool({
      name: 'run_agent',
      arguments: { task: 'calculate 1+1', mode: 'rule' },
    });
    expect(textOf(result)).toMatch(/^Task: calculate 1\+1\nMode: Rule-based\nSteps: 2\n/);
    expect(result.structuredContent).toMatchObject({
      status: 'completed',
      answer: 'Expression: 1+1\nResult: 2',
      mode: 'rule',
      tool_calls: [{ tool: 'calculator', input: { expression: '1+1' } }],
    });
    expect(result.isError).not.toBe(true);
  });

  test.each([
    [{ task: 'calculate 1+1', extra: 1 }, /extra/],
    [{ task: 5 }, /task/],
    [{ task: 'x', mode: 'fast' }, /mode.*auto/s],
    [{ task: 'x', max_turns: 99 }, /max_turns/],
    [{}, /task/],
    [undefined, /task/],
  ])('D-035: refuses %j itself, with structured content', async (given, message) => {
    const client = await host();
    await client.listTools();
    const call = given === undefined ? {} : { arguments: given };
    const result = await client.callTool({ name: 'run_agent', ...call });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(message);
    expect(result.structuredContent).toMatchObject({
      status: 'failed',
      error_code: 'invalid_arguments',
    });
  });

  test('a wrong handle is not found, and a handle belongs to its caller', async () => {
    const model = await startModelServer(() => ({ content: 'done' }));
    onTestFinished(() => model.close());
    const environment = { LLM_API_KEY: 'k', LLM_BASE_URL: model.url, LLM_MODEL: 'm' };
    const client = await host({ environment });
    const first = await client.callTool(haiku);
    const { run_id: runId } = first.structuredContent as { run_id: string };
    const again = await client.callTool({ name: 'run_agent', arguments: { run_id: runId } });
    expect(again.structuredContent).toMatchObject({ status: 'completed', answer: 'done' });

    const { registerRunAgent } = await import('mini-agent-mcp/sdk');
    const other = new McpServer({ name: 'other', version: '1.0.0' });
    registerRunAgent(other, { caller: 'somebody else' });
    const stranger = new Client({ name: 'stranger', version: '1.0.0' });
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await other.connect(serverSide);
    await stranger.connect(clientSide);
    const stolen = await stranger.callTool({ name: 'run_agent', arguments: { run_id: runId } });
    await stranger.close();
    expect(stolen.structuredContent).toMatchObject({ status: 'failed', error_code: 'not_found' });
  });

  test('over HTTP a handle belongs to the session that got it', async () => {
    const model = await startModelServer(() => ({ content: 'done' }));
    onTestFinished(() => model.close());
    freshLibrary({ LLM_API_KEY: 'k', LLM_BASE_URL: model.url, LLM_MODEL: 'm' });
    const { registerRunAgent } = await import('mini-agent-mcp/sdk');
    const connect = async (sessionId: string): Promise<Client> => {
      const server = new McpServer({ name: 'host', version: '1.0.0' });
      registerRunAgent(server);
      const client = new Client({ name: 'test', version: '1.0.0' });
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      serverSide.sessionId = sessionId;
      await server.connect(serverSide);
      await client.connect(clientSide);
      onTestFinished(() => client.close());
      return client;
    };
    const [one, two] = [await connect('one'), await connect('two')];
    const { structuredContent } = await one.callTool(haiku);
    const { run_id: runId } = structuredContent as { run_id: string };
    const find = { name: 'run_agent', arguments: { run_id: runId } };
    expect((await one.callTool(find)).structuredContent).toMatchObject({ answer: 'done' });
    expect((await two.callTool(find)).structuredContent).toMatchObject({ error_code: 'not_found' });
  });

  test('sends progress to a client that asked for it, and none to others', async () => {
    const client = await host();
    const heard: string[] = [];
    await client.callTool(
      { name: 'run_agent', arguments: { task: 'calculate 1+1 and generate a uuid' } },
      undefined,
      { onprogress: ({ message = '' }) => heard.push(message) },
    );
    expect(heard[0]).toMatch(/^Started \w+/);
  });

  test('hands back a run that takes longer than the call may wait', async () => {
    const model = await startModelServer(() => ({
      content: 'x',
      fault: { kind: 'hang-before-headers' },
    }));
    onTestFinished(() => model.close());
    const client = await host({
      environment: { LLM_API_KEY: 'k', LLM_BASE_URL: model.url, LLM_MODEL: 'm' },
      register: { waitSeconds: { withToken: 0.05, withoutToken: 0.05 } },
    });
    const result = await client.callTool(haiku);
    expect(result.structuredContent).toMatchObject({ status: 'running' });
    const { run_id: runId } = result.structuredContent as { run_id: string };
    const stopped = await client.callTool({
      name: 'run_agent',
      arguments: { run_id: runId, cancel: true },
    });
    expect(stopped.structuredContent).toMatchObject({ status: 'cancelled' });
  });

  test('a cancelled call stops its model request', async () => {
    const controller = new AbortController();
    const model = await startModelServer(() => {
      controller.abort();
      return { content: 'x', fault: { kind: 'hang-before-headers' } };
    });
    onTestFinished(() => model.close());
    const client = await host({
      environment: { LLM_API_KEY: 'k', LLM_BASE_URL: model.url, LLM_MODEL: 'm' },
    });
    const call = client.callTool(haiku, undefined, { signal: controller.signal });
    await expect(call).rejects.toThrow();
    expect(model.requests).toHaveLength(1);
    await model.requests[0]?.whenAborted();
  });

  test('asks the model of the client, with tools where it can call them', async () => {
    const asked: CreateMessageRequest['params'][] = [];
    const client = await host({
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
    const result = await client.callTool(haiku);
    expect(result.structuredContent).toMatchObject({
      status: 'completed',
      answer: 'A leaf falls.',
      mode: 'sampling',
      provider: 'client',
      model: 'client-model',
    });
    expect(textOf(result)).toContain('Mode: LLM-powered (sampling)');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.tools?.length).toBe(14);
  });

  test('an agent inside of an agent is refused', async () => {
    const client = await host({ environment: { MINI_AGENT_DEPTH: '1' } });
    const result = await client.callTool(haiku);
    expect(result.structuredContent).toMatchObject({ status: 'failed', error_code: 'recursion' });
  });
});

test('asks the user of a client with forms before a change that a text from outside may have asked for', async () => {
  const server = await startModelServer([
    { tool_calls: [{ id: 'a', name: 'recall', arguments: '{"query":"tea"}' }] },
    {
      tool_calls: [
        { id: 'b', name: 'remember', arguments: '{"type":"fact","content":"tea is green"}' },
      ],
    },
    { content: 'done' },
  ]);
  onTestFinished(() => server.close());
  const asked: string[] = [];
  const client = await host({
    environment: {
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'm',
      MINI_AGENT_APPROVALS: 'ask',
      ANYSEARCH_ENABLED: 'false',
    },
    capabilities: { elicitation: {} },
    onElicitation: (message) => {
      asked.push(message);
      return { action: 'accept', content: { approve: true } };
    },
  });
  const result = await client.callTool({ name: 'run_agent', arguments: { task: 'look at tea' } });
  expect(result.structuredContent).toMatchObject({ status: 'completed', answer: 'done' });
  expect(asked).toEqual([expect.stringContaining('Tool: remember')]);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('remembered');
});
