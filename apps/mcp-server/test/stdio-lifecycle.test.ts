import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, type RawServer } from '@mini-agent/testkit';
import { describe, expect, test } from 'vitest';
import { watchParent } from '../src/server/parent-watch.ts';
import { fakeServerCommand, rawServer, temporaryFolder } from './stdio-harness.ts';

interface Call {
  readonly id: number;
  readonly task: string;
  readonly token?: string;
}

function send(server: RawServer, { id, task, token }: Call): void {
  server.send({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name: 'run_agent',
      arguments: { task },
      ...(token === undefined ? {} : { _meta: { progressToken: token } }),
    },
  });
}

function linesOf(server: RawServer, id: number): number {
  return server.frames().filter((frame) => frame.id === id).length;
}

async function started(token: string, server: RawServer): Promise<void> {
  await server.waitForFrame(
    ({ method, params }) =>
      method === 'notifications/progress' && params?.['progressToken'] === token,
  );
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const begun = Date.now();
  while ((await isAlive(pid)) && Date.now() - begun < ms) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return !(await isAlive(pid));
}

describe('the end of a session', { timeout: 40_000 }, () => {
  test('mcp-003: at the end of stdin a model run is aborted, nothing more is written, exit 0', async () => {
    const home = temporaryFolder();
    const server = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
    await server.initialize();
    send(server, { id: 50, task: 'model steps 10 every 1000', token: 't' });
    await started('t', server);
    await new Promise((resolve) => setTimeout(resolve, 150));
    server.endInput();
    const lines = server.stdoutLines().length;
    const begun = Date.now();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(server.stdoutLines().length - lines).toBeLessThanOrEqual(1);
    expect(linesOf(server, 50)).toBe(0);
    expect(readdirSync(join(home, '.runs'))).toHaveLength(1);
  });

  test('requests piped in with their end are answered, exit 0 within 2 s', async () => {
    const server = await rawServer();
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'e', version: '1' },
      },
    });
    server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    send(server, { id: 3, task: 'sleep 300' });
    send(server, { id: 4, task: 'model sleep 300' });
    server.endInput();
    expect(await server.waitForExit(20_000)).toEqual({ code: 0, signal: null });
    expect(server.frames().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('a rule run that does not end is left after 2 s', async () => {
    const server = await rawServer();
    await server.initialize();
    send(server, { id: 9, task: 'sleep 60000' });
    const begun = Date.now();
    server.endInput();
    expect((await server.waitForExit()).code).toBe(0);
    expect(Date.now() - begun).toBeLessThan(2_500);
  });

  test('mcp-007: SIGTERM aborts the run and ends with 0; stdin stays open', async () => {
    const server = await rawServer();
    await server.initialize();
    send(server, { id: 60, task: 'model sleep 60000', token: 't' });
    await started('t', server);
    const begun = Date.now();
    server.kill('SIGTERM');
    expect((await server.waitForExit()).code).toBe(0);
    expect(Date.now() - begun).toBeLessThan(2_000);
    const frame = server.frames().find(({ id }) => id === 60);
    expect(frame?.result?.['structuredContent']).toMatchObject({ status: 'cancelled' });
  });

  test('mcp-007: a second SIGTERM ends at once', async () => {
    const server = await rawServer();
    await server.initialize();
    send(server, { id: 60, task: 'sleep 60000', token: 't' });
    await started('t', server);
    const begun = Date.now();
    server.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 100));
    server.kill('SIGTERM');
    expect((await server.waitForExit()).code).toBe(143);
    expect(Date.now() - begun).toBeLessThan(1_400);
  });

  test('D-030: a client that stops reading during a run ends the server quietly with 0', async () => {
    const { command, args = [], env, cwd } = fakeServerCommand();
    const child = spawn(command, [...args], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const errors: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_agent', arguments: { task: 'model steps 100 every 100' }, _meta: { progressToken: 1 } } })}\n`,
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.destroy();
    expect(await exited).toBe(0);
    expect(errors.join('')).toBe('');
  });

  test('mcp-004, mcp-006: killing the client leaves no process, and none that spins', async () => {
    const { command, args = [], env, cwd } = fakeServerCommand();
    const inner = JSON.stringify([
      command,
      [...args],
      { cwd, env: { PATH: process.env['PATH'], ...env } },
    ]);
    const client = spawn(
      process.execPath,
      [
        '-e',
        `const [c,a,o]=${inner};const p=require('child_process').spawn(c,a,{...o,stdio:['pipe','pipe','ignore']});
         p.stdin.write(JSON.stringify({jsonrpc:'2.0',id:1,method:'tools/call',params:{name:'run_agent',arguments:{task:'model sleep 60000'},_meta:{progressToken:1}}})+'\\n');
         p.stdout.once('data',()=>console.log(p.pid));setInterval(()=>{},1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const pid = await new Promise<number>((resolve) =>
      client.stdout.once('data', (chunk: Buffer) => {
        resolve(Number(chunk.toString()));
      }),
    );
    expect(await isAlive(pid)).toBe(true);
    client.kill('SIGKILL');
    expect(await isGoneWithin(pid, 5_000)).toBe(true);
  });

  test('mcp-005: the watch fires once, when the parent id changes', async () => {
    let hasChanged = false;
    let count = 0;
    const watch = watchParent(
      () => {
        count += 1;
      },
      { hasChanged: () => hasChanged },
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(count).toBe(0);
    hasChanged = true;
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(count).toBe(1);
    watch.stop();
  });

  test('starting writes nothing: no folder, no file', async () => {
    const home = temporaryFolder();
    const server = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
    await server.initialize();
    await server.request('tools/list');
    expect(existsSync(join(home, '.runs'))).toBe(false);
    expect(server.stderr()).toBe('');
  });
});
