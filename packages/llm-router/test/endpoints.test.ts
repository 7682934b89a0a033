import type { JsonObject } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { bodies, callsT, codeOf, refuse } from './support/quirks.ts';
import { chatRequest, tool } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

const sensenova = { temperature: { min: 0.01, max: 2 }, topP: { min: 0.01, max: 0.99 } };

describe('OpenAI', () => {
  it('reasoning families get max_completion_tokens and no sampling parameters', async () => {
    const more = { model: 'gpt-5', profile: 'openai' };
    const [body] = await bodies('openai', { temperature: 0, maxOutputTokens: 9 }, more);
    expect(body).toMatchObject({ max_completion_tokens: 9 });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('max_tokens');
  });

  it('strict is sent where it is wanted and fits, and dropped where it is refused', async () => {
    const closed = { type: 'object', properties: {}, additionalProperties: false };
    const tools = [tool('closed', closed), tool('open')];
    const { model, server } = await startEndpoint([refuse('Unknown parameter: strict'), ok], {
      profile: { strict: true },
    });
    await model.complete(chatRequest({ tools }), options);
    const sent = server.requests.map(({ body }) => body.tools?.map((entry) => entry.function));
    expect(sent[0]?.map((entry) => 'strict' in entry)).toEqual([true, false]);
    expect(sent[1]?.map((entry) => 'strict' in entry)).toEqual([false, false]);
  });
});

describe('Azure', () => {
  it('decides by the error, not by the name of the deployment', async () => {
    const { model, server } = await startEndpoint(
      [refuse('Use max_completion_tokens instead of max_tokens.'), ok],
      { profile: 'azure', model: 'my-deployment' },
    );
    await model.complete(chatRequest(), options);
    expect(server.requests[1]?.body).toHaveProperty('max_completion_tokens');
  });

  it('a first chunk with model "" and a null delta are no harm', async () => {
    const { model } = await startEndpoint(
      [
        {
          chunks: [
            { model: '', choices: [], prompt_filter_results: [{}] },
            { model: 'gpt-4o', choices: [{ index: 0, delta: { content: 'ok' } }] },
            { choices: [{ index: 0, delta: null, content_filter_results: {} }] },
            { finish_reason: 'stop' },
          ],
        },
      ],
      { profile: 'azure', stream: true },
    );
    const response = await model.complete(chatRequest(), options);
    expect(response).toMatchObject({ message: { content: 'ok' }, model: 'gpt-4o' });
  });

  it('a content filter is told by the inner error', async () => {
    const filtered = {
      status: 400,
      body: {
        error: {
          message: 'The response was filtered.',
          code: 'x',
          innererror: { code: 'y', content_filter_result: { hate: { filtered: true } } },
        },
      },
    };
    expect(await codeOf(filtered, 'azure')).toBe('content_filter');
  });

  it('quota in the prose of a 429 is a rate limit, with the wait in the prose', async () => {
    const { model, clock } = await startEndpoint(
      [
        {
          status: 429,
          body: {
            error: {
              code: '429',
              message:
                'Requests have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 2 seconds. Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the default rate limit.',
            },
          },
        },
        ok,
      ],
      { profile: 'azure' },
    );
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(clock.sleeps).toEqual([2_050]);
  });
});

describe('DeepSeek', () => {
  it('a forced choice is not sent while it thinks, and neither is "auto"', async () => {
    const tools = [tool('t'), tool('u')];
    const [required] = await bodies('deepseek', { tools, toolChoice: 'required' });
    const [named] = await bodies('deepseek', { tools, toolChoice: { name: 't' } });
    const [auto] = await bodies('deepseek', { tools });
    for (const body of [required, named, auto]) expect(body).not.toHaveProperty('tool_choice');
    expect(named?.['tools']).toHaveLength(1);
  });

  it('reasoning comes back on turns with calls', async () => {
    const { model, server } = await startEndpoint([{ ...callsT, reasoning_content: 'R' }, ok], {
      profile: 'deepseek',
    });
    await runLoop(model, { tools: [tool('t')] });
    expect(server.requests[1]?.body.messages.at(-2)).toMatchObject({ reasoning_content: 'R' });
  });

  it('cached tokens are told under its own name', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 4 };
    const { model } = await startEndpoint([{ content: 'ok', usage }], { profile: 'deepseek' });
    const response = await model.complete(chatRequest(), options);
    expect(response.usage).toMatchObject({ inputTokens: 9, cachedInputTokens: 4 });
  });
});

