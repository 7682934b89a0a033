import { readFileSync } from 'node:fs';
import { coreTools } from '@mini-agent/core-tools';
import * as router from '@mini-agent/llm-router';
import * as telemetry from '@mini-agent/llm-router/telemetry';
import { createAgent } from '@mini-agent/react-agent';
import { startModelServer, type ModelServer } from '@mini-agent/testkit';
import { createToolManager } from '@mini-agent/tool-manager';
import { describe, expect, onTestFinished, test } from 'vitest';

const imported = { ...router, ...telemetry, createAgent, createToolManager, coreTools };

/** Runs a snippet as it stands in the page, with what it imports and the variables it takes for granted. */
function runSnippet(
  page: string,
  { marker, given, result }: { marker: string; given: object; result: string },
): unknown {
  const text = readFileSync(
    new URL(`../../../packages/llm-router/${page}`, import.meta.url),
    'utf8',
  );
  const blocks = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const block = blocks.find((code) => code.includes(marker));
  if (block === undefined) throw new Error(`${page} has no snippet with ${marker}`);
  const names = { ...imported, ...given };
  const body = block.replaceAll(/^import .*$/gm, '');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the snippets are ours
  const program: unknown = new Function(
    ...Object.keys(names),
    `return (async () => { ${body}; return ${result}; })();`,
  )(...Object.values(names));
  return program;
}

async function startEndpoint(): Promise<ModelServer> {
  const server = await startModelServer((request) =>
    JSON.stringify(request.body.messages).includes('"tool"')
      ? { content: 'It is 14.' }
      : { tool_calls: [{ name: 'calculator', arguments: '{"expression":"2 + 3 * 4"}' }] },
  );
  onTestFinished(() => server.close());
  return server;
}

const task = 'What is 2 + 3 * 4?';

describe.each(['README.md', 'README.zh-CN.md'])('the snippets of %s run', (page) => {
  test('an agent against any endpoint', async () => {
    const { url } = await startEndpoint();
    const { signal } = new AbortController();
    const given = {
      baseUrl: url,
      apiKey: 'example-key',
      model: 'large',
      tools: coreTools,
      task,
      signal,
    };
    const snippet = { marker: 'createHttpModel({ baseUrl', given, result: '{ outcome, answer }' };
    expect(await runSnippet(page, snippet)).toEqual({ outcome: 'completed', answer: 'It is 14.' });
  });

  test('telemetry', async () => {
    const { url } = await startEndpoint();
    const given = {
      baseUrl: url,
      model: router.createHttpModel({ baseUrl: url, model: 'large' }),
      params: { _meta: {} },
      runId: 'run-1',
      task,
      signal: new AbortController().signal,
    };
    const snippet = { marker: 'createTelemetry(', given, result: 'result.answer' };
    expect(await runSnippet(page, snippet)).toBe('It is 14.');
  });

  test('record and replay', async () => {
    const { url, requests } = await startEndpoint();
    const given = {
      apiKey: 'example-key',
      model: router.createHttpModel({ baseUrl: url, model: 'large' }),
      tools: createToolManager({ tools: coreTools }),
      task,
    };
    const snippet = { marker: 'createRecorder(', given, result: 'scenario.replies.length' };
    expect(await runSnippet(page, snippet)).toBe(2);
    expect(requests).toHaveLength(2);
  });
});
