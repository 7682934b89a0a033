import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectNoProcess, isAlive, startRawServer, startServer } from '../src/index.ts';
import type {
  ElicitationHandler,
  McpSession,
  SamplingHandler,
  StartServerOptions,
} from '../src/index.ts';

const fixture = fileURLToPath(new URL('fixtures/server.mjs', import.meta.url));
const command = { command: process.execPath, args: [fixture] };

async function start(options: Omit<StartServerOptions, 'command' | 'args'>): Promise<McpSession> {
  const session = await startServer({ ...command, ...options });
  onTestFinished(async () => {
    await session.close().catch(() => undefined);
  });
  return session;
}

describe.each(['v1', 'v2'] as const)('a %s client', (client) => {
  let answer: SamplingHandler;
  let reply: ElicitationHandler;
  let session: McpSession;
  beforeAll(async () => {
    session = await startServer({
      ...command,
      client,
      env: { GIVEN: 'yes' },
      onSampling: (request, options) => answer(request, options),
      onElicitation: (request, options) => reply(request, options),
      roots: ['file:///home/someone/project'],
    });
  });
  afterAll(() => session.close());

  it('lists and calls tools', async () => {
    expect(session.serverInfo).toMatchObject({ name: 'fixture', version: '9.9.9' });
    expect(session.protocolVersion).toBe('2025-11-25');
    expect((await session.listTools()).map((tool) => tool.name)).toContain('environment');
    const result = await session.callTool('environment', {});
    expect(result.isError).toBe(false);
    expect(result.text.split(',')).toEqual(expect.arrayContaining(['GIVEN', 'PATH']));
    expect(result.text).not.toContain('VITEST');
    expect(await session.callTool('fail')).toMatchObject({ isError: true, text: 'no' });
    await expect(session.request('prompts/list')).rejects.toMatchObject({ code: -32601 });
    expect(session.strayLines()).toEqual([]);
    expect(session.clientErrors).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    const other = await start({ client });
    expect(await other.close()).toEqual({ code: 0, signal: null });
    await expectNoProcess(other.pid);
  });

  it('reports progress and takes a cancel to the server', async () => {
    const controller = new AbortController();
    const messages: unknown[] = [];
    const call = session.callTool(
      'wait',
      {},
      {
        signal: controller.signal,
        onProgress: (update) => {
          messages.push(update.message);
          if (update.progress === 2) controller.abort(new Error('enough'));
        },
      },
    );
    await expect(call).rejects.toThrow('enough');
    expect(messages).toEqual(['step 1', 'step 2']);
    await session.waitForStderr(/the call was cancelled/);
  });

  it('gives up a call after its time', async () => {
    await expect(session.callTool('wait', {}, { timeoutMs: 50 })).rejects.toThrow(/timed out/i);
  });

  it('answers sampling and roots', async () => {
    answer = (request) => ({
      content: { type: 'text', text: `${request.maxTokens} tokens` },
      stopReason: 'endTurn',
    });
    expect(JSON.parse((await session.callTool('ask')).text)).toMatchObject({
      role: 'assistant',
      model: 'client-model',
      content: { type: 'text', text: '10 tokens' },
    });
    expect((await session.callTool('roots')).text).toContain('file:///home/someone/project');
  });

  it('declines sampling with the code that the handler throws', async () => {
    answer = () => {
      throw Object.assign(new Error('User rejected'), { code: -1 });
    };
    const result = await session.callTool('ask');
    expect(result).toMatchObject({ isError: true });
    expect(result.text).toContain('User rejected');
  });

  it('answers elicitation, and fails it with the code that the handler throws', async () => {
    reply = ({ message }) => ({ action: 'accept', content: { ok: message === 'go on?' } });
    expect(JSON.parse((await session.callTool('confirm')).text)).toEqual({
      action: 'accept',
      content: { ok: true },
    });
    reply = () => ({ action: 'decline' });
    expect((await session.callTool('confirm')).text).toContain('"action":"decline"');
    reply = () => {
      throw Object.assign(new Error('no dialog'), { code: -32603 });
    };
    const result = await session.callTool('confirm');
    expect(result).toMatchObject({ isError: true });
    expect(result.text).toContain('no dialog');
  });

  it('shows lines on stdout that are no protocol', async () => {
    await session.callTool('spoil');
    expect(session.stdoutLines()).toContain('a line that is no protocol');
    expect(session.strayLines()).toEqual(['a line that is no protocol']);
  });
});

