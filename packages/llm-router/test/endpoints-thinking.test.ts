import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { bodies, callsT, codeOf, refuse, withCall } from './support/quirks.ts';
import { chatRequest, tool } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

describe('DashScope', () => {
  it('models that only stream are streamed, and their reply is one', async () => {
    const { model, server } = await startEndpoint([ok], {
      profile: 'dashscope',
      model: 'qwq-plus',
    });
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(server.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('a model that says so only in its error is streamed as well', async () => {
    const message = 'parameter.enable_thinking must be set to false for non-streaming calls';
    const { model, server } = await startEndpoint([refuse(message), ok], {
      profile: 'dashscope',
      model: 'qwen-plus',
    });
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(server.requests[1]?.body.stream).toBe(true);
  });

  it('an answer that stands only in the reasoning is reasoning, and the text is empty', async () => {
    const { model } = await startEndpoint(
      [{ content: '', reasoning_content: 'The answer is 4.' }],
      {
        profile: 'dashscope',
      },
    );
    const { message, finish } = await model.complete(chatRequest(), options);
    expect([message.content, message.reasoning, finish]).toEqual(['', 'The answer is 4.', 'stop']);
  });

  it('reasoning does not go back', async () => {
    const { model, server } = await startEndpoint([{ ...callsT, reasoning_content: 'R' }, ok], {
      profile: 'dashscope',
    });
    await runLoop(model, { tools: [tool('t')] });
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('reasoning_content');
  });

  it.each([
    ['DataInspectionFailed', 400, 'content_filter'],
    ['Arrearage', 400, 'quota'],
    ['Throttling.AllocationQuota', 429, 'rate_limited'],
  ])('code %s is %s: %s', async (code, status, expected) => {
    expect(await codeOf({ status, body: { error: { code, message: 'x' } } }, 'dashscope')).toBe(
      expected,
    );
  });
});

describe('Zhipu', () => {
  it('gets max_tokens, no tool_choice, no stream_options, a temperature up to 1', async () => {
    const changes = { temperature: 1.5, tools: [tool('t')], toolChoice: 'required' } as const;
    const [body] = await bodies('zhipu', changes, { stream: true });
    expect(body).toMatchObject({ max_tokens: 4096, temperature: 1, stream: true });
    expect(body).not.toHaveProperty('tool_choice');
    expect(body).not.toHaveProperty('stream_options');
  });

  it('"none" leaves the tools out, also with calls in the history', async () => {
    const changes = { messages: withCall, tools: [tool('t')], toolChoice: 'none' } as const;
    const [body] = await bodies('zhipu', changes);
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
  });

  it('a system text alone goes as a user message', async () => {
    const [body] = await bodies('zhipu', { messages: [{ role: 'system', content: 'Say hi.' }] });
    expect(body?.['messages']).toEqual([{ role: 'user', content: 'Say hi.' }]);
  });

  it('text beside calls is kept, and reasoning comes back with the results', async () => {
    const { model, server } = await startEndpoint(
      [{ ...callsT, content: 'I look.', reasoning_content: 'R' }, ok],
      { profile: 'zhipu' },
    );
    await runLoop(model, { tools: [tool('t')] });
    expect(server.requests[1]?.body.messages.at(-2)).toMatchObject({
      content: 'I look.',
      reasoning_content: 'R',
    });
  });

  it.each([
    ['1113', 429, 'quota'],
    ['1302', 429, 'rate_limited'],
    ['1261', 400, 'context'],
    ['1301', 400, 'content_filter'],
  ])('its own code %s (HTTP %i) is %s', async (code, status, expected) => {
    expect(await codeOf({ status, body: { error: { code, message: 'x' } } }, 'zhipu')).toBe(
      expected,
    );
  });
});

describe('MiniMax', () => {
  it('thinking is asked for apart, and its details go back whole', async () => {
    const details = [{ type: 'reasoning.text', id: 'r1', format: 'M', index: 0, text: 'R' }];
    const { model, server } = await startEndpoint([{ ...callsT, reasoning_details: details }, ok], {
      profile: 'minimax',
    });
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(server.requests[0]?.body).toMatchObject({ reasoning_split: true });
    expect(server.requests[1]?.body.messages.at(-2)).toMatchObject({ reasoning_details: details });
    expect(result.replies[0]?.message.reasoning).toBe('R');
  });

  it('thinking that stands in the text is not shown, and goes back', async () => {
    const { model, server } = await startEndpoint(
      [{ ...callsT, content: '<think>R</think>T' }, ok],
      {
        profile: 'minimax',
      },
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.replies[0]?.message).toMatchObject({ content: 'T', reasoning: 'R' });
    expect(server.requests[1]?.body.messages.at(-2)?.content).toBe('<think>R</think>T');
  });

  it.each([
    [1004, 'auth'],
    [1008, 'quota'],
    [1002, 'rate_limited'],
    [1026, 'content_filter'],
    [2013, 'bad_request'],
  ])('base_resp %i inside a 200 is %s', async (status_code, expected) => {
    const body = { choices: null, base_resp: { status_code, status_msg: 'x' } };
    expect(await codeOf({ status: 200, body }, 'minimax')).toBe(expected);
  });

  it('base_resp 0 is a reply', async () => {
    const choices = [{ message: { role: 'assistant', content: 'ok' } }];
    const body = { choices, base_resp: { status_code: 0, status_msg: '' } };
    const { model } = await startEndpoint([{ status: 200, body }], { profile: 'minimax' });
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
  });
});
