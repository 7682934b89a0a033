import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { readTraceContext } from '@mini-agent/llm-router/trace-context';
import type { ClientRequest } from '../runs/client-broker.ts';
import type { ClientModel } from '../runs/runner.ts';
import type { CallOutcome, CallRequest, RunAgentTool, SendRequest } from './call-run-agent.ts';
import { hasForms } from './elicitation-forms.ts';
import type { RequestId } from './message-gate.ts';
import { createTaskResult, registerTasks, takesTasks } from './tasks/task-protocol.ts';
import { publicTool, publicToolName, type PublicTool } from './tool-definition.ts';

export interface SessionOptions {
  readonly version: string;
  readonly era: 'legacy' | 'modern';
  readonly tool: PublicTool;
  readonly caller: string;
  /** Loaded with the first call, so that `initialize` is answered before anything heavy is read. */
  readonly loadTool: (session: ClientSession) => Promise<RunAgentTool>;
  /** Told the id of each request that waits for a run in which a model may be asked, and when it is over. */
  readonly onModelCall: (id: RequestId, isOpen: boolean) => void;
  /** Called last, to add what only a test's server has. */
  readonly extend?: (server: McpServer['server']) => void;
}

/** What a call may ask of the connection it came on. */
export interface ClientSession {
  readonly hasRoots: boolean;
  /** The client's roots as `file:` URLs, or none if it does not answer in time. */
  listRoots(): Promise<readonly string[]>;
}

/** The binding to the protocol library: two handlers, and nothing else that a client could see. */
export function createSession(options: SessionOptions): McpServer {
  const session = new McpServer({
    name: 'mini-agent',
    title: 'mini-agent',
    version: options.version,
  });
  const { server } = session;
  // Registered here, not by the library's own helper, which would also promise change notifications for a list that is constant.
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', () => ({ tools: [{ ...options.tool }] }));
  server.setRequestHandler('tools/call', async (request, context) => {
    if (request.params.name !== publicToolName) throw unknownTool(request.params.name);
    const capabilities = clientCapabilities(server, context);
    const callOptions = { ...options, capabilities, session: server };
    const tool = await options.loadTool(clientSession(context, callOptions));
    // Cancelled while it waited: what nobody wants any more is not begun.
    context.mcpReq.signal.throwIfAborted();
    try {
      return toProtocol(await tool.call(callRequest(request, context, callOptions)));
    } finally {
      options.onModelCall(context.mcpReq.id, false);
    }
  });
  if (options.era === 'modern') registerRunTasks(server, options);
  options.extend?.(server);
  return session;
}

function registerRunTasks(server: McpServer['server'], options: SessionOptions): void {
  const callOptions = (context: ServerContext): CallOptions => ({
    ...options,
    capabilities: clientCapabilities(server, context),
    session: server,
  });
  registerTasks(server, {
    capabilities: (context) => clientCapabilities(server, context),
    caller: (context) => {
      const trace = readTraceContext(context.mcpReq._meta);
      return {
        caller: options.caller,
        clientModel: clientModel(callOptions(context)),
        ...(trace === undefined ? {} : { trace }),
      };
    },
    load: async (context) =>
      (await options.loadTool(clientSession(context, callOptions(context)))).tasks,
    inputRequest,
  });
}

interface CallOptions extends Pick<SessionOptions, 'era' | 'caller' | 'onModelCall'> {
  readonly session: object;
  readonly capabilities: ClientCapabilities | undefined;
}

