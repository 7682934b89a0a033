import type { ChatMessage, ToolCall } from '@mini-agent/foundation/chat';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool, toolMessage } from './support/requests.ts';

const ok = { content: 'ok' };
const callT: ToolCall = { id: 'c1', name: 't', arguments: { ok: true, value: {} } };
const options = { signal: neverAborted };

function assistant(toolCalls: readonly ToolCall[], content = ''): ChatMessage {
  return { role: 'assistant', content, toolCalls };
}

describe('ids', () => {
  it('ab-026: an empty id becomes one generated id in both messages', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [{ id: '', name: 't', arguments: '{}' }] },
      ok,
    ]);
    await runLoop(model, { tools: [tool('t')] });
    const [said, result] = server.requests[1]?.body.messages.slice(-2) ?? [];
    const id = said?.tool_calls?.[0]?.id;
    expect(id).toMatch(/^[\w-]{1,40}$/);
    expect(result?.tool_call_id).toBe(id);
  });

  it('ab-028: replies with the same completion id both stay, in order', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }], completion_id: 'same' },
      { tool_calls: [{ id: 'c1', name: 't', arguments: '{"n":2}' }], completion_id: 'same' },
      { content: 'The answer is 4.', completion_id: 'same' },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('The answer is 4.');
    const roles = server.requests[2]?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
  });

  it('echoes the id of the provider, and never one id twice', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [{ id: 'functions.t:0', name: 't', arguments: '{}' }] },
      { tool_calls: [{ id: 'functions.t:0', name: 't', arguments: '{"n":2}' }] },
      ok,
    ]);
    await runLoop(model, { tools: [tool('t')] });
    const messages = server.requests[2]?.body.messages ?? [];
    const ids = messages.flatMap((message) => message.tool_calls ?? []).map(({ id }) => id);
    expect(ids[0]).toBe('functions.t:0');
    expect(new Set(ids).size).toBe(2);
    const answered = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
    expect(answered).toEqual(ids);
  });

  it('ab-058: ids take the form a provider wants, consistently', async () => {
    const { model, server } = await startEndpoint([ok, ok], { profile: 'mistral' });
    const calls = [
      { ...callT, id: 'call_abcdefghijkl' },
      { ...callT, id: 'call_abcdefghijkm' },
    ];
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      assistant(calls),
      toolMessage('call_abcdefghijkm', 't', 'second'),
      toolMessage('call_abcdefghijkl', 't', 'first'),
    ];
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    const sent = server.requests.map(({ body }) => body.messages);
    const ids = (sent[0]?.[1]?.tool_calls ?? []).map(({ id }) => id);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(new Set(ids).size).toBe(2);
    expect(sent[0]?.slice(2).map(({ tool_call_id, content }) => [tool_call_id, content])).toEqual([
      [ids[0], 'first'],
      [ids[1], 'second'],
    ]);
    expect(sent[1]).toEqual(sent[0]);
  });
});

describe('pairs and order', () => {
  it('ab-031: a tool message without its call is not sent', async () => {
    const { model, server } = await startEndpoint([ok]);
    const messages: ChatMessage[] = [{ role: 'user', content: 'x' }, toolMessage('gone', 't', '1')];
    await model.complete(chatRequest({ messages }), options);
    expect(server.requests[0]?.body.messages).toEqual([{ role: 'user', content: 'x' }]);
  });

  it('a call without its result gets one that says so', async () => {
    const { model, server } = await startEndpoint([ok]);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      assistant([callT, { ...callT, id: 'c2' }]),
      toolMessage('c2', 't', '2'),
    ];
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    expect(server.requests[0]?.body.messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: '(no result was recorded)' },
      { role: 'tool', tool_call_id: 'c2', content: '2' },
    ]);
  });

  it('rule 6: a user message never follows a tool message directly', async () => {
    const { model, server } = await startEndpoint([ok]);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      assistant([callT]),
      toolMessage('c1', 't', '1'),
      { role: 'user', content: 'and now?' },
    ];
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    const roles = server.requests[0]?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  });

  it('rule 6: system messages become one, first', async () => {
    const { model, server } = await startEndpoint([ok]);
    const messages: ChatMessage[] = [
      { role: 'system', content: 'A' },
      { role: 'user', content: 'x' },
      { role: 'system', content: 'B' },
    ];
    await model.complete(chatRequest({ messages }), options);
    expect(server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'A\n\nB' },
      { role: 'user', content: 'x' },
    ]);
  });

  it('rule 5: no text is null beside calls, a result is never empty', async () => {
    const { model, server } = await startEndpoint([ok]);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      assistant([callT]),
      toolMessage('c1', 't', ''),
    ];
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    const sent = server.requests[0]?.body.messages;
    expect(sent?.[1]?.content).toBeNull();
    expect(sent?.[2]).toEqual({ role: 'tool', tool_call_id: 'c1', content: '(no output)' });
  });
});

