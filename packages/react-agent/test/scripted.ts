import type {
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatResponse,
  ToolCall,
  ToolOutcome,
  ToolRunner,
} from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';

/** What a scripted model answers: text, calls, or an error to throw. */
export interface Reply {
  readonly content?: string;
  readonly reasoning?: string;
  readonly calls?: readonly (readonly [name: string, input: JsonObject | string])[];
  readonly finish?: ChatResponse['finish'];
  readonly mode?: ChatResponse['mode'];
  readonly errorCode?: ChatResponse['errorCode'];
  readonly usage?: ChatResponse['usage'];
  readonly error?: Error;
  /** Never answers; obeys the signal only where this is `'obeys'`. */
  readonly hangs?: 'obeys' | 'ignores';
}

export class ScriptedError extends MiniAgentError {}

export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ChatRequest[];
}

export function scriptedModel(replies: readonly Reply[]): ScriptedModel {
  const requests: ChatRequest[] = [];
  return {
    requests,
    complete: async (request, { signal }) => {
      const reply = replies[requests.length];
      requests.push(request);
      if (reply === undefined) throw new ScriptedError('unavailable', 'the script is used up');
      if (reply.error) throw reply.error;
      if (reply.hangs) await hang(reply.hangs === 'obeys' ? signal : undefined);
      return toResponse(reply);
    },
  };
}

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new ScriptedError('aborted', 'aborted'));
    });
  });
}

export function toResponse(reply: Reply): ChatResponse {
  const toolCalls = (reply.calls ?? []).map(([name, input], index): ToolCall => ({
    id: `p${index}`,
    name,
    arguments:
      typeof input === 'string'
        ? { ok: false, raw: input, problem: 'not JSON', cut: false }
        : { ok: true, value: input },
  }));
  return {
    message: {
      role: 'assistant',
      content: reply.content ?? '',
      toolCalls,
      ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
    },
    finish: reply.finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage: reply.usage ?? { inputTokens: 10, outputTokens: 2, totalTokens: 12, estimated: false },
    mode: reply.mode ?? 'http',
    provider: 'scripted',
    model: 'script-1',
    fallbacks: [],
    ...(reply.errorCode !== undefined && { errorCode: reply.errorCode }),
  };
}

export interface ScriptedTool {
  readonly results?: readonly string[];
  readonly fails?: Extract<ToolOutcome, { ok: false }>['code'];
  readonly polling?: boolean;
  readonly annotations?: Partial<ToolDescriptor['annotations']>;
  /** Settles only when this does. */
  readonly until?: Promise<unknown>;
  readonly trusted?: boolean;
}

/** One tool `t` that does what it is told; runners may be plain JavaScript. */
export function oneTool(
  call: (call: ToolCall, context: Parameters<ToolRunner['call']>[1]) => unknown,
  tool: ScriptedTool = {},
): ToolRunner {
  return {
    list: () => Promise.resolve([describe('t', tool)]),
    call: call as ToolRunner['call'],
  };
}

/** Cases for `it.each` that may be lists themselves. */
export function asGiven(cases: readonly unknown[]): { readonly given: unknown }[] {
  return cases.map((given) => ({ given }));
}

/** A model that gives these values as they are, whatever they are. */
export function rawModel(replies: readonly unknown[]): ChatModel {
  let count = 0;
  return {
    complete: () => {
      const reply = replies[count];
      count += 1;
      return reply as Promise<ChatResponse>;
    },
  };
}

/** Whether every call has its result directly behind it, and no result is alone. */
export function isPaired(messages: readonly ChatMessage[]): boolean {
  const expected: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool' ? message.callId !== expected.shift() : expected.length > 0) {
      return false;
    }
    if (message.role === 'assistant') expected.push(...message.toolCalls.map(({ id }) => id));
  }
  return expected.length === 0;
}

export interface ScriptedTools extends ToolRunner {
  readonly made: readonly ToolCall[];
  readonly signals: readonly AbortSignal[];
}

/** Tools that answer from a list, the last entry again and again. */
export function scriptedTools(tools: Readonly<Record<string, ScriptedTool>>): ScriptedTools {
  const made: ToolCall[] = [];
  const signals: AbortSignal[] = [];
  const counts = new Map<string, number>();
  return {
    made,
    signals,
    list: () => Promise.resolve(Object.entries(tools).map(([name, tool]) => describe(name, tool))),
    call: async (call, { signal }) => {
      made.push(call);
      signals.push(signal);
      const common = { callId: call.id, durationMs: 1, tries: 1 };
      const tool = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
      if (!tool) {
        return { ...common, ok: false, code: 'unknown_tool', message: 'no such tool', retry: true };
      }
      await tool.until;
      if (tool.fails) {
        return { ...common, ok: false, code: tool.fails, message: 'it failed', retry: false };
      }
      const count = counts.get(call.name) ?? 0;
      counts.set(call.name, count + 1);
      const results = tool.results ?? ['done'];
      const text = results[Math.min(count, results.length - 1)] ?? '';
      return { ...common, ok: true, trusted: tool.trusted ?? true, text };
    },
  };
}

function describe(name: string, tool: ScriptedTool): ToolDescriptor {
  return {
    name,
    title: name,
    description: name,
    inputSchema: { type: 'object' },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
      ...tool.annotations,
    },
    polling: tool.polling ?? false,
  };
}