function unknownTool(name: string): ProtocolError {
  const text = `Unknown tool: ${JSON.stringify(name.slice(0, 80))}; the only tool is ${publicTool.name}.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, text);
}

/** 2026-07-28 clients say what they can do with each request, older ones once. */
function clientCapabilities(
  server: McpServer['server'],
  context: ServerContext,
): ClientCapabilities | undefined {
  const { envelope } = context.mcpReq;
  if (envelope !== undefined) {
    const declared: Readonly<Record<string, unknown>> = envelope;
    return declared[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  }
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- up to 2025-11-25 the handshake is the only source
  return server.getClientCapabilities();
}

function callRequest(
  request: CallToolRequest,
  context: ServerContext,
  options: CallOptions,
): CallRequest {
  const { era, caller, onModelCall } = options;
  const { mcpReq } = context;
  const token = mcpReq._meta?.progressToken;
  const state = mcpReq.requestState();
  const trace = readTraceContext(mcpReq._meta);
  return {
    arguments: request.params.arguments ?? {},
    signal: mcpReq.signal,
    caller,
    clientModel: clientModel(options),
    ...(trace === undefined ? {} : { trace }),
    onModelRun: () => {
      // The id of a cancelled call is free, and may be another one's by now.
      if (!mcpReq.signal.aborted) onModelCall(mcpReq.id, true);
    },
    ...(token === undefined
      ? {}
      : {
          sendProgress: (progress, message) =>
            mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken: token, progress, message },
            }),
        }),
    ...(era === 'modern'
      ? {}
      : {
          sendSampling: sender(context, 'sampling/createMessage'),
          sendElicitation: sender(context, 'elicitation/create'),
        }),
    takesTasks: era === 'modern' && takesTasks(options.capabilities),
    ...(typeof state === 'string' ? { resumedRunId: state } : {}),
    ...(mcpReq.inputResponses === undefined ? {} : { responses: mcpReq.inputResponses }),
  };
}

function clientModel({ capabilities, session }: CallOptions): ClientModel {
  const { sampling, elicitation } = capabilities ?? {};
  return {
    sampling: sampling !== undefined,
    samplingTools: sampling?.tools !== undefined,
    elicitation: hasForms(elicitation),
    session,
  };
}

/** Who asks has a deadline of its own; this one only keeps the protocol library's 60 s from cutting a person short. */
const longestAnswerMs = 3_600_000;

function sender(
  context: ServerContext,
  method: 'sampling/createMessage' | 'elicitation/create',
): SendRequest {
  return (params, signal) =>
    context.mcpReq.send({ method, params }, anything, { signal, timeout: longestAnswerMs });
}

const rootsTimeoutMs = 1_000;

function clientSession(context: ServerContext, options: CallOptions): ClientSession {
  const hasRoots = options.era === 'legacy' && options.capabilities?.roots !== undefined;
  return {
    hasRoots,
    listRoots: async () => {
      if (!hasRoots) return [];
      try {
        const timeout = { timeout: rootsTimeoutMs };
        const answer = await context.mcpReq.send({ method: 'roots/list' }, anything, timeout);
        return rootUris(answer);
      } catch {
        // A client that declares roots but does not answer is common; its stores then lie elsewhere.
        return [];
      }
    },
  };
}

function rootUris(answer: unknown): readonly string[] {
  const roots = (answer as { readonly roots?: unknown } | null)?.roots;
  if (!Array.isArray(roots)) return [];
  return roots.flatMap((root: unknown) => {
    const uri = (root as { readonly uri?: unknown } | null)?.uri;
    return typeof uri === 'string' && uri.startsWith('file:') ? [uri] : [];
  });
}

/** Who asks reads a client's answers itself, the router more forgivingly than a fixed schema would. */
const anything: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'mini-agent', validate: (value: unknown) => ({ value }) },
};

function toProtocol(outcome: CallOutcome): CallToolResult | InputRequiredResult {
  // The library passes on results of other types than its own; its types know only its own.
  if (outcome.kind === 'task') return createTaskResult(outcome.task) as unknown as CallToolResult;
  if (outcome.kind === 'result') {
    const { content, ...rest } = outcome.result;
    return { ...rest, content: [...content] };
  }
  const inputRequests = Object.fromEntries(
    Object.entries(outcome.requests).map(([key, request]) => [key, inputRequest(request)]),
  );
  return inputRequired({ inputRequests, requestState: outcome.runId });
}

function inputRequest({ kind, params }: ClientRequest): InputRequest {
  return kind === 'elicitation'
    ? inputRequired.elicit(params as unknown as Parameters<typeof inputRequired.elicit>[0])
    : inputRequired.createMessage(
        params as unknown as Parameters<typeof inputRequired.createMessage>[0],
      );
}
