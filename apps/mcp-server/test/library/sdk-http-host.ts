import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { RegisterOptions } from 'mini-agent-mcp/sdk';
import { onTestFinished } from 'vitest';
import { freshLibrary } from './library.ts';

export interface HttpHostOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly register?: RegisterOptions;
  /** What the host's authentication makes of the `Authorization` header. */
  readonly authenticate?: (authorization: string) => AuthInfo;
  /** A server for each request, and none for the next one. */
  readonly stateless?: boolean;
}

export interface HttpHost {
  readonly url: URL;
  readonly sessions: ReadonlyMap<string, StreamableHTTPServerTransport>;
}

/** Somebody's server of the 1.x line over Streamable HTTP, as its documentation shows it: one server and transport for each session. */
export async function httpHost(options: HttpHostOptions = {}): Promise<HttpHost> {
  freshLibrary(options.environment);
  const { registerRunAgent } = await import('mini-agent-mcp/sdk');
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new McpServer({ name: 'host', version: '1.0.0' });
    registerRunAgent(server, options.register);
    const transport = new StreamableHTTPServerTransport(
      options.stateless === true
        ? {}
        : {
            sessionIdGenerator: randomUUID,
            onsessioninitialized: (id) => {
              sessions.set(id, transport);
            },
            onsessionclosed: (id) => {
              sessions.delete(id);
            },
          },
    );
    await server.connect(transport);
    return transport;
  };
  const http = createServer((request, response) => {
    const session = sessions.get(String(request.headers['mcp-session-id']));
    const { authorization } = request.headers;
    if (options.authenticate !== undefined && authorization !== undefined) {
      Object.assign(request, { auth: options.authenticate(authorization) });
    }
    void (async () => {
      const transport = session ?? (await open());
      await transport.handleRequest(request, response);
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const transport of sessions.values()) await transport.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const { port } = http.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), sessions };
}

export interface HttpClientOptions {
  readonly token?: string;
  readonly capabilities?: ClientCapabilities;
  readonly onSampling?: (params: CreateMessageRequest['params']) => CreateMessageResult;
  readonly onElicitation?: (message: string) => ElicitResult;
}

/** A real client of the 1.x line, closed after the test. */
export async function httpClient(url: URL, options: HttpClientOptions = {}): Promise<Client> {
  const { capabilities = {}, onSampling, onElicitation, token } = options;
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (onSampling) {
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => onSampling(params));
  }
  if (onElicitation) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => onElicitation(params.message));
  }
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}
