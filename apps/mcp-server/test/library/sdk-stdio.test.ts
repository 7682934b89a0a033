import { fileURLToPath } from 'node:url';
import {
  startModelServer,
  startRawServer,
  startServer,
  type McpSession,
  type ServerCommand,
  type StartServerOptions,
} from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';
import { sourceFlags } from './run-source.ts';

// Everything is loaded from source, or started as a process, on machines that do more than this.
vi.setConfig({ testTimeout: 60_000 });

/** The server of the README, as a program of its own. */
function command(env: Readonly<Record<string, string>> = {}): ServerCommand {
  const home = temporaryFolder();
  return {
    command: process.execPath,
    args: [...sourceFlags, fileURLToPath(new URL('readme-sdk-example.ts', import.meta.url))],
    cwd: home,
    env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false', ...env },
    startTimeoutMs: 30_000,
  };
}

async function session(
  options: Partial<StartServerOptions> & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<McpSession> {
  const started = await startServer({ client: 'v1', ...options, ...command(options.env) });
  onTestFinished(async () => {
    await started.close();
  });
  return started;
}

describe('registerRunAgent over stdio', () => {
  test('a 1.x client gets the whole contract from a 1.x server', async () => {
    const asked: unknown[] = [];
    const client = await session({
      onSampling: (request) => {
        asked.push(request);
        return { content: { type: 'text', text: 'A leaf falls.' }, model: 'client-model' };
      },
      samplingTools: true,
    });
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['run_agent']);
    const heard: (string | undefined)[] = [];
    const ruled = await client.callTool(
      'run_agent',
      { task: 'calculate 1+1', mode: 'rule' },
      { onProgress: ({ message }) => heard.push(message) },
    );
    expect(ruled.text).toMatch(/^Task: calculate 1\+1\nMode: Rule-based\nSteps: 2\n/);
    expect(ruled.structuredContent).toMatchObject({ answer: 'Expression: 1+1\nResult: 2' });
    expect(heard[0]).toContain(String(ruled.structuredContent?.['run_id']));
    const sampled = await client.callTool('run_agent', { task: 'write a haiku' });
    expect(sampled.structuredContent).toMatchObject({ mode: 'sampling', answer: 'A leaf falls.' });
    expect(asked).toHaveLength(1);
    expect(client.clientErrors).toEqual([]);
  });

  test('answers as the stdio server itself does, in every field but the handle and the clock', async () => {
    const calls: readonly Readonly<Record<string, unknown>>[] = [
      { task: 'calculate sqrt(15) + 8', mode: 'rule' },
      { task: '100厘米是多少英寸', mode: 'rule' },
      { task: 'write a haiku', mode: 'rule' },
      { task: 'calculate 1/0', mode: 'rule' },
      { task: 5 },
      { task: 'x', tasks: 'y' },
      { run_id: 'no-such-run' },
      { run_id: 'no-such-run', cancel: true },
      { task: 'x', agent: 'nobody' },
      { offset: 4 },
      {},
    ];
    const answers = async (server: McpSession): Promise<readonly unknown[]> => {
      const all: unknown[] = [];
      for (const args of calls) {
        const { content, structuredContent, isError } = await server.callTool('run_agent', args);
        const text = JSON.stringify({ content, structuredContent, isError });
        all.push(
          text
            .replaceAll(/"run_id":"[^"]*"/g, '"run_id":"…"')
            .replaceAll(/"(duration_ms|durationMs)":[\d.e-]+/g, '"$1":0'),
        );
      }
      return all;
    };
    const own = await startServer({ client: 'v1', ...cliCommand([]) });
    onTestFinished(async () => {
      await own.close();
    });
    const theirs = await session();
    expect(await answers(theirs)).toEqual(await answers(own));
    const [[listed], [expected]] = [await theirs.listTools(), await own.listTools()];
    expect(listed).toMatchObject({ ...expected });
  });

  test('a client that goes away in the middle stops the model request and leaves no process', async () => {
    const model = await startModelServer(() => ({
      content: 'x',
      fault: { kind: 'hang-before-headers' },
    }));
    onTestFinished(() => model.close());
    const server = await startRawServer(
      command({ LLM_BASE_URL: model.url, LLM_MODEL: 'm', LLM_MODE_ORDER: 'http' }),
    );
    onTestFinished(async () => {
      await server.close();
    });
    await server.initialize();
    server.send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'run_agent', arguments: { task: 'write a haiku' } },
    });
    await expect.poll(() => model.requests.length, { timeout: 30_000 }).toBe(1);
    server.endInput();
    await model.requests[0]?.whenAborted();
    expect(await server.waitForExit(5000)).toMatchObject({ code: 0 });
  });

  test('what was piped in is answered although the input has ended', async () => {
    const server = await startRawServer(command());
    onTestFinished(async () => {
      await server.close();
    });
    server.send({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'run_agent', arguments: { task: 'calculate 6*7', mode: 'rule' } },
    });
    server.endInput();
    expect(await server.waitForExit(30_000)).toMatchObject({ code: 0 });
    expect(server.stdoutLines().join('\n')).toMatch(/Result: 42/);
  });
});