describe('the end of a server', () => {
  it('fails when a descendant lives on, and kills it', async () => {
    const session = await start({ client: 'v2' });
    const left = Number((await session.callTool('leave')).text);
    expect(await isAlive(left)).toBe(true);
    await expect(session.close()).rejects.toThrow('the server left processes behind');
    await expectNoProcess(left);
  });

  it('fails when the server does not stop after its input has ended', async () => {
    const session = await start({
      client: 'v2',
      env: { FIXTURE_KEEPS_RUNNING: '1' },
      stopTimeoutMs: 100,
    });
    await expect(session.close()).rejects.toThrow('still ran 100 ms after its input ended');
    await expectNoProcess(session.pid);
  });

  it('tells code and signal', async () => {
    const session = await start({ client: 'v1' });
    session.kill('SIGKILL');
    expect(await session.waitForExit()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('names a process that still runs', async () => {
    await expect(expectNoProcess(process.pid, 30)).rejects.toThrow(`process ${process.pid} still`);
  });
});

describe('a server that does not start', () => {
  it('is reported with its stderr', async () => {
    const script = 'process.stderr.write("no configuration"); process.exit(3)';
    await expect(
      startServer({ command: process.execPath, args: ['-e', script], client: 'v2' }),
    ).rejects.toThrow(/did not start.*stderr: no configuration/s);
  });

  it('is killed when it stays silent', async () => {
    const args = ['-e', 'process.stderr.write(String(process.pid)); setInterval(() => {}, 1000)'];
    const error = await startServer({
      command: process.execPath,
      args,
      client: 'v1',
      startTimeoutMs: 300,
    }).catch((reason: unknown) => reason as Error);
    const pid = /stderr: (\d+)/.exec((error as Error).message)?.[1];
    await expectNoProcess(Number(pid));
  });

  it('is reported when the command does not exist', async () => {
    await expect(startServer({ command: '/nowhere/at-all', client: 'v2' })).rejects.toThrow(
      /did not start \(\/nowhere\/at-all\).*ENOENT/s,
    );
    await expect(startRawServer({ command: '/nowhere/at-all' })).rejects.toThrow('ENOENT');
  });
});

describe('the raw driver', () => {
  it('shakes hands, asks, and splits bytes where the test wants it', async () => {
    const server = await startRawServer(command);
    const hello = await server.initialize({ protocolVersion: '2025-06-18' });
    expect(hello.result).toMatchObject({ protocolVersion: '2025-06-18' });
    const line = JSON.stringify({ jsonrpc: '2.0', id: 'text', method: 'ping' });
    server.write(line.slice(0, 10));
    server.write(Buffer.from(`${line.slice(10)}\r\n`));
    expect(await server.waitForFrame((frame) => frame.id === 'text')).toMatchObject({ result: {} });
    const answer = await server.request('tools/call', { name: 'fail', arguments: {} });
    expect(answer.result).toMatchObject({ isError: true });
    expect(server.strayLines()).toEqual([]);
    await server.request('tools/call', { name: 'spoil', arguments: {} });
    expect(server.strayLines()).toEqual(['a line that is no protocol']);
    await expect(server.waitForFrame((frame) => frame.id === 99, 50)).rejects.toThrow(
      'no fitting frame in 50 ms',
    );
    expect(await server.close()).toEqual({ code: 0, signal: null });
  });
});
