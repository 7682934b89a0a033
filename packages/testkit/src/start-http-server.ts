import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createV1HttpClient } from './client-v1.ts';
import { createV2HttpClient } from './client-v2.ts';
import type { ClientCalls, ClientTraits, HttpAddress, SessionLog } from './mcp-session.ts';
import { becomesTrue, markerVariable } from './process-tree.ts';
import { killTree, watchProcess } from './server-process.ts';
import type { ServerCommand, ServerExit, ServerProcess } from './server-process.ts';
import { within } from './within.ts';

export interface HttpClientOptions extends ClientTraits {
  /** `v2` is `@modelcontextprotocol/client` 2.x, `v1` is `@modelcontextprotocol/sdk` 1.x. */
  readonly client: 'v1' | 'v2';
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real client over Streamable HTTP. */
export interface HttpSession extends ClientCalls {
  /** Ends the session and the client. */
  close(): Promise<void>;
}

/** A server process that listens on loopback. */
export interface HttpServerProcess extends ServerProcess {
  /** The MCP endpoint, as the server itself named it on stderr. */
  readonly url: string;
  readonly port: number;
  connect(options: HttpClientOptions): Promise<HttpSession>;
  /** `fetch` of a path of the server. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Tells it to stop (SIGTERM). Rejects when it or a descendant of it lives on; then what is left is killed. */
  close(): Promise<ServerExit>;
}

const inheritedNames = ['PATH', 'HOME', 'USER', 'TMPDIR', 'SYSTEMROOT', 'TEMP'];
const listens = /listens on (http:\/\/\S+:(\d+)\/mcp)$/m;

/**
 * Starts a server over HTTP: the arguments `--http --port 0` are added to the command's (a `--port` of its own stays). Rejects, with what the server wrote to
 * stderr, when it does not say in time where it listens.
 */
export async function startHttpServer(command: ServerCommand): Promise<HttpServerProcess> {
  const marker = randomUUID();
  const inherited = inheritedNames.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = command.args ?? [];
  const port0 = given.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(command.command, [...given, '--http', ...port0], {
    stdio: 'pipe',
    env: { ...Object.fromEntries(inherited), ...command.env, [markerVariable]: marker },
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
  });
  const server = watchProcess(child, marker);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { url, port } = await addressOf(server, command.startTimeoutMs ?? 10_000);
  return {
    ...server,
    url,
    port,
    connect: (options) => connectHttpClient({ url, ...options }),
    fetch: (path, init) => fetch(new URL(path, url), init),
    close: async () => {
      server.kill('SIGTERM');
      const exit = await server.waitForExit(command.stopTimeoutMs ?? 11_000).catch(() => undefined);
      const isGone = await becomesTrue(async () => (await server.processes()).length === 0, 1_000);
      if (exit !== undefined && isGone) return exit;
      await killTree(server);
      throw new Error(`the server did not stop in order\nstderr: ${server.stderr()}`);
    },
  };
}

/** Connects a client to a server that listens already. */
export async function connectHttpClient(
  options: HttpAddress & HttpClientOptions,
): Promise<HttpSession> {
  const log: SessionLog = { clientErrors: [], notifications: [] };
  const create = options.client === 'v1' ? createV1HttpClient : createV2HttpClient;
  const client = create(options, log, options);
  await within(client.connect(10_000), 11_000, 'the handshake');
  return {
    listTools: () => client.listTools(),
    callTool: (name, args, callOptions = {}) => client.callTool(name, args, callOptions),
    request: (method, params) => client.request(method, params),
    serverInfo: client.serverInfo(),
    protocolVersion: client.protocolVersion(),
    clientErrors: log.clientErrors,
    notifications: log.notifications,
    close: () => client.close(),
  };
}

async function addressOf(
  server: ServerProcess,
  timeoutMs: number,
): Promise<{ readonly url: string; readonly port: number }> {
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  await becomesTrue(() => Promise.resolve(hasEnded || listens.test(server.stderr())), timeoutMs);
  const [, url, port] = listens.exec(server.stderr()) ?? [];
  if (url !== undefined) return { url, port: Number(port) };
  await killTree(server);
  throw new Error(`the server did not listen; stderr: ${server.stderr()}`);
}
