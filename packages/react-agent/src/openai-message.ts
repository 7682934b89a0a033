import type { CallArguments, ChatMessage, ToolCall } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';

/** A chat message as OpenAI's chat completions API has it: what hooks see. */
export interface OpenAiMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_calls?: OpenAiToolCall[];
  tool_call_id?: string;
  name?: string;
  reasoning_content?: string;
}

export interface OpenAiToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export function toOpenAiMessage(message: ChatMessage): OpenAiMessage {
  if (message.role === 'tool') {
    const { callId, name, content } = message;
    return { role: 'tool', tool_call_id: callId, name, content };
  }
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = message.toolCalls.map(toOpenAiCall);
  return {
    role: 'assistant',
    content: message.content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(message.reasoning !== undefined && { reasoning_content: message.reasoning }),
  };
}

function toOpenAiCall({ id, name, arguments: given }: ToolCall): OpenAiToolCall {
  const text = given.ok ? JSON.stringify(given.value) : given.raw;
  return { id, type: 'function', function: { name, arguments: text } };
}

/** The message a hook made or changed. `original` is the one it changed; its outcome and opaque fields stay. */
export function fromOpenAiMessage(message: OpenAiMessage, original?: ChatMessage): ChatMessage {
  const content = message.content ?? '';
  if (message.role === 'tool') {
    const callId = message.tool_call_id ?? '';
    const outcome =
      original?.role === 'tool'
        ? original.outcome
        : ({ callId, ok: true, trusted: false, text: content, durationMs: 0, tries: 0 } as const);
    return { role: 'tool', callId, name: message.name ?? '', content, outcome };
  }
  if (message.role !== 'assistant') return { role: message.role, content };
  const opaque = original?.role === 'assistant' ? original.opaque : undefined;
  return {
    role: 'assistant',
    content,
    toolCalls: (message.tool_calls ?? []).map(fromOpenAiCall),
    ...(message.reasoning_content !== undefined && { reasoning: message.reasoning_content }),
    ...(opaque !== undefined && { opaque }),
  };
}

function fromOpenAiCall({ id, function: { name, arguments: text } }: OpenAiToolCall): ToolCall {
  return { id, name, arguments: readArguments(text) };
}

function readArguments(text: string): CallArguments {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: value as JsonObject };
    }
    return { ok: false, raw: text, problem: 'the arguments are not an object', cut: false };
  } catch {
    return { ok: false, raw: text, problem: 'the arguments are not JSON', cut: false };
  }
}