describe('opaque fields', () => {
  it('ab-052: reasoning_content goes back verbatim on turns with calls', async () => {
    const { model } = await startEndpoint([
      { tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }], reasoning_content: 'R' },
      {
        expect_request: { 'assistant.reasoning_content': 'R' },
        reply: { content: '4' },
        otherwise: { status: 500 },
      },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('4');
    expect(result.replies[0]?.message.reasoning).toBe('R');
  });

  const plainTurn: ChatMessage = {
    role: 'assistant',
    content: 'b',
    toolCalls: [],
    reasoning: 'R',
    opaque: { provider: 'default', model: 'm', fields: { reasoning_content: 'R' } },
  };

  it('ab-053: reasoning_content of a plain turn is not sent', async () => {
    const { model, server } = await startEndpoint([ok]);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'a' },
      plainTurn,
      { role: 'user', content: 'c' },
    ];
    await model.complete(chatRequest({ messages }), options);
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('reasoning_content');
  });

  it('ab-053: a 400 that names the field turns the rule round once and is remembered', async () => {
    const refused = {
      status: 400,
      body: { error: { message: 'field reasoning_content is not accepted' } },
    };
    const { model, server } = await startEndpoint([
      { tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }], reasoning_content: 'R' },
      { expect_request: { lacks: 'reasoning_content' }, reply: ok, otherwise: refused },
      { expect_request: { lacks: 'reasoning_content' }, reply: ok, otherwise: refused },
      { expect_request: { lacks: 'reasoning_content' }, reply: ok, otherwise: { status: 500 } },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('ok');
    await model.complete(chatRequest({ messages: result.messages, tools: [tool('t')] }), options);
    expect(server.requests).toHaveLength(4);
  });

  it('ab-053: a 400 that misses the field makes every turn with calls carry it', async () => {
    const missed = {
      status: 400,
      body: { error: { message: 'The `reasoning_content` must be passed back to the API.' } },
    };
    const { model, server } = await startEndpoint([
      { expect_request: { has: 'reasoning_content' }, reply: ok, otherwise: missed },
      ok,
    ]);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      assistant([callT]),
      toolMessage('c1', 't', '1'),
    ];
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    expect(server.requests[1]?.body.messages[1]).toMatchObject({ reasoning_content: '' });
  });

  it('ab-054: reasoning_details are kept whole and returned', async () => {
    const { model } = await startEndpoint([
      {
        tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }],
        reasoning: 'r',
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'E' }],
      },
      {
        expect_request: { 'assistant.reasoning_details[0].data': 'E' },
        reply: { content: '4' },
        otherwise: { status: 400, body: { error: { message: 'missing' } } },
      },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('4');
  });

  it('ab-055: extra_content of a call is echoed, to its provider only', async () => {
    const reply = {
      tool_calls: [
        {
          id: 'c1',
          name: 't',
          arguments: '{}',
          extra_content: { google: { thought_signature: 'S' } },
        },
      ],
      reasoning_content: 'R',
      vendor_note: 'N',
    };
    const { model } = await startEndpoint([
      reply,
      {
        expect_request: { 'tool_calls[0].extra_content.google.thought_signature': 'S' },
        reply: { content: '4' },
        otherwise: {
          status: 400,
          body: [{ error: { code: 400, message: 'missing thought_signature' } }],
        },
      },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('4');

    const other = await startEndpoint([ok], { provider: 'other' });
    const sameNameOtherModel = await startEndpoint([ok], { model: 'm2' });
    const request = chatRequest({ messages: result.messages, tools: [tool('t')] });
    for (const endpoint of [other, sameNameOtherModel]) {
      await endpoint.model.complete(request, options);
      const sent = JSON.stringify(endpoint.server.requests[0]?.body);
      expect(sent).not.toMatch(/thought_signature|reasoning_content|vendor_note/);
      expect(sent).toContain('tool_calls');
    }
  });

  it('rule 4: a refused echo field is left out from then on', async () => {
    const { model, server } = await startEndpoint([
      { tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }], vendor_note: 'N' },
      {
        expect_request: { lacks: 'vendor_note' },
        reply: ok,
        otherwise: {
          status: 422,
          body: {
            detail: [
              {
                loc: ['body', 'messages', 2, 'vendor_note'],
                msg: 'Extra inputs are not permitted',
              },
            ],
          },
        },
      },
      { expect_request: { lacks: 'vendor_note' }, reply: ok, otherwise: { status: 500 } },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('ok');
    expect(server.requests).toHaveLength(3);
  });
});
