import type { CallArguments, ChatMessage, ToolCall } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { isPlainObject } from './plain-json.ts';

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

/** Why a value that a hook gave back is no chat message, or undefined where it is one. */
export function messageProblem(value: unknown): string | undefined {
  if (!isPlainObject(value)) return 'it is no object';
  const { role, content, tool_calls: calls, tool_call_id: callId } = value;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') {
    return 'its role is not system, user, assistant or tool';
  }
  const mayBeEmpty = role === 'assistant';
  if (typeof content !== 'string' && !(mayBeEmpty && (content ?? null) === null)) {
    return 'its content is no text';
  }
  if (role === 'tool' && typeof callId !== 'string') return 'its tool_call_id is no text';
  if (calls === undefined || calls === null) return undefined;
  return Array.isArray(calls) && calls.every(isCall) ? undefined : 'its tool_calls are none';
}

function isCall(value: unknown): boolean {
  if (!isPlainObject(value) || typeof value['id'] !== 'string') return false;
  const called = value['function'];
  if (!isPlainObject(called)) return false;
  return typeof called['name'] === 'string' && typeof called['arguments'] === 'string';
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
  const known = original?.role === 'assistant' ? original : undefined;
  const reasoning = message.reasoning_content;
  return {
    role: 'assistant',
    content,
    toolCalls: (message.tool_calls ?? []).map((call) => fromOpenAiCall(call, known?.toolCalls)),
    ...(typeof reasoning === 'string' && { reasoning }),
    ...(known?.opaque !== undefined && { opaque: known.opaque }),
  };
}

/** A call that a hook left as it was keeps its opaque fields; some endpoints insist on them. */
function fromOpenAiCall(call: OpenAiToolCall, known: readonly ToolCall[] = []): ToolCall {
  const { id, function: called } = call;
  const original = known.find((candidate) => candidate.id === id);
  if (original !== undefined) {
    const { function: before } = toOpenAiCall(original);
    if (before.name === called.name && before.arguments === called.arguments) return original;
  }
  return { id, name: called.name, arguments: readArguments(called.arguments) };
}

function readArguments(text: string): CallArguments {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlainObject(value)) return { ok: true, value: value as JsonObject };
    return { ok: false, raw: text, problem: 'the arguments are not an object', cut: false };
  } catch {
    return { ok: false, raw: text, problem: 'the arguments are not JSON', cut: false };
  }
}
