import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeServerCommand, temporaryFolder } from './stdio-harness.ts';
import { eras, lines, openPeer, pause, structured } from './stdio-peer.ts';

const signals = [
  ['SIGTERM', 0],
  ['SIGHUP', 0],
  ['SIGINT', 130],
] as const;

describe.each(eras)('the end of a session of a %s client', { timeout: 60_000 }, (era) => {
  test.each(signals)(
    'mcp-007: %s stops runs, answers them and ends with %d',
    async (signal, code) => {
      const { server, call, begun, answersTo } = await openPeer(era);
      server.write(lines(call(0, 'model sleep 60000', 'a'), call('s', 'model sleep 60000', 'b')));
      await Promise.all([begun('a'), begun('b')]);
      const start = performance.now();
      server.kill(signal);
      expect(await server.waitForExit()).toEqual({ code, signal: null });
      expect(performance.now() - start).toBeLessThan(2_000);
      for (const id of [0, 's']) {
        expect(answersTo(id).map(structured)).toMatchObject([{ status: 'cancelled' }]);
      }
      expect(server.strayLines()).toEqual([]);
    },
  );

  test.each(signals)('mcp-007: SIGTERM after %s ends at once', async (signal) => {
    const { server, call, begun } = await openPeer(era);
    server.send(call(1, 'sleep 60000', 't'));
    await begun('t');
    server.kill(signal);
    await pause(100);
    const start = performance.now();
    server.kill('SIGTERM');
    expect((await server.waitForExit()).code).toBe(143);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('mcp-007: what comes after SIGTERM starts no run that goes on', async () => {
    const { server, call, begun, answersTo } = await openPeer(era);
    server.send(call(1, 'sleep 400', 't'));
    await begun('t');
    server.kill('SIGTERM');
    await pause(50);
    server.send(call(2, 'model sleep 60000'));
    const start = performance.now();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(1_200);
    expect(answersTo(1).map(structured)).toMatchObject([{ status: 'completed' }]);
  });

  test('mcp-003: model runs of many calls stop at the end of the input, the others are answered', async () => {
    const home = temporaryFolder();
    const { server, call, begun, answersTo } = await openPeer(
      era,
      fakeServerCommand({ MINI_AGENT_HOME: home }),
    );
    const tokens = ['a', 'b', 'c'];
    server.write(lines(...tokens.map((token) => call(token, 'model steps 20 every 100', token))));
    const runIds = await Promise.all(tokens.map(begun));
    server.write(lines(call('rule', 'sleep 200')));
    server.endInput();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    expect(tokens.flatMap(answersTo)).toEqual([]);
    expect(answersTo('rule').map(structured)).toMatchObject([{ status: 'completed' }]);
    expect(server.frames().at(-1)?.id).toBe('rule');
    const folder = join(home, '.runs');
    for (const runId of runIds) {
      const name = readdirSync(folder).find((file) => file.startsWith(runId)) ?? '';
      expect(readFileSync(join(folder, name), 'utf8')).toContain('stopped after');
    }
  });

  test('mcp-003: a call that comes with the end of the input begins no model run', async () => {
    const { server, call, list, answersTo } = await openPeer(era);
    server.write(lines(call('m', 'model sleep 60000'), list('l')));
    server.endInput();
    const start = performance.now();
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(1_200);
    expect([answersTo('m').length, answersTo('l').length]).toEqual([0, 1]);
  });

  test('D-030: an output that is closed with nothing written ends with the next answer', async () => {
    const { child, ended, stderr } = start();
    child.stdin.write(lines({ jsonrpc: '2.0', id: 1, method: 'ping' }));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.destroy();
    child.stdin.write(lines({ jsonrpc: '2.0', id: 2, method: 'ping' }));
    expect(await ended).toBe(0);
    expect(stderr()).toBe('');
  });
});

test('an open subscription does not hold up the end', { timeout: 30_000 }, async () => {
  const { server, list } = await openPeer('modern');
  const { params } = list('x') as { params: Readonly<Record<string, unknown>> };
  const notifications = { toolsListChanged: true };
  server.send({
    jsonrpc: '2.0',
    id: 'sub',
    method: 'subscriptions/listen',
    params: { ...params, notifications },
  });
  await pause(100);
  const begun = performance.now();
  server.endInput();
  expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
  expect(performance.now() - begun).toBeLessThan(1_000);
});

describe('a client that does not read', { timeout: 60_000 }, () => {
  const many = lines(
    ...Array.from({ length: 200 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'run_agent', arguments: { task: 'big 15000' } },
    })),
  );

  test.each(['SIGTERM', 'the end of the input'])('ends within 2 s by %s', async (way) => {
    const { child, ended } = start();
    child.stdout.pause();
    child.stdin.write(many);
    await pause(1_500);
    expect(child.exitCode).toBeNull();
    const begun = performance.now();
    if (way === 'SIGTERM') child.kill('SIGTERM');
    else child.stdin.end();
    // The pipe may only be read once the process is gone.
    await new Promise((resolve) => child.once('exit', resolve));
    expect(performance.now() - begun).toBeLessThan(2_500);
    child.stdout.resume();
    expect(await ended).toBe(0);
  });

  test('and reads slowly in the end gets every answer', async () => {
    const { child } = start();
    child.stdin.write(many);
    await pause(500);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      child.stdout.pause();
      setTimeout(() => child.stdout.resume(), 1);
    });
    await expect.poll(() => text.split('\n').length - 1, { timeout: 30_000 }).toBe(200);
    const ids = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect([...ids].sort((left, right) => left - right)).toEqual(ids.map((_id, index) => index));
  });
});

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
}

/** A server whose output nobody reads for the test. */
function start(): Started {
  const { command, args = [], env, cwd } = fakeServerCommand();
  const child = spawn(command, [...args], { cwd, env: { PATH: process.env['PATH'], ...env } });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, stderr: () => errors.join('') };
}
