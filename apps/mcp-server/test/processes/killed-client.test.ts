import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  startLoopbackServer,
  startModelServer,
  type ModelServer,
  type RawServer,
  type ServerCommand,
} from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  cliCommand,
  fakeServerCommand,
  rawServer,
  temporaryFolder,
  toolServerCommand,
} from '../stdio-harness.ts';
import { eras, pause, peerOf } from '../stdio-peer.ts';

/** Runs what is inside of it, and waits for it: a shell that may not replace itself, and what npm looks like. */
const inShell = ({ command, args = [], ...rest }: ServerCommand): ServerCommand => ({
  ...rest,
  command: 'sh',
  args: ['-c', '"$@"; exit $?', 'sh', command, ...args],
});
const inNpx = ({ command, args = [], ...rest }: ServerCommand): ServerCommand => ({
  ...rest,
  command: process.execPath,
  args: [
    '-e',
    `process.title='npm exec mini-agent-mcp';
     require('child_process').spawn(${JSON.stringify(command)},${JSON.stringify(args)},{stdio:'inherit'}).on('exit',(code)=>process.exit(code))`,
  ],
});

/**
 * A client as a process, which passes on what the test writes. Where the input is held, a process beside the server has the writing
 * end of its stdin too, so that it does not close when the client dies. Says on stderr which processes it has started.
 */
const inClient = (
  input: 'own' | 'held',
  { command, args = [], ...rest }: ServerCommand,
): ServerCommand => ({
  ...rest,
  command: process.execPath,
  args: [
    '-e',
    `const {spawn}=require('child_process');
     const server=spawn(${JSON.stringify(command)},${JSON.stringify(args)},{stdio:['pipe','pipe','inherit']});
     process.stdin.pipe(server.stdin);server.stdout.pipe(process.stdout);
     const stdio=[server.stdin,'ignore','ignore'];
     const holder='${input}'==='held'?spawn('sleep',['60'],{stdio,env:{PATH:process.env.PATH},detached:true}).pid:0;
     console.error('started '+server.pid+' '+holder+'.');setInterval(()=>{},1000)`,
  ],
});

/** The process that the client started as its server. */
async function startedBy(client: RawServer): Promise<number> {
  await client.waitForStderr(/started \d+ \d+\./);
  const [, started = '', holder = ''] = /started (\d+) (\d+)\./.exec(client.stderr()) ?? [];
  if (holder !== '0') onTestFinished(() => void process.kill(Number(holder), 'SIGKILL'));
  return Number(started);
}

async function hangingModel(): Promise<ModelServer> {
  const model = await startModelServer([{ content: 'late', delayMs: 60_000 }]);
  onTestFinished(() => model.close());
  return model;
}

async function killAndExpectNothing(client: RawServer, atLeast: number): Promise<void> {
  expect((await client.processes()).length).toBeGreaterThanOrEqual(atLeast);
  client.kill('SIGKILL');
  await expectOnly(client, []);
}

async function expectOnly(client: RawServer, left: readonly number[]): Promise<void> {
  const isLeft = async (): Promise<readonly number[]> => {
    const all = await client.processes();
    return all.filter((pid) => !left.includes(pid));
  };
  await expect.poll(isLeft, { timeout: 5_000, interval: 50 }).toEqual([]);
}

type Wrap = (server: ServerCommand) => ServerCommand;

const bare: Wrap = (server) => server;

const wrappers: readonly (readonly [name: string, processes: number, wrap: Wrap])[] = [
  ['alone', 2, bare],
  ['in a shell', 3, inShell],
  ['in npx', 3, inNpx],
  ['in npx and a shell', 4, (server) => inNpx(inShell(server))],
];

