import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';
import { neverAborted } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool, toolMessage } from './support/requests.ts';
import { client, text } from './support/sampling-client.ts';

const options = { signal: neverAborted };

describe('the request', () => {
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'U' },
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [
        { id: 'c1', name: 't', arguments: { ok: true, value: { x: 1 } } },
        { id: 'c2', name: 't', arguments: { ok: false, raw: '{', problem: 'p', cut: false } },
      ],
    },
    toolMessage('c1', 't', 'one'),
    {
      role: 'tool',
      callId: 'c2',
      name: 't',
      content: 'two',
      outcome: {
        callId: 'c2',
        durationMs: 0,
        tries: 0,
        ok: false,
        code: 'invalid_arguments',
        message: 'p',
        retry: true,
      },
    },
  ];

  it('follows the mapping, with all results in one user message and nothing beside them', async () => {
    const { model, seen } = client([text('ok')], { modelHints: ['claude'] });
    await model.complete(
      chatRequest({ messages, tools: [tool('t')], maxOutputTokens: 50, temperature: 0.5 }),
      options,
    );
    expect(seen[0]).toEqual({
      systemPrompt: 'S',
      maxTokens: 50,
      temperature: 0.5,
      modelPreferences: { hints: [{ name: 'claude' }] },
      tools: [{ name: 't', description: 'The tool t.', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'auto' },
      messages: [
        { role: 'user', content: { type: 'text', text: 'U' } },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'c1', name: 't', input: { x: 1 } },
            { type: 'tool_use', id: 'c2', name: 't', input: { invalid_arguments: '{' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: 'one' }] },
            {
              type: 'tool_result',
              toolUseId: 'c2',
              content: [{ type: 'text', text: 'two' }],
              isError: true,
            },
          ],
        },
      ],
    });
  });

  it('names a tool by sending it alone and requiring it', async () => {
    const { model, seen } = client([text('ok')]);
    const tools = [tool('t'), tool('u')];
    await model.complete(chatRequest({ tools, toolChoice: { name: 'u' } }), options);
    expect(seen[0]).toMatchObject({ tools: [{ name: 'u' }], toolChoice: { mode: 'required' } });
  });

  it('has no tools where there are none', async () => {
    const { model, seen } = client([text('ok')]);
    await model.complete(chatRequest({ toolChoice: 'none' }), options);
    expect(seen[0]).not.toHaveProperty('tools');
    expect(seen[0]).not.toHaveProperty('toolChoice');
    expect(seen[0]).toMatchObject({ maxTokens: 4096 });
  });
});

describe('the result', () => {
  it('D-004: an array of text blocks is joined', async () => {
    const { model } = client([
      {
        content: [
          { type: 'text', text: 'Hel' },
          { type: 'text', text: 'lo' },
        ],
        model: 'm',
      },
    ]);
    const response = await model.complete(chatRequest(), options);
    expect(response.message.content).toBe('Hello');
    expect(response).toMatchObject({
      mode: 'sampling',
      provider: 'client',
      model: 'm',
      finish: 'stop',
    });
    expect(response.usage.estimated).toBe(true);
  });

  it('runs tool_use blocks, whatever stopReason says, and echoes their ids', async () => {
    const use = (id: string, input: unknown): object => ({
      type: 'tool_use',
      id,
      name: 't',
      input,
    });
    const { model, seen } = client([
      { content: [use('u1', { x: 1 }), use('u1', { x: 2 }), use('', {})], stopReason: 'endTurn' },
      text('done'),
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran.map((call) => call.arguments)).toEqual([{ x: 1 }, { x: 2 }, {}]);
    expect(result.answer).toBe('done');
    const [said, results] = (seen[1]?.['messages'] as { content: JsonObject[] }[]).slice(-2);
    const ids = said?.content.map((block) => block['id']);
    expect(ids?.[0]).toBe('u1');
    expect(new Set(ids).size).toBe(3);
    expect(results?.content.map((block) => block['toolUseId'])).toEqual(ids);
  });

  it('never runs a call that maxTokens cut', async () => {
    const { model } = client([
      {
        content: { type: 'tool_use', id: 'u1', name: 'pay', input: { amount: 1 } },
        stopReason: 'maxTokens',
      },
      text('done'),
    ]);
    const result = await runLoop(model, { tools: [tool('pay')] });
    expect(result.ran).toEqual([]);
    expect(result.replies[0]?.finish).toBe('length');
  });

  it.each([undefined, null, {}, 'text'])('%j is malformed', async (answer) => {
    const { model } = client([answer]);
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'malformed',
    });
  });
});
