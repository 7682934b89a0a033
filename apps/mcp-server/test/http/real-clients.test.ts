import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startHttpServer, startModelServer, type HttpClientOptions } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';

const clients: readonly (readonly [string, HttpClientOptions])[] = [
  ['v1', { client: 'v1' }],
  ['v2', { client: 'v2' }],
  ['v2 of 2026-07-28', { client: 'v2', protocol: '2026-07-28' }],
  ['v2 that finds out', { client: 'v2', protocol: 'auto' }],
];

async function start(
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof startHttpServer> {
  const server = await startHttpServer(cliCommand([], env));
  onTestFinished(async () => {
    expect(server.stdoutLines()).toEqual([]);
    expect(await server.close()).toEqual({ code: 0, signal: null });
  });
  return server;
}

function runFiles(home: string): readonly string[] {
  const folder = join(home, '.runs');
  return existsSync(folder) ? readdirSync(folder) : [];
}

describe.each(clients)(
  'the command line over HTTP with a %s client',
  { timeout: 60_000 },
  (_name, options) => {
    test('shows one tool, does tasks, and reports progress', async () => {
      const server = await start();
      expect(server.stderr()).toMatch(
        /^mini-agent-mcp listens on http:\/\/127\.0\.0\.1:\d+\/mcp$/m,
      );
      const session = await server.connect(options);
      expect((await session.listTools()).map(({ name }) => name)).toEqual(['run_agent']);
      const messages: string[] = [];
      const result = await session.callTool(
        'run_agent',
        { task: 'Convert 100 cm to inches and also generate a UUID' },
        { onProgress: ({ message }) => messages.push(message ?? '') },
      );
      expect(result.text).toMatch(/^Task: Convert 100 cm.*\nMode: Rule-based\nSteps: 3\n/);
      expect(result.structuredContent?.['answer']).toMatch(/39\.37007874015748[\s\S]*-4/);
      await expect(session.callTool('calculator', { expression: '1' })).rejects.toThrow(
        /Unknown tool/,
      );
      expect(session.clientErrors).toEqual([]);
      await session.close();
    });

    test('a cancelled call stops the model call', async () => {
      const model = await startModelServer([{ content: 'late', delayMs: 30_000 }]);
      onTestFinished(() => model.close());
      const server = await start({ LLM_MODEL: 'scripted', LLM_BASE_URL: `${model.url}/v1` });
      const session = await server.connect(options);
      const controller = new AbortController();
      const call = session.callTool('run_agent', { task: 'slow' }, { signal: controller.signal });
      call.catch(() => undefined);
      await vi.waitUntil(() => model.requests.length > 0, { timeout: 10_000, interval: 5 });
      const begun = performance.now();
      controller.abort();
      await expect(call).rejects.toThrow();
      await vi.waitUntil(() => model.requests[0]?.aborted === true, {
        timeout: 5_000,
        interval: 5,
      });
      expect(performance.now() - begun).toBeLessThan(1_000);
      const next = await session.callTool('run_agent', { task: '1+1', mode: 'rule' });
      expect(next.structuredContent).toMatchObject({ status: 'completed' });
      await session.close();
    });

    test('thinks with the model of the client', async () => {
      const server = await start();
      const session = await server.connect({
        ...options,
        samplingTools: true,
        onSampling: () => ({
          content: { type: 'text', text: 'from the client' },
          stopReason: 'endTurn',
        }),
      });
      const result = await session.callTool('run_agent', { task: 'say something' });
      expect(result.structuredContent).toMatchObject({
        answer: 'from the client',
        mode: 'sampling',
      });
      await session.close();
    });
  },
);

describe('the command line over HTTP', { timeout: 60_000 }, () => {
  test("the client's roots are of another machine: runs are kept where the server is", async () => {
    const root = temporaryFolder();
    const home = temporaryFolder();
    const server = await start({ MINI_AGENT_HOME: home });
    const session = await server.connect({ client: 'v2', roots: [pathToFileURL(root).href] });
    await session.callTool('run_agent', { task: '1+1' });
    await session.close();
    await vi.waitUntil(() => runFiles(home).length === 1, 5_000);
    expect(readdirSync(root)).toEqual([]);
  });

  test('mcp-066: an open bind without allowed hosts refuses to start and says what to set', async () => {
    const refused = startHttpServer(cliCommand(['--host', '0.0.0.0']));
    await expect(refused).rejects.toThrow(/MINI_AGENT_HTTP_TOKEN[\s\S]*MCP_ALLOWED_HOSTS/);
    const token = { MINI_AGENT_HTTP_TOKEN: 'a-token-of-more-than-sixteen-letters' };
    const halfOpen = startHttpServer(cliCommand(['--host', '0.0.0.0'], token));
    await expect(halfOpen).rejects.toThrow(/MCP_ALLOWED_HOSTS/);
  });

  test('a port that is taken is a clear error', async () => {
    const server = await start();
    const again = startHttpServer(cliCommand(['--port', String(server.port)]));
    await expect(again).rejects.toThrow(/in use; choose another one with --port/);
  });
});
