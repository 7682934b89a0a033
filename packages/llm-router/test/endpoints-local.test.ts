import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { refuse, withCall } from './support/quirks.ts';
import { chatRequest, tool } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

describe('vLLM', () => {
  it('several system messages are one, first', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'vllm' });
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      { role: 'system', content: 'A' },
      { role: 'system', content: 'B' },
    ];
    await model.complete(chatRequest({ messages }), options);
    const sent = server.requests[0]?.body.messages.map(({ role, content }) => [role, content]);
    expect(sent).toEqual([
      ['system', 'A\n\nB'],
      ['user', 'x'],
    ]);
  });

  it.each([
    'System role not supported',
    'Only user and assistant roles are supported!',
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    'Developer instruction is not enabled for models/gemma-3-4b-it',
  ])('a template without a system role gets its text in the user message: %s', async (message) => {
    const { model, server } = await startEndpoint([refuse(message), ok, ok], { profile: 'vllm' });
    const messages: ChatMessage[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'x' },
    ];
    await model.complete(chatRequest({ messages }), options);
    await model.complete(chatRequest({ messages }), options);
    const [, second, later] = server.requests.map(({ body }) => body.messages);
    expect(second).toEqual([{ role: 'user', content: 'Be brief.\n\nx' }]);
    expect(later).toEqual(second);
  });

  it('a template that knows two speakers gets calls and results as text', async () => {
    const { model, server } = await startEndpoint(
      [refuse('After the optional system message, conversation roles must alternate'), ok],
      { profile: 'vllm' },
    );
    await model.complete(chatRequest({ messages: withCall, tools: [tool('t')] }), options);
    const sent = server.requests[1]?.body.messages;
    expect(sent?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(sent)).toContain('the result');
  });

  it('a call that its parser left in the text is read', async () => {
    const content = '<tool_call>\n{"name": "t", "arguments": {"x": 1}}\n</tool_call>';
    const { model } = await startEndpoint([{ content, finish_reason: 'stop' }, ok], {
      profile: 'vllm',
    });
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
  });

  it('a server without a tool parser gets the tools as text', async () => {
    const message =
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
    const { model, server } = await startEndpoint(
      [
        refuse(message),
        { content: '{"tool": "t", "arguments": {}}' },
        { content: '{"answer": "4"}' },
      ],
      { profile: 'vllm' },
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect([result.ran.length, result.answer]).toEqual([1, '4']);
    expect(server.requests[1]?.body).not.toHaveProperty('tools');
  });
});

describe('Ollama', () => {
  it('deltas that all stand at index 0, and no finish_reason', async () => {
    const whole = (p: number): JsonObject => ({
      index: 0,
      function: { name: 't', arguments: `{"p":${p}}` },
    });
    const { model } = await startEndpoint(
      [{ chunks: [{ tool_calls: [whole(1)] }, { tool_calls: [whole(2)] }] }, ok],
      { profile: 'ollama', stream: true },
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran.map((ran) => ran.arguments)).toEqual([{ p: 1 }, { p: 2 }]);
  });

  it.each([null, 'stop'])('a call with finish_reason %s runs', async (finish_reason) => {
    const { model } = await startEndpoint(
      [{ tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }], finish_reason }, ok],
      { profile: 'ollama' },
    );
    expect((await runLoop(model, { tools: [tool('t')] })).ran).toHaveLength(1);
  });

  it('an error that is a text is read, and tools go as text', async () => {
    const { model, server } = await startEndpoint(
      [
        {
          status: 400,
          body: { error: 'registry.ollama.ai/library/gemma:2b does not support tools' },
        },
        { content: '{"answer": "4"}' },
      ],
      { profile: 'ollama' },
    );
    expect((await runLoop(model, { tools: [tool('t')] })).answer).toBe('4');
    expect(server.requests).toHaveLength(2);
  });

  it('a turn without calls goes without tools, since tool_choice is not read', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'ollama' });
    const request = chatRequest({ messages: withCall, tools: [tool('t')], toolChoice: 'none' });
    await model.complete(request, options);
    expect(server.requests[0]?.body).not.toHaveProperty('tools');
    expect(server.requests[0]?.body).not.toHaveProperty('tool_choice');
  });
});

describe('LM Studio', () => {
  it('a named choice is "required" with the one tool', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'lmstudio' });
    const tools = [tool('t'), tool('u')];
    await model.complete(chatRequest({ tools, toolChoice: { name: 'u' } }), options);
    expect(server.requests[0]?.body.tool_choice).toBe('required');
    expect(server.requests[0]?.body.tools?.map((entry) => entry.function.name)).toEqual(['u']);
  });

  it('thinking and end marks in the text are not shown', async () => {
    const { model } = await startEndpoint([{ content: '<think>R</think>\n\n4<|im_end|>' }], {
      profile: 'lmstudio',
    });
    const { message } = await model.complete(chatRequest(), options);
    expect(message).toMatchObject({ content: '4', reasoning: 'R' });
  });
});

describe('llama.cpp', () => {
  it('without --jinja it gets the tools as text, though it says so with a 500', async () => {
    const { model, server } = await startEndpoint(
      [refuse('tools param requires --jinja flag', 500), { content: '{"answer": "4"}' }],
      { profile: 'llamacpp' },
    );
    expect((await runLoop(model, { tools: [tool('t')] })).answer).toBe('4');
    expect(server.requests).toHaveLength(2);
  });

  it('an id only in the first delta, then the index', async () => {
    const { model } = await startEndpoint(
      [
        {
          chunks: [
            { tool_calls: [{ index: 0, id: 'a', function: { name: 't', arguments: '{' } }] },
            { tool_calls: [{ index: 1, id: 'b', function: { name: 't', arguments: '{"p":' } }] },
            { tool_calls: [{ index: 0, function: { arguments: '"p":1}' } }] },
            { tool_calls: [{ index: 1, function: { arguments: '2}' } }] },
            { finish_reason: 'tool_calls' },
          ],
        },
        ok,
      ],
      { profile: 'llamacpp', stream: true },
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran.map((ran) => ran.arguments)).toEqual([{ p: 1 }, { p: 2 }]);
  });
});