describe('kill -9 during a run', { timeout: 60_000 }, () => {
  const begin = async (
    input: 'own' | 'held',
    wrap: Wrap,
  ): Promise<{
    readonly client: RawServer;
    readonly model: ModelServer;
    readonly started: number;
  }> => {
    const model = await hangingModel();
    const env = { LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'm' };
    const client = await rawServer(inClient(input, wrap(cliCommand([], env))));
    const { call, begun } = peerOf(client, 'legacy');
    client.send(call(1, 'think about it for a very long time', 't'));
    await begun('t');
    await vi.waitUntil(() => model.requests.length > 0, 10_000);
    expect(client.strayLines()).toEqual([]);
    return { client, model, started: await startedBy(client) };
  };

  test.each(wrappers)(
    'mcp-005: of the client leaves no process and no open model request, the server %s',
    async (_name, count, wrap) => {
      // Elsewhere only the parent itself is watched: to see more takes a process.
      const seesAll = process.platform === 'linux' || wrap === bare;
      for (const input of seesAll ? (['own', 'held'] as const) : (['own'] as const)) {
        const { client, model } = await begin(input, wrap);
        await killAndExpectNothing(client, count);
        await vi.waitUntil(() => model.requests[0]?.aborted === true, 1_000);
      }
    },
  );

  test.each(wrappers.slice(1))(
    'mcp-005: of the wrapper leaves no process, though the client lives and holds the input, the server %s',
    async (_name, _count, wrap) => {
      const { client, model, started } = await begin('own', wrap);
      process.kill(started, 'SIGKILL');
      await expectOnly(client, [client.pid]);
      await vi.waitUntil(() => model.requests[0]?.aborted === true, 1_000);
      client.kill('SIGKILL');
    },
  );

  test.each(eras)('mcp-049: of a %s client ends the children of the run too', async (era) => {
    const file = join(temporaryFolder(), 'pids');
    const client = await rawServer(inClient('own', toolServerCommand()));
    const { call } = peerOf(client, era);
    client.send(call(1, `model child tree ${file}`));
    await vi.waitUntil(() => existsSync(file), 20_000);
    await killAndExpectNothing(client, 4);
  });

  test.each(eras)('mcp-004: of a %s client, a kept connection holds nothing up', async (era) => {
    const origin = await startLoopbackServer(({ response }) => {
      response.end('kept');
    });
    onTestFinished(() => origin.close());
    const client = await rawServer(inClient('own', toolServerCommand()));
    const { call, answer } = peerOf(client, era);
    client.send(call(1, `model keep-alive ${origin.origin}`));
    expect(JSON.stringify((await answer(1, 20_000)).result)).toContain('asked');
    await killAndExpectNothing(client, 2);
  });

  test('mcp-004: nor does the connection to a model that has answered', async () => {
    const model = await startModelServer([{ content: 'done' }]);
    onTestFinished(() => model.close());
    const env = { LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'm' };
    const client = await rawServer(inClient('own', cliCommand([], env)));
    const { call, answer } = peerOf(client, 'modern');
    client.send(call(1, 'think about it'));
    expect(JSON.stringify((await answer(1, 20_000)).result)).toContain('done');
    await killAndExpectNothing(client, 2);
  });
});

describe('a hang-up', { timeout: 40_000 }, () => {
  test.runIf(process.platform === 'linux')(
    'mcp-006: costs no processor time while the last call is finished',
    async () => {
      const server = await rawServer(fakeServerCommand());
      const { call, begun } = peerOf(server, 'legacy');
      server.send(call(1, 'sleep 60000', 't'));
      await begun('t');
      server.endInput();
      await pause(200);
      const before = processorTicks(server.pid);
      await pause(1_000);
      // A loop would take 100 ticks of 10 ms.
      expect(processorTicks(server.pid) - before).toBeLessThan(15);
      expect(await server.waitForExit()).toEqual({ code: 0, signal: null });
    },
  );
});

/** Time in the program and in the kernel, in hundredths of a second. */
function processorTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

describe('a client that starts the server twice', { timeout: 60_000 }, () => {
  test('gets answers from both, and a run of one by its handle from the other', async () => {
    const home = temporaryFolder();
    const command = cliCommand([], { MINI_AGENT_HOME: home });
    const [probe, server] = await Promise.all([rawServer(command), rawServer(command)]);
    const modern = peerOf(probe, 'modern');
    const legacy = peerOf(server, 'legacy');
    probe.send(modern.call(1, 'calculate 6*7', 't'));
    server.send(legacy.call(1, 'calculate 6*8'));
    const runId = await modern.begun('t');
    const ours = await legacy.answer(1, 20_000);
    expect(JSON.stringify((await modern.answer(1, 20_000)).result)).toMatch(/Result: 42/);
    expect(JSON.stringify(ours.result)).toMatch(/Result: 48/);
    probe.endInput();
    expect(await probe.waitForExit()).toEqual({ code: 0, signal: null });
    const params = { name: 'run_agent', arguments: { run_id: runId } };
    const found = await server.request('tools/call', params, { id: 'later' });
    expect(JSON.stringify(found.result)).toMatch(/Result: 42/);
    expect(server.stderr() + probe.stderr()).toBe('');
  });

  test('and kills the probe at once leaves nothing, not even a file', async () => {
    const home = temporaryFolder();
    const command = cliCommand([], { MINI_AGENT_HOME: home });
    const [probe, server] = await Promise.all([rawServer(command), rawServer(command)]);
    probe.kill('SIGKILL');
    const { list, answer } = peerOf(server, 'modern');
    server.send(list(0));
    expect((await answer(0, 20_000)).result).toBeDefined();
    expect(existsSync(join(home, '.runs'))).toBe(false);
  });
});
