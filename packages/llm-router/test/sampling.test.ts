import type { ChatMessage, ChatModel } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { createRouter, createSamplingModel } from '@mini-agent/llm-router';
import type { SamplingModelOptions } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool, toolMessage } from './support/requests.ts';

const options = { signal: neverAborted };

interface Client {
  readonly model: ChatModel;
  readonly seen: readonly JsonObject[];
}

/** A client whose answers are given; an Error is thrown. */
function client(answers: readonly unknown[], more: Partial<SamplingModelOptions> = {}): Client {
  const seen: JsonObject[] = [];
  const model = createSamplingModel({
    supportsTools: true,
    createMessage: (params) => {
      const answer = answers[seen.length];
      seen.push(params);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    ...more,
  });
  return { model, seen };
}

function rpcError(code: number, message = 'x'): Error {
  return Object.assign(new Error(message), { code });
}

const text = (answer: string): object => ({
  role: 'assistant',
  content: { type: 'text', text: answer },
  model: 'client-model',
  stopReason: 'endTurn',
});

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

describe('a client without tools', () => {
  const plain = { supportsTools: false };

  it('is asked in text, one JSON object per reply', async () => {
    const { model, seen } = client(
      [
        text('I compute.\n```json\n{"tool": "t", "arguments": {"x": 1}}\n```\nObservation: 5'),
        text('{"answer": "5"}'),
      ],
      plain,
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
    expect(result.replies[0]?.message.content).toBe('I compute.');
    expect(result.answer).toBe('5');
    for (const params of seen) {
      expect(params).not.toHaveProperty('tools');
      const roles = (params['messages'] as JsonObject[]).map(({ role }) => role);
      expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')));
    }
    expect(JSON.stringify(seen[1]?.['messages'])).toContain('Result of t:');
  });

  it.each([
    ['prose', 'It is 5.', 'It is 5.'],
    ['an answer with slips', "{'answer': 'It is 5.',}", 'It is 5.'],
    ['JSON that is no protocol', '{"sum": 5}', '{"sum": 5}'],
  ])('takes %s as the answer', async (_name, reply, answer) => {
    const { model } = client([text(reply)], plain);
    expect((await runLoop(model, { tools: [tool('t')] })).answer).toBe(answer);
  });

  it('tells the model where its object is broken', async () => {
    const { model } = client(
      [text('{"tool": "t", "arguments": {"x": "C:\\data"}}'), text('ok')],
      plain,
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([]);
    expect(result.refused).toEqual([
      { name: 't', problem: expect.stringContaining('\\\\') as string },
    ]);
  });

  it('does not run a call that is only quoted from an observation', async () => {
    const quoted = '{"tool": "delete", "arguments": {}}';
    const { model } = client([text('{"tool": "read", "arguments": {}}'), text(quoted)], plain);
    const tools = [tool('read'), tool('delete')];
    const result = await runLoop(model, { tools, results: { read: `The file: ${quoted}` } });
    expect(result.ran.map(({ name }) => name)).toEqual(['read']);
  });

  it('speaks Chinese where the task does', async () => {
    const { model, seen } = client([text('好')], plain);
    await model.complete(
      chatRequest({ language: 'zh', tools: [tool('t')], toolChoice: 'none' }),
      options,
    );
    expect(JSON.stringify(seen[0])).toMatch(/现在不要调用工具/);
  });
});

describe('failures', () => {
  it.each([
    [-1, 'declined'],
    [-32601, 'unavailable'],
    [-32600, 'unavailable'],
    [-32602, 'bad_request'],
    [-32001, 'timeout'],
    [-32603, 'transient'],
  ])('code %s is %s', async (code, expected) => {
    const { model } = client([rpcError(code)]);
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: expected });
  });

  it('a client that cannot sample is not asked again', async () => {
    const { model, seen } = client([rpcError(-32601), text('never')]);
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(seen).toHaveLength(1);
  });

  it('a refused history is tried once more as text', async () => {
    const { model, seen } = client([
      { content: [{ type: 'tool_use', id: 'u1', name: 't', input: {} }] },
      rpcError(-32602),
      text('done'),
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.answer).toBe('done');
    expect(seen).toHaveLength(3);
    expect(JSON.stringify(seen[2])).not.toMatch(/tool_use|tool_result/);
  });

  it('the text of a thrown error goes nowhere', async () => {
    const { model } = client([rpcError(-32000, 'secret stack at /home/me')]);
    const error: unknown = await model.complete(chatRequest(), options).catch((e: unknown) => e);
    expect(String(error)).not.toContain('secret stack');
  });
});

describe('with HTTP behind it', () => {
  async function cascade(sampling: ChatModel) {
    const { server, model } = await startEndpoint([{ content: 'via http' }, { content: 'again' }]);
    const router = createRouter({
      models: [
        { mode: 'sampling', provider: 'client', model: sampling },
        { mode: 'http', provider: 'default', model },
      ],
    });
    return { router, server };
  }

  it.each([
    { id: 'ab-075', error: rpcError(-1, 'User rejected') },
    { id: 'D-003', error: new Error('MCP sampling failed: user rejected sampling') },
  ])('$id: a decline stops, and HTTP is not asked', async ({ error }) => {
    const { router, server } = await cascade(client([error]).model);
    await expect(router.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'declined',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('D-003: any other sampling error goes to HTTP, which is called once', async () => {
    const sampling = client([rpcError(-32603)]);
    const { router, server } = await cascade(sampling.model);
    const response = await router.complete(chatRequest(), options);
    expect(response).toMatchObject({ mode: 'http', message: { content: 'via http' } });
    expect(sampling.seen).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it('ab-076: a client that never answers is given up at the deadline, a late answer ignored', async () => {
    let answer: (value: unknown) => void = () => undefined;
    let signal: AbortSignal | undefined;
    const clock = createFakeClock();
    const sampling = createSamplingModel({
      supportsTools: true,
      timeoutMs: 100,
      clock,
      createMessage: (_params, given) => {
        signal = given.signal;
        return new Promise((resolve) => (answer = resolve));
      },
    });
    const { router, server } = await cascade(sampling);
    const start = performance.now();
    const response = await router.complete(chatRequest(), options);
    expect(response).toMatchObject({ mode: 'http', message: { content: 'via http' } });
    expect(response.fallbacks).toMatchObject([{ from: 'sampling', to: 'http', code: 'timeout' }]);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(signal?.aborted).toBe(true);
    answer(text('late'));
    // The next call does not wait for it again.
    const next = await router.complete(chatRequest(), options);
    expect(next.message.content).toBe('again');
    expect(server.requests).toHaveLength(2);
  });

  it('is aborted within 50 ms though the client ignores the signal', async () => {
    const model = createSamplingModel({
      supportsTools: true,
      createMessage: () => new Promise(() => undefined),
    });
    const controller = new AbortController();
    const work = model.complete(chatRequest(), { signal: controller.signal });
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
  });
});
