import type { ChildProcess } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js';

import { tapTransport } from './transport-tap.ts';
import { callResultOf, capabilitiesOf } from './mcp-session.ts';
import type {
  CallOptions,
  SamplingRequest,
  SessionClient,
  SessionLog,
  StartServerOptions,
} from './mcp-session.ts';

/** A client of `@modelcontextprotocol/sdk` 1.x over its own stdio transport. */
export function createV1Client(
  options: StartServerOptions,
  log: SessionLog,
  onSpawn: (child: ChildProcess) => void,
): SessionClient {
  const client = new Client(
    { name: 'testkit-v1', version: '1.0.0' },
    { capabilities: capabilitiesOf(options) },
  );
  client.onerror = (error) => log.clientErrors.push(error);
  client.fallbackNotificationHandler = (notification) => {
    log.notifications.push(notification);
    return Promise.resolve();
  };
  answerServerRequests(client, options);
  const transport = new StdioClientTransport({
    command: options.command,
    args: [...(options.args ?? [])],
    env: { ...options.env },
    stderr: 'pipe',
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  let version: string | undefined;
  tapTransport(transport, onSpawn);
  Reflect.set(transport, 'setProtocolVersion', (negotiated: string) => {
    version = negotiated;
  });
  return {
    connect: (timeoutMs) => client.connect(transport, { timeout: timeoutMs }),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args, callOptions) =>
      callResultOf(
        await client.callTool(
          { name, ...(args === undefined ? {} : { arguments: { ...args } }) },
          CallToolResultSchema,
          requestOptions(callOptions),
        ),
      ),
    request: (method, params) =>
      client.request(
        { method, ...(params === undefined ? {} : { params: { ...params } }) },
        ResultSchema,
        { timeout: 30_000 },
      ),
    serverInfo: () => ({ ...client.getServerVersion() }),
    protocolVersion: () => version,
    close: () => client.close(),
  };
}

function answerServerRequests(client: Client, options: StartServerOptions): void {
  const { onSampling, onElicitation, roots } = options;
  if (onSampling !== undefined) {
    client.setRequestHandler(CreateMessageRequestSchema, async (request, extra) => {
      const reply = await onSampling(request.params as SamplingRequest, {
        signal: extra.signal,
      });
      return { role: 'assistant', model: 'client-model', ...reply };
    });
  }
  if (onElicitation !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async (request, extra) => ({
      ...(await onElicitation(request.params, { signal: extra.signal })),
    }));
  }
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((uri) => ({ uri })),
    }));
  }
}

function requestOptions(options: CallOptions): RequestOptions {
  return {
    timeout: options.timeoutMs ?? 30_000,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onProgress === undefined ? {} : { onprogress: options.onProgress }),
    ...(options.resetTimeoutOnProgress === undefined
      ? {}
      : { resetTimeoutOnProgress: options.resetTimeoutOnProgress }),
  };
}
