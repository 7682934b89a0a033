import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { becomesTrue, markerVariable } from './process-tree.ts';
import { killTree, stopProcess, watchProcess } from './server-process.ts';
import type { ServerCommand, ServerExit, ServerProcess } from './server-process.ts';
import { framesOf } from './wire-frame.ts';
import type { WireFrame } from './wire-frame.ts';

/** A server process driven by bytes, without a client library. */
export interface RawServer extends ServerProcess {
  /** Writes one message and a line end. */
  send(message: unknown): void;
  /** Writes bytes as they are. */
  write(bytes: string | Uint8Array): void;
  /** The messages of stdout so far (elements of batches one by one); lines that are no JSON-RPC are left out. */
  frames(): readonly WireFrame[];
  /** The first frame, old or new, that fits. Default limit 5000 ms. */
  waitForFrame(fits: (frame: WireFrame) => boolean, timeoutMs?: number): Promise<WireFrame>;
  /** Sends a request under a fresh id (or the given one) and waits for its answer. */
  request(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    options?: { readonly id?: string | number; readonly timeoutMs?: number },
  ): Promise<WireFrame>;
  notify(method: string, params?: Readonly<Record<string, unknown>>): void;
  /** The handshake: `initialize`, then `notifications/initialized`. */
  initialize(options?: {
    readonly protocolVersion?: string;
    readonly capabilities?: Readonly<Record<string, unknown>>;
  }): Promise<WireFrame>;
  /** Ends it. Rejects when the process or a descendant of it lives on. */
  close(): Promise<ServerExit>;
}

const passedOn = ['PATH', 'HOME', 'USER', 'SHELL', 'TERM', 'LOGNAME', 'SYSTEMROOT', 'TEMP'];

/** Starts a server whose stdin and stdout the test reads and writes by itself. */
export async function startRawServer(options: ServerCommand): Promise<RawServer> {
  const marker = randomUUID();
  const child = spawn(options.command, [...(options.args ?? [])], {
    stdio: 'pipe',
    env: { ...inherited(), ...options.env, [markerVariable]: marker },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const server = watchProcess(child, marker);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  let nextId = 1;
  const write = (bytes: string | Uint8Array): void => {
    child.stdin.write(bytes);
  };
  const send = (message: unknown): void => {
    write(`${JSON.stringify(message)}\n`);
  };
  const frames = (): readonly WireFrame[] => server.stdoutLines().flatMap(framesOf);
  const waitForFrame: RawServer['waitForFrame'] = async (fits, timeoutMs = 5000) => {
    const look = (): WireFrame | undefined => frames().find(fits);
    if (await becomesTrue(() => Promise.resolve(look() !== undefined), timeoutMs)) {
      const frame = look();
      if (frame !== undefined) return frame;
    }
    throw new Error(
      `no fitting frame in ${timeoutMs} ms; stdout: ${server.stdoutLines().join('\n')}\nstderr: ${server.stderr()}`,
    );
  };
  const notify: RawServer['notify'] = (method, params) => {
    send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  };
  const request: RawServer['request'] = (method, params, { id = nextId++, timeoutMs } = {}) => {
    send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return waitForFrame((frame) => frame.id === id && frame.method === undefined, timeoutMs);
  };
  return {
    ...server,
    write,
    send,
    frames,
    waitForFrame,
    request,
    notify,
    async initialize({ protocolVersion = '2025-11-25', capabilities = {} } = {}) {
      const answer = await request(
        'initialize',
        { protocolVersion, capabilities, clientInfo: { name: 'testkit-raw', version: '1.0.0' } },
        { timeoutMs: options.startTimeoutMs ?? 10_000 },
      ).catch(async (error: unknown) => {
        await killTree(server);
        throw error;
      });
      notify('notifications/initialized');
      return answer;
    },
    close: () => stopProcess(server, options.stopTimeoutMs ?? 5000),
  };
}

function inherited(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
