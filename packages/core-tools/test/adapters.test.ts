import { readFile } from 'node:fs/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ModelServer, startModelServer } from '@mini-agent/testkit';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';

import { coreTools } from '../src/index.ts';
import { ask as askWithAiSdk } from './adapters/ai-sdk.ts';
import { createServer } from './adapters/mcp-server.ts';
import { ask as askWithOpenAi } from './adapters/openai.ts';

const QUESTION = 'How long are 100 cm in inches, and what is 0.1 + 0.2?';

/** A model that calls two tools, one of them wrongly, mends that call and then answers. */
async function startModel(): Promise<ModelServer> {
  const server = await startModelServer([
    {
      tool_calls: [
        { id: 'a', name: 'unit_convert', arguments: '{"value":100,"from":"cm","to":"inch"}' },
        { id: 'b', name: 'calculator', arguments: '{"expression":"0.1 + "}' },
      ],
    },
    { tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":"0.1 + 0.2"}' }] },
    { content: '39.37007874015748 inches, and 0.3.' },
  ]);
  onTestFinished(() => server.close());
  return server;
}

/** What the endpoint has seen: the six tools, and the observations of the calls under their ids. */
function expectConversation(server: ModelServer): void {
  const [first, , third] = server.requests;
  const offered = first?.body.tools as readonly {
    readonly type: string;
    readonly function: { readonly name: string; readonly parameters: object };
  }[];
  expect(offered.map((tool) => `${tool.type} ${tool.function.name}`)).toEqual(
    coreTools.map(({ name }) => `function ${name}`),
  );
  for (const [index, tool] of coreTools.entries()) {
    const { jsonSchema } = tool.inputSchema['~standard'];
    expect(offered[index]?.function.parameters).toMatchObject(
      jsonSchema.input({ target: 'draft-2020-12' }),
    );
  }
  const answers = (third?.body.messages ?? []).filter(({ role }) => role === 'tool');
  expect(answers.map((message) => message.tool_call_id)).toEqual(['a', 'b', 'c']);
  const [length, failure, sum] = answers.map((message) => JSON.stringify(message.content));
  expect(length).toContain('100 cm = 39.37007874015748 inch');
  expect(failure).toContain('position');
  expect(sum).toContain('Result: 0.3');
}

describe('the adapters of the README', () => {
  it('openai: offers the tools, carries out the calls and sends the results back', async () => {
    const server = await startModel();
    const client = new OpenAI({ baseURL: server.url, apiKey: 'sk-test', maxRetries: 0 });
    expect(await askWithOpenAi(client, 'test-model', QUESTION)).toMatch(/39\.37.* 0\.3/);
    expectConversation(server);
  });

  it('openai: tells the model about unknown tools and broken JSON, and gives up after 10 turns', async () => {
    const call = (id: string, name: string, args: string) => ({ id, name, arguments: args });
    const server = await startModelServer(() => ({
      tool_calls: [call('a', 'calculater', '{}'), call('b', 'calculator', '{')],
    }));
    onTestFinished(() => server.close());
    const client = new OpenAI({ baseURL: server.url, apiKey: 'sk-test', maxRetries: 0 });
    await expect(askWithOpenAi(client, 'test-model', QUESTION)).rejects.toThrow('10 turns');
    const messages = server.requests[1]?.body.messages ?? [];
    expect(messages.filter(({ role }) => role === 'tool')).toMatchObject([
      { tool_call_id: 'a', content: 'Error: no tool calculater' },
      { tool_call_id: 'b', content: expect.stringContaining('JSON') as string },
    ]);
  });

  it('ai: generateText calls the tools through their own schemas', async () => {
    const server = await startModel();
    const provider = createOpenAICompatible({ name: 'loopback', baseURL: server.url });
    expect(await askWithAiSdk(provider('test-model'), QUESTION)).toMatch(/39\.37.* 0\.3/);
    expectConversation(server);
  });

  it('mcp: a client lists the six tools and calls them', async () => {
    const server = createServer();
    const client = new Client({ name: 'test', version: '1.0.0' });
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });

    const { tools } = await client.listTools();
    expect(tools.map(({ name, title, annotations }) => [name, title, annotations])).toEqual(
      coreTools.map(({ name, title }) => [
        name,
        title,
        {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: name !== 'random_gen',
          openWorldHint: false,
        },
      ]),
    );
    expect(tools[0]?.inputSchema).toMatchObject({ required: ['expression'] });

    const good = { name: 'unit_convert', arguments: { value: 1, from: 'mile', to: 'km' } };
    expect(await client.callTool(good)).toMatchObject({
      content: [{ type: 'text', text: '1 mile = 1.609344 km' }],
      structuredContent: { value: 1.609344, dimension: 'length' },
    });
    const bad = { name: 'unit_convert', arguments: { value: 1, from: 'mile', to: 'kg' } };
    expect(await client.callTool(bad)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/length.*weight/) as string }],
    });
    const unreadable = { name: 'unit_convert', arguments: { value: 'x', extra: true } };
    expect(await client.callTool(unreadable)).toMatchObject({ isError: true });
  });

  it.each(['README.md', 'README.zh-CN.md'])('stand in %s as they run here', async (page) => {
    const readme = await readFile(new URL(`../${page}`, import.meta.url), 'utf8');
    for (const adapter of ['openai', 'ai-sdk', 'mcp-server']) {
      const code = await readFile(new URL(`./adapters/${adapter}.ts`, import.meta.url), 'utf8');
      expect(readme.includes(`\`\`\`ts\n${code}\`\`\``), adapter).toBe(true);
    }
  });
});
