import { inspect } from 'node:util';
import { startModelServer, type ModelScript } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshLibrary } from './library.ts';

async function endpoint(script: ModelScript): Promise<{
  readonly server: Awaited<ReturnType<typeof startModelServer>>;
  readonly environment: Readonly<Record<string, string>>;
}> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const environment = { LLM_API_KEY: 'key-abc', LLM_BASE_URL: server.url, LLM_MODEL: 'test-model' };
  return { server, environment };
}

const hello = [{ role: 'user', content: 'Say hello' }] as const;

function sampled(text: string): unknown {
  return { role: 'assistant', model: 'client-model', content: { type: 'text', text } };
}

describe('getLLMMode and getLLMConfig', () => {
  test('without settings there is no model', async () => {
    freshLibrary();
    const { getLLMConfig, getLLMMode, isSamplingAvailable } =
      await import('mini-agent-mcp/agent/llm');
    expect(getLLMMode()).toBe('none');
    expect(getLLMConfig()).toBeUndefined();
    expect(isSamplingAvailable()).toBe(false);
  });

  test('with an endpoint it is http, and the key is wrapped', async () => {
    const { environment, server } = await endpoint([]);
    freshLibrary(environment);
    const { getLLMConfig, getLLMMode } = await import('mini-agent-mcp/agent/llm');
    expect(getLLMMode()).toBe('http');
    const config = getLLMConfig();
    expect(config).toMatchObject({ provider: 'default', model: 'test-model', baseUrl: server.url });
    expect(config?.apiKey).toBeDefined();
    for (const printed of [inspect(config), JSON.stringify(config), String(config?.apiKey)]) {
      expect(printed).not.toContain('key-abc');
    }
  });

  test('a mode that was removed, and one that is not configured, do not count', async () => {
    const { environment } = await endpoint([]);
    freshLibrary({ ...environment, LLM_MODE_ORDER: 'rule' });
    expect((await import('mini-agent-mcp/agent/llm')).getLLMMode()).toBe('none');
    freshLibrary({ LLM_MODE_ORDER: 'http' });
    expect((await import('mini-agent-mcp/agent/llm')).getLLMMode()).toBe('none');
  });

  test('inside a request of a client with sampling it is sampling', async () => {
    const { environment } = await endpoint([]);
    freshLibrary(environment);
    const { getLLMMode, isSamplingAvailable, withRequestContext } =
      await import('mini-agent-mcp/agent/llm');
    const createMessage = (): Promise<unknown> => Promise.resolve(sampled('x'));
    const look = (): readonly unknown[] => [isSamplingAvailable(), getLLMMode()];
    expect(withRequestContext({ createMessage, supportsTools: true }, look)).toEqual([
      true,
      'sampling',
    ]);
    // A client whose model cannot call tools comes after an endpoint that can.
    expect(withRequestContext({ createMessage }, look)).toEqual([true, 'http']);
    expect(withRequestContext({}, look)).toEqual([false, 'http']);
    expect(look()).toEqual([false, 'http']);
  });
});

