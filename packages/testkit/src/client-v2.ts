import type { ChildProcess } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type {
  CreateMessageResult,
  RequestOptions,
  StandardSchemaV1,
  Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
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

/** Accepts any result: the test looks at it. */
const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'testkit', validate: (value) => ({ value }) },
};

/** A client of `@modelcontextprotocol/client` over its own stdio transport. */
export function createV2Client(
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
  return v2Client(options, log, transport);
}

/** The same over Streamable HTTP. */
export function createV2HttpClient(
  traits: ClientTraits,
  log: SessionLog,
  { url, headers }: HttpAddress,
): SessionClient {
  const requestInit = { headers: { ...headers } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  // It does not end its session by itself when it is closed.
  return v2Client(traits, log, transport, () => transport.terminateSession());
}

// eslint-disable-next-line max-params -- the end of a session is the exception
function v2Client(
  options: ClientTraits,
  log: SessionLog,
  transport: Transport,
  leave: () => Promise<void> = () => Promise.resolve(),
): SessionClient {
  const protocol = options.protocol ?? 'legacy';
  const client = new Client(
    { name: 'testkit-v2', version: '1.0.0' },
    {
      capabilities: capabilitiesOf(options),
      versionNegotiation: {
        mode: protocol === 'legacy' || protocol === 'auto' ? protocol : { pin: protocol },
      },
    },
  );
  client.onerror = (error) => log.clientErrors.push(error);
  client.fallbackNotificationHandler = (notification) => {
    log.notifications.push(notification);
    return Promise.resolve();
  };
  answerServerRequests(client, options);
  return {
    connect: (timeoutMs) => client.connect(transport, { timeout: timeoutMs }),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args, callOptions) =>
      callResultOf(
        await client.callTool(
          { name, ...(args === undefined ? {} : { arguments: { ...args } }) },
          requestOptions(callOptions),
        ),
      ),
    request: (method, params) =>
      client.request(
        { method, ...(params === undefined ? {} : { params: { ...params } }) },
        anyResult,
        { timeout: 30_000 },
      ),
    serverInfo: () => ({ ...client.getServerVersion() }),
    protocolVersion: () => client.getNegotiatedProtocolVersion(),
    close: async () => {
      await leave();
      await client.close();
    },
  };
}

function answerServerRequests(client: Client, options: ClientTraits): void {
  const { onSampling, onElicitation, roots } = options;
  if (onSampling !== undefined) {
    client.setRequestHandler('sampling/createMessage', async (request, context) => {
      const reply = await onSampling(request.params as unknown as SamplingRequest, {
        signal: context.mcpReq.signal,
      });
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients of the revisions before 2026-07-28 still answer sampling
      return { role: 'assistant', model: 'client-model', ...reply } as CreateMessageResult;
    });
  }
  if (onElicitation !== undefined) {
    client.setRequestHandler('elicitation/create', async (request, context) => ({
      ...(await onElicitation(request.params, { signal: context.mcpReq.signal })),
    }));
  }
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }));
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
