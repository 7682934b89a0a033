import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { instance } from '../library/instance.ts';
import { createRunAgentTool, type CallRequest } from '../server/call-run-agent.ts';
import { inputFields, mostTurns, publicTool } from '../server/tool-definition.ts';

export interface RegisterOptions {
  /** Who calls: handles of one caller are not found by another. Default `local`. */
  readonly caller?: string;
  /** How long a call waits before it hands back a handle, in seconds, with and without a progress token. */
  readonly waitSeconds?: { readonly withToken: number; readonly withoutToken: number };
}

/** Adds `run_agent` to a server built with `@modelcontextprotocol/sdk` 1.x. */
export function registerRunAgent(server: McpServer, options: RegisterOptions = {}): void {
  const { name, title, description, annotations } = publicTool;
  server.registerTool(
    name,
    { title, description, annotations, inputSchema, outputSchema },
    async (given: unknown, extra: RequestExtra) => {
      const { settings, registry } = instance();
      const tool = createRunAgentTool(registry, {
        trace: settings.traceEnabled,
        waitSeconds: options.waitSeconds ?? settings.waitSeconds,
        agentNames: [],
        isNested: false,
      });
      const outcome = await tool.call(callRequest(server, { given, extra, ...options }));
      if (outcome.kind !== 'result') throw new Error('a 1.x server asks its client directly');
      const { content, ...rest } = outcome.result;
      return { ...rest, content: [...content] };
    },
  );
}

/** What of the library's request context is used. */
interface RequestExtra {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  readonly sendNotification: (notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }) => Promise<void>;
}

interface Call extends RegisterOptions {
  readonly given: unknown;
  readonly extra: RequestExtra;
}

function callRequest(server: McpServer, { given, extra, caller = 'local' }: Call): CallRequest {
  const sampling = server.server.getClientCapabilities()?.sampling;
  const token = extra._meta?.progressToken;
  return {
    arguments: given as Readonly<Record<string, unknown>>,
    signal: extra.signal,
    caller,
    clientModel: {
      sampling: sampling !== undefined,
      samplingTools: sampling?.tools !== undefined,
      session: server,
    },
    onModelRun: () => undefined,
    ...(token !== undefined && {
      sendProgress: (progress, message) =>
        extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress, message },
        }),
    }),
    ...(sampling !== undefined && {
      sendSampling: (params, signal) =>
        server.server.createMessage(params as never, { signal, timeout: samplingTimeoutMs }),
    }),
  };
}

/** The router has its own deadline; this one only keeps the library's 60 s from cutting a person short. */
const samplingTimeoutMs = 3_600_000;

const described = (field: keyof typeof inputFields, type: z.ZodType): z.ZodType =>
  type.optional().describe(String(inputFields[field]['description']));

/** Loose, so that an unknown key reaches our own check, which names it and the allowed ones. */
const inputSchema = z.looseObject({
  task: described('task', z.string()),
  mode: described('mode', z.enum(['auto', 'rule'])),
  run_id: described('run_id', z.string()),
  cancel: described('cancel', z.boolean()),
  wait_seconds: described('wait_seconds', z.number().min(0)),
  max_turns: described('max_turns', z.int().min(1).max(mostTurns)),
  agent: described('agent', z.string()),
  offset: described('offset', z.int().min(0)),
});

const outputSchema = z.looseObject({
  status: z.string(),
  run_id: z.string().optional(),
  answer: z.string(),
});