describe('callLLM', () => {
  test('gives the reply, and who gave it', async () => {
    const { environment, server } = await endpoint([{ content: 'Hello!' }]);
    freshLibrary(environment);
    const { callLLM } = await import('mini-agent-mcp/agent/llm');
    const answer = await callLLM(hello, { maxTokens: 50, temperature: 0 });
    expect(answer).toMatchObject({
      content: 'Hello!',
      message: { role: 'assistant', content: 'Hello!' },
      mode: 'http',
      provider: 'default',
      model: 'test-model',
    });
    expect(answer.usage.totalTokens).toBeGreaterThan(0);
    const [request] = server.requests;
    expect(request?.body.messages).toMatchObject(hello);
    expect(request?.body.tools ?? []).toEqual([]);
    expect(request?.body.temperature).toBe(0);
  });

  test('the fast path for tasks of rule mode does not keep it from the model', async () => {
    const { environment, server } = await endpoint([{ content: 'two' }]);
    freshLibrary({ ...environment, MINI_AGENT_FAST_PATH: 'on' });
    const { callLLM } = await import('mini-agent-mcp/agent/llm');
    const answer = await callLLM([{ role: 'user', content: 'calculate 1+1' }]);
    expect(answer.content).toBe('two');
    expect(server.requests).toHaveLength(1);
  });

  test('without a model, and when none answers, it is model_required', async () => {
    freshLibrary();
    const lonely = await import('mini-agent-mcp/agent/llm');
    await expect(lonely.callLLM(hello)).rejects.toMatchObject({ code: 'model_required' });
    for (const order of ['http,rule', 'http']) {
      const { environment } = await endpoint(() => ({ status: 401, body: 'no' }));
      freshLibrary({ ...environment, LLM_MODE_ORDER: order });
      const { callLLM } = await import('mini-agent-mcp/agent/llm');
      const failure = callLLM([{ role: 'user', content: 'calculate 1+1' }]);
      await expect(failure).rejects.toMatchObject({ code: 'model_required' });
      await expect(failure).rejects.not.toThrow('key-abc');
    }
  });

  test('stops with its signal', async () => {
    const { environment } = await endpoint([
      { content: 'x', fault: { kind: 'hang-before-headers' } },
    ]);
    freshLibrary(environment);
    const { callLLM } = await import('mini-agent-mcp/agent/llm');
    const controller = new AbortController();
    const call = callLLM(hello, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });

  test.each([[undefined], [[]], ['hello'], [[{ role: 'boss', content: 'x' }]], [[null]]])(
    'refuses what are no messages: %j',
    async (messages) => {
      freshLibrary();
      const { callLLM } = await import('mini-agent-mcp/agent/llm');
      await expect(callLLM(messages as never)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});

describe('sampling', () => {
  test('D-004: text blocks of a list are joined', async () => {
    freshLibrary();
    const { callLLM, withRequestContext } = await import('mini-agent-mcp/agent/llm');
    const content = [
      { type: 'text', text: 'one ' },
      { type: 'text', text: 'two' },
    ];
    const createMessage = (): Promise<unknown> =>
      Promise.resolve({ role: 'assistant', model: 'm', content });
    const answer = await withRequestContext({ createMessage }, () => callLLM(hello));
    expect(answer).toMatchObject({ content: 'one two', mode: 'sampling', provider: 'client' });
  });

  test('D-003: a decline is the end: nothing goes to the endpoint', async () => {
    const { environment, server } = await endpoint([{ content: 'leaked' }]);
    freshLibrary(environment);
    const { callLLM, runAgent, withRequestContext } = await import('mini-agent-mcp');
    let asked = 0;
    const createMessage = (): Promise<unknown> => {
      asked += 1;
      return Promise.reject(Object.assign(new Error('User rejected'), { code: -1 }));
    };
    const context = { createMessage, supportsTools: true };
    const result = await withRequestContext(context, () => runAgent('write a haiku'));
    expect(result).toMatchObject({ success: false, outcome: 'denied' });
    expect(asked).toBe(1);
    const call = withRequestContext({ ...context }, () => callLLM(hello));
    await expect(call).rejects.toMatchObject({ code: 'declined' });
    expect(server.requests).toHaveLength(0);
  });

  test('D-003: another failure goes to the endpoint, which is asked once', async () => {
    const { environment, server } = await endpoint([{ content: 'from the endpoint' }]);
    freshLibrary(environment);
    const { runAgent, withRequestContext } = await import('mini-agent-mcp');
    const createMessage = (): Promise<unknown> => {
      throw Object.assign(new Error('Method not found'), { code: -32601 });
    };
    const context = { createMessage, supportsTools: true };
    const result = await withRequestContext(context, () => runAgent('write a haiku'));
    expect(result).toMatchObject({ success: true, answer: 'from the endpoint', mode: 'http' });
    expect(server.requests).toHaveLength(1);
  });

  test('runAgent inside a request uses the model of the client, also in a workflow', async () => {
    freshLibrary();
    const { runAgent, runWorkflow, withRequestContext } = await import('mini-agent-mcp');
    const createMessage = (): Promise<unknown> => Promise.resolve(sampled('An autumn leaf falls.'));
    const context = { createMessage, supportsTools: true };
    await withRequestContext(context, async () => {
      expect(await runAgent('write a haiku')).toMatchObject({
        success: true,
        mode: 'sampling',
        answer: 'An autumn leaf falls.',
      });
      expect(await runWorkflow([{ id: 'a', task: 'write a haiku' }])).toMatchObject({
        success: true,
        steps: [{ result: { answer: 'An autumn leaf falls.' } }],
      });
    });
    expect(await runAgent('write a haiku')).toMatchObject({ success: false, mode: 'rule' });
  });
});
