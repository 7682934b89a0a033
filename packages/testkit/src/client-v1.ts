import type { ChildProcess } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
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
  ClientTraits,
  HttpAddress,
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
  const transport = new StdioClientTransport({
    command: options.command,
    args: [...(options.args ?? [])],
    env: { ...options.env },
    stderr: 'pipe',
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  tapTransport(transport, onSpawn);
  return v1Client(options, log, transport);
}

/** The same over Streamable HTTP. */
export function createV1HttpClient(
  traits: ClientTraits,
  log: SessionLog,
  { url, headers }: HttpAddress,
): SessionClient {
  const requestInit = { headers: { ...headers } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  // It does not end its session by itself when it is closed.
  return v1Client(traits, log, transport, () => transport.terminateSession());
}

// eslint-disable-next-line max-params -- the end of a session is the exception
function v1Client(
  options: ClientTraits,
  log: SessionLog,
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  leave: () => Promise<void> = () => Promise.resolve(),
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
  let version: string | undefined;
  const noteVersion: unknown = Reflect.get(transport, 'setProtocolVersion');
  Reflect.set(transport, 'setProtocolVersion', (negotiated: string) => {
    version = negotiated;
    if (typeof noteVersion === 'function') Reflect.apply(noteVersion, transport, [negotiated]);
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
    close: async () => {
      await leave();
      await client.close();
    },
  };
}

function answerServerRequests(client: Client, options: ClientTraits): void {
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