describe('Moonshot', () => {
  it('names begin with a letter, and come back', async () => {
    const { model, server } = await startEndpoint(
      [{ tool_calls: [{ id: 'c1', name: 't_3d_view', arguments: '{}' }] }, ok],
      { profile: 'moonshot' },
    );
    const result = await runLoop(model, { tools: [tool('3d.view')] });
    expect(server.requests[0]?.body.tools?.[0]?.function.name).toBe('t_3d_view');
    expect(result.ran).toEqual([{ name: '3d.view', arguments: {} }]);
    const sent = server.requests[1]?.body.messages.at(-2)?.tool_calls?.[0]?.function.name;
    expect(sent).toBe('t_3d_view');
  });

  it('schemas are MFJS', async () => {
    const schema = { type: 'object', properties: { x: { type: 'string', anyOf: [{}] } } };
    const [body] = await bodies('moonshot', { tools: [tool('t', schema)] });
    const [sent] = body?.['tools'] as readonly { readonly function: JsonObject }[];
    expect(sent?.function['parameters']).toMatchObject({
      properties: { x: { anyOf: [{ type: 'string' }] } },
    });
    expect(sent?.function).not.toHaveProperty('strict');
  });

  it('kimi models get no temperature, and "required" is not sent', async () => {
    const changes = { temperature: 0.3, tools: [tool('t')], toolChoice: 'required' } as const;
    const [body] = await bodies('moonshot', changes, { model: 'kimi-k2.5' });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('tool_choice');
    expect(body).toHaveProperty('max_completion_tokens');
  });

  it('a name that another endpoint refuses for its first character is learned', async () => {
    const { model, server } = await startEndpoint([
      refuse('Invalid request: function name is invalid, must start with a letter'),
      ok,
    ]);
    await model.complete(chatRequest({ tools: [tool('_x')] }), options);
    expect(server.requests[1]?.body.tools?.[0]?.function.name).toBe('x');
  });
});

describe('LongCat', () => {
  it('402 is out of tokens: not retried, and it rests', async () => {
    const { model, server } = await startEndpoint([{ status: 402, body: { message: 'x' } }, ok], {
      profile: 'longcat',
    });
    for (let call = 0; call < 2; call += 1) {
      await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'quota' });
    }
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    '<longcat_tool_call>t\n<longcat_arg_key>x</longcat_arg_key>\n<longcat_arg_value>1</longcat_arg_value>\n</longcat_tool_call>',
    '<longcat_tool_call>{"name": "t", "arguments": {"x": 1}}</longcat_tool_call>',
  ])('a call in its own mark-up is read: %s', async (content) => {
    const { model } = await startEndpoint([{ content }, ok], { profile: 'longcat' });
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
  });
});

describe('SenseNova', () => {
  it.each([false, true])('reasoning under either name is read (stream %s)', async (stream) => {
    for (const name of ['reasoning', 'reasoning_content']) {
      const { model } = await startEndpoint([{ content: 'ok', [name]: 'R' }], {
        profile: 'sensenova-token',
        stream,
      });
      const { message } = await model.complete(chatRequest(), options);
      expect(message).toMatchObject({ content: 'ok', reasoning: 'R' });
    }
  });

  it('values at the open ends of a range are moved or left out', async () => {
    const profile = { ...sensenova, extraBody: { top_p: 1 } };
    const { model, server } = await startEndpoint([ok], { profile });
    await model.complete(chatRequest({ temperature: 0 }), options);
    expect(server.requests[0]?.body).toMatchObject({ temperature: 0.01 });
    expect(server.requests[0]?.body).not.toHaveProperty('top_p');
    const [older] = await bodies('sensenova', { temperature: 3 });
    expect(older).toMatchObject({ temperature: 2, max_new_tokens: 4096 });
  });
});
