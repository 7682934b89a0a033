import { readTraceContext } from '@mini-agent/llm-router/trace-context';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchema } from '@mini-agent/foundation/tool';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { instance } from '../library/instance.ts';
import { defaultCaller, type RequestOrigin } from '../library/sdk-caller.ts';
import { inputEnd } from '../library/stdin-end.ts';
import {
  createRunAgentTool,
  type CallRequest,
  type RunAgentTool,
  type SendRequest,
} from '../server/call-run-agent.ts';
import { hasForms } from '../server/elicitation-forms.ts';
import { serverDepth } from '../server/server-depth.ts';
import { publicTool } from '../server/tool-definition.ts';

export type { RequestOrigin } from '../library/sdk-caller.ts';

export interface RegisterOptions {
  /**
   * Who calls, or how to tell it from a request: handles of one caller are not found by another, and two callers never share a run.
   * Default: the subject of the request's token (`authInfo.extra.sub`), else the token, else the session; over HTTP without any of them
   * one common caller, on stdio `local`, which is the caller of the stdio server.
   */
  readonly caller?: string | ((request: RequestOrigin) => string);
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
      const outcome = await callUntilEnd(tool, callRequest(server, { given, extra, options }), {
        end: inputEnd(server.server.transport),
      });
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

/**
 * As the stdio server does: when the client closes its end, a call that waits for a model is ended, others answer what was piped in.
 */
async function callUntilEnd(
  tool: RunAgentTool,
  request: CallRequest,
  { end }: { readonly end: AbortSignal | undefined },
): ReturnType<RunAgentTool['call']> {
  if (end === undefined) return tool.call(request);
  const gone = new AbortController();
  const leave = (): void => {
    gone.abort();
  };
  try {
    return await tool.call({
      ...request,
      signal: AbortSignal.any([request.signal, gone.signal]),
      onModelRun: () => {
        if (end.aborted) leave();
        else end.addEventListener('abort', leave, { once: true });
      },
    });
  } finally {
    end.removeEventListener('abort', leave);
  }
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
    caller: callerOf(options, extra),
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

function callerOf({ caller = defaultCaller }: RegisterOptions, extra: Extra): string {
  if (typeof caller === 'string') return caller;
  const name: unknown = caller(extra);
  // An empty name would make one caller of all that a mistaken function does not know.
  if (typeof name === 'string' && name !== '') return name;
  throw new AppError('invalid_arguments', 'The `caller` of registerRunAgent gave no name.');
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
