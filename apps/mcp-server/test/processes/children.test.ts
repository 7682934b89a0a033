import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoProcess, isAlive } from '@mini-agent/testkit';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder, toolServerCommand } from '../stdio-harness.ts';
import { eras, openPeer, structured } from '../stdio-peer.ts';

/** The child and its grandchild, once both are up. */
async function processesIn(file: string): Promise<readonly number[]> {
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').includes(' '), 10_000);
  return readFileSync(file, 'utf8').split(' ').map(Number);
}

async function expectGone(pids: readonly number[], timeoutMs: number): Promise<void> {
  await Promise.all(pids.map((pid) => expectNoProcess(pid, timeoutMs)));
}

describe.each(eras)('children of tools, for a %s client', { timeout: 40_000 }, (era) => {
  test('mcp-008: a child that reads its input gets none, and takes no request away', async () => {
    const { server, call, list, answer } = await openPeer(era, toolServerCommand());
    server.send(call(1, 'child stdin'));
    for (let id = 2; id < 20; id += 1) server.send(list(id));
    expect(structured(await answer(1))).toMatchObject({ answer: 'read 0' });
    for (let id = 2; id < 20; id += 1) expect((await answer(id)).result).toBeDefined();
    server.send(call('then', 'answer on'));
    expect(structured(await answer('then'))).toMatchObject({ answer: 'on' });
  });

  test.each([
    ['a cancel', 'model child tree'],
    ['a cancel of a call in rule mode', 'child tree'],
  ])(
    'mcp-049: %s ends the group of a child that ignores SIGTERM within 2 s',
    async (_name, task) => {
      const file = join(temporaryFolder(), 'pids');
      const { server, call, cancelled, list, answer } = await openPeer(era, toolServerCommand());
      server.send(call(0, `${task} ${file}`));
      const pids = await processesIn(file);
      expect(await Promise.all(pids.map(isAlive))).toEqual([true, true]);
      server.send(cancelled(0));
      await expectGone(pids, 2_000);
      server.send(list('after'));
      expect((await answer('after')).result).toBeDefined();
      expect(server.strayLines()).toEqual([]);
      expect(server.stderr()).toBe('');
    },
  );

  test('mcp-049: a grandchild that outlives its child is ended with the call', async () => {
    const file = join(temporaryFolder(), 'pids');
    const { server, call, answer } = await openPeer(era, toolServerCommand());
    server.send(call('q', `child quick ${file}`));
    const pids = await processesIn(file);
    expect(structured(await answer('q'))).toMatchObject({
      answer: expect.stringContaining('noise of a child') as string,
    });
    await expectGone(pids, 100);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGTERM twice', 'end of input'])(
    'mcp-007: %s ends the server with the children of its run',
    async (way) => {
      const file = join(temporaryFolder(), 'pids');
      const { server, call } = await openPeer(era, toolServerCommand());
      server.send(call(1, `model child tree ${file}`));
      const pids = await processesIn(file);
      const [signal] = way.split(' ');
      if (signal?.startsWith('SIG') === true) server.kill(signal as NodeJS.Signals);
      else server.endInput();
      if (way.endsWith('twice')) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        server.kill('SIGTERM');
      }
      const begun = performance.now();
      const { code } = await server.waitForExit();
      // The first signal may have ended it before the second one comes.
      const codes = { SIGINT: [130], 'SIGTERM twice': [0, 143] }[way] ?? [0];
      expect(codes).toContain(code);
      expect(performance.now() - begun).toBeLessThan(2_000);
      await expectGone([server.pid, ...pids], 500);
    },
  );
});
