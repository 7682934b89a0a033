import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createV1Client } from './client-v1.ts';
import { createV2Client } from './client-v2.ts';
import type { McpSession, SessionLog, StartServerOptions } from './mcp-session.ts';
import { markerVariable } from './process-tree.ts';
import { killTree, stopProcess, watchProcess } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { within } from './within.ts';

/**
 * Starts a server as a child process and connects a real MCP client to it over stdio.
 * Rejects, with what the server wrote to stderr, when it does not answer the handshake in time; nothing is left running.
 */
export async function startServer(options: StartServerOptions): Promise<McpSession> {
  const marker = randomUUID();
  const log: SessionLog = { clientErrors: [], notifications: [] };
  const started: ServerProcess[] = [];
  const onSpawn = (child: ChildProcess): void => {
    started.push(watchProcess(child, marker));
  };
  const marked = { ...options, env: { ...options.env, [markerVariable]: marker } };
  const create = options.client === 'v1' ? createV1Client : createV2Client;
  const client = create(marked, log, onSpawn);
  const timeoutMs = options.startTimeoutMs ?? 10_000;
  try {
    await within(client.connect(timeoutMs), timeoutMs + 1000, 'the handshake');
  } catch (error) {
    const failed = started.at(-1);
    if (failed !== undefined) await killTree(failed);
    throw new Error(startFailure(options, error, failed), { cause: error });
  }
  const server = started.at(-1);
  if (server === undefined) throw new Error('the transport spawned nothing');
  return {
    ...server,
    listTools: () => client.listTools(),
    callTool: (name, args, callOptions = {}) => client.callTool(name, args, callOptions),
    request: (method, params) => client.request(method, params),
    serverInfo: client.serverInfo(),
    protocolVersion: client.protocolVersion(),
    clientErrors: log.clientErrors,
    notifications: log.notifications,
    async close() {
      const stopped = stopProcess(server, options.stopTimeoutMs ?? 5000);
      try {
        return await stopped;
      } finally {
        await client.close();
      }
    },
  };
}

function startFailure(
  options: StartServerOptions,
  error: unknown,
  failed: ServerProcess | undefined,
): string {
  const command = [options.command, ...(options.args ?? [])].join(' ');
  const reason = error instanceof Error ? error.message : String(error);
  return `the server did not start (${command}): ${reason}\nstderr: ${failed?.stderr() ?? ''}`;
}
