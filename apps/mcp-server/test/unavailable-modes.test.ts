import { expect, test } from 'vitest';
import { refusedOrigin, startModelServer } from '@mini-agent/testkit';
import { onTestFinished } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawServer } from '@mini-agent/testkit';
import { cliCommand, rawServer, temporaryFolder } from './stdio-harness.ts';

interface Result {
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly [{ readonly text: string }];
}

async function askOnce(
  env: Readonly<Record<string, string>>,
  capabilities: Readonly<Record<string, unknown>> = {},
  reply?: (server: RawServer, id: unknown) => void,
): Promise<Result> {
  const server = await rawServer(cliCommand([], env));
  await server.initialize({ capabilities });
  const answer = server.request(
    'tools/call',
    { name: 'run_agent', arguments: { task: 'write a haiku' } },
    { timeoutMs: 20_000 },
  );
  if (reply !== undefined) {
    const { id } = await server.waitForFrame(({ method }) => method === 'sampling/createMessage');
    reply(server, id);
  }
  return (await answer).result as unknown as Result;
}

test.each([
  ['http', /http \(LLM_API_KEY, LLM_BASE_URL and LLM_MODEL are not set\)/],
  ['sampling', /sampling \(the client does not offer it\)/],
])(
  'LLM_MODE_ORDER=%s with no such model says why it cannot be used',
  async (order, reason) => {
    const { structuredContent } = await askOnce({ LLM_MODE_ORDER: order });
    expect(structuredContent).toMatchObject({ status: 'failed', error_code: 'model_unavailable' });
    expect(structuredContent['answer']).toMatch(reason);
  },
  30_000,
);

test('rules answer in the one turn there is when the endpoint is gone', async () => {
  const endpoint = { LLM_BASE_URL: await refusedOrigin(), LLM_API_KEY: 'canary', LLM_MODEL: 'm' };
  const server = await rawServer(cliCommand([], { ...endpoint, AGENT_MAX_TURNS: '1' }));
  await server.initialize({ capabilities: {} });
  const call = { name: 'run_agent', arguments: { task: 'what is 2+2' } };
  const { result } = await server.request('tools/call', call, { timeoutMs: 20_000 });
  expect((result as unknown as Result).structuredContent).toMatchObject({
    status: 'completed',
    mode: 'rule',
    answer: 'Expression: 2+2\nResult: 4',
  });
}, 30_000);

test('a broken providers file is told in one line, without its example', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'providers.json'), '{"providers": {', { mode: 0o600 });
  const { content } = await askOnce({
    MINI_AGENT_HOME: home,
    LLM_PROVIDERS_PATH: 'providers.json',
    LLM_PROVIDER: 'a',
  });
  const lines = content[0].text.split('\n').filter((line) => line.startsWith('LLM unavailable'));
  expect(lines).toEqual([
    'LLM unavailable: LLM_PROVIDERS_PATH (providers.json) is not valid JSON at line 1, column 16: the text ends too early. HTTP is off; answered in rule mode',
  ]);
}, 30_000);

test('a sampling answer without a result ends the wait at once', async () => {
  const begun = Date.now();
  const { structuredContent } = await askOnce({}, { sampling: { tools: {} } }, (server, id) => {
    server.send({ jsonrpc: '2.0', id, result: null });
  });
  expect(structuredContent).toMatchObject({ mode: 'rule', error_code: 'rule_abstained' });
  expect(Date.now() - begun).toBeLessThan(10_000);
}, 30_000);

test('a key that an endpoint sends back is in no result', async () => {
  const key = 'sk-canary-live-0123456789abcdef';
  const server = await startModelServer([{ content: `You sent Bearer ${key} to me.` }]);
  onTestFinished(() => server.close());
  const result = await askOnce({ LLM_API_KEY: key, LLM_BASE_URL: server.url, LLM_MODEL: 'm' });
  expect(result.structuredContent['status']).toBe('completed');
  expect(JSON.stringify(result)).not.toContain('0123456789abcdef');
}, 30_000);
