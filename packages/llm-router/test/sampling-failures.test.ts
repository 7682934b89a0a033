import type { ChatModel } from '@mini-agent/foundation/chat';
import { createRouter, createSamplingModel } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool } from './support/requests.ts';
import { client, rpcError, text } from './support/sampling-client.ts';

const options = { signal: neverAborted };

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
