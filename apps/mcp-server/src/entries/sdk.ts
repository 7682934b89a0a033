import { readTraceContext } from '@mini-agent/llm-router/trace-context';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchema } from '@mini-agent/foundation/tool';
import { z } from 'zod';
import { instance } from '../library/instance.ts';
import {
  createRunAgentTool,
  type CallRequest,
  type RunAgentTool,
  type SendRequest,
} from '../server/call-run-agent.ts';
import { hasForms } from '../server/elicitation-forms.ts';
import { serverDepth } from '../server/server-depth.ts';
import { publicTool } from '../server/tool-definition.ts';

export interface RegisterOptions {
  /**
   * Who calls: handles of one caller are not found by another. Default: the client of the request's token, else its session, else
   * `local`, which is the caller of the stdio server.
   */
  readonly caller?: string;
  /** How long a call waits before it hands back a handle, in seconds, with and without a progress token. */
  readonly waitSeconds?: { readonly withToken: number; readonly withoutToken: number };
}

/**
 * Adds `run_agent` to a server built with `@modelcontextprotocol/sdk` 1.x, beside its other tools. The agent is put together from the
 * environment at the first call.
 */
export function registerRunAgent(server: McpServer, options: RegisterOptions = {}): void {
  const { name, title, description, annotations, inputSchema, outputSchema } = publicTool;
  let tool: RunAgentTool | undefined;
  server.registerTool(
    name,
    {
      title,
      description,
      annotations,
      inputSchema: anyObject(inputSchema),
      outputSchema: anyObject(outputSchema),
    },
    async (given: Readonly<Record<string, unknown>>, extra: Extra) => {
      tool ??= createTool(options);
      const outcome = await tool.call(callRequest(server, { given, extra, options }));
      if (outcome.kind !== 'result') throw new Error('a 1.x server asks its client directly');
      const { content, ...rest } = outcome.result;
      return { ...rest, content: [...content] };
    },
  );
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Lists as `definition` and accepts every object: our own check then names what is wrong, also in structured content. */
function anyObject(definition: JsonSchema): z.ZodObject<Record<string, z.ZodType>, z.core.$loose> {
  const schema = z.looseObject<Record<string, z.ZodType>>({});
  schema._zod.toJSONSchema = () => structuredClone(definition);
  return schema;
}

function createTool({ waitSeconds }: RegisterOptions): RunAgentTool {
  const { settings, registry } = instance();
  return createRunAgentTool(registry, {
    trace: settings.traceEnabled,
    waitSeconds: waitSeconds ?? settings.waitSeconds,
    agentNames: [],
    isNested: serverDepth(process.env) > 0,
  });
}

interface Call {
  readonly given: Readonly<Record<string, unknown>>;
  readonly extra: Extra;
  readonly options: RegisterOptions;
}

function callRequest(server: McpServer, { given, extra, options }: Call): CallRequest {
  const { sampling, elicitation } = server.server.getClientCapabilities() ?? {};
  const token = extra._meta?.progressToken;
  const trace = readTraceContext(extra._meta);
  return {
    arguments: given,
    signal: extra.signal,
    caller: options.caller ?? callerOf(extra),
    clientModel: {
      sampling: sampling !== undefined,
      samplingTools: sampling?.tools !== undefined,
      elicitation: hasForms(elicitation),
      session: server,
    },
    onModelRun: () => undefined,
    ...(trace !== undefined && { trace }),
    ...(token !== undefined && {
      sendProgress: (progress, message) =>
        extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress, message },
        }),
    }),
    ...(sampling !== undefined && { sendSampling: sender(extra, 'sampling/createMessage') }),
    ...(elicitation !== undefined && { sendElicitation: sender(extra, 'elicitation/create') }),
  };
}

function callerOf({ authInfo, sessionId }: Extra): string {
  if (authInfo !== undefined) return `client:${authInfo.clientId}`;
  return sessionId === undefined ? 'local' : `session:${sessionId}`;
}

/** Who asks has a deadline of its own; this one only keeps the library's 60 s from cutting a person short. */
const longestAnswerMs = 3_600_000;

/** Who asks reads a client's answers itself, the router more forgivingly than the library's schema does. */
const anything = z.looseObject({});

/** On the stream of the call that it belongs to: a client over HTTP may have no other. */
function sender({ sendRequest }: Extra, method: ServerRequest['method']): SendRequest {
  return (params, signal) =>
    sendRequest({ method, params } as unknown as ServerRequest, anything, {
      signal,
      timeout: longestAnswerMs,
    });
}
