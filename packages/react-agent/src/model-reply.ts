import type {
  AssistantMessage,
  CallArguments,
  ChatResponse,
  ToolCall,
  Usage,
} from '@mini-agent/foundation/chat';
import { AgentError } from './errors.ts';
import { isJsonObject, isPlainObject } from './plain-json.ts';

/** Longest tool name that is kept, in UTF-16 units. */
const longestName = 200;

const modes: readonly unknown[] = ['sampling', 'http', 'rule'];

/** A model's reply with everything in its place; models may be plain JavaScript. Rejects what holds no message. */
export function readReply(value: unknown): ChatResponse {
  if (!isPlainObject(value) || !isPlainObject(value['message'])) {
    throw new AgentError('malformed', 'it gave no message.');
  }
  const response = value as unknown as ChatResponse;
  const message = readMessage(response.message);
  const finishes: readonly unknown[] = ['stop', 'tool_calls', 'length', 'content_filter'];
  const natural = message.toolCalls.length > 0 ? 'tool_calls' : 'stop';
  const errorCode = textOf(response.errorCode);
  return {
    message,
    finish: finishes.includes(response.finish) ? response.finish : natural,
    usage: readUsage(response.usage),
    mode: modes.includes(response.mode) ? response.mode : 'http',
    provider: textOf(response.provider),
    model: textOf(response.model),
    // All of it becomes part of the state, which must survive JSON.
    fallbacks: listOf(response.fallbacks).filter(isJsonObject),
    ...(errorCode !== '' && { errorCode: errorCode as NonNullable<ChatResponse['errorCode']> }),
  };
}

function readMessage(message: AssistantMessage): AssistantMessage {
  const { content, reasoning, opaque } = message;
  return {
    role: 'assistant',
    content: textOf(content),
    toolCalls: listOf<ToolCall>(message.toolCalls).filter(isPlainObject).map(readCall),
    ...(textOf(reasoning) !== '' && { reasoning: textOf(reasoning) }),
    ...(isJsonObject(opaque) && { opaque }),
  };
}

function readCall(call: ToolCall): ToolCall {
  const { opaque } = call;
  return {
    id: textOf(call.id),
    name: textOf(call.name).slice(0, longestName),
    arguments: readArguments(call.arguments),
    ...(isJsonObject(opaque) && { opaque }),
  };
}

function readArguments(given: unknown): CallArguments {
  const isRead = isPlainObject(given) && given['ok'] === true;
  if (isRead && isJsonObject(given['value'])) return given as CallArguments;
  const { raw, problem, cut } = isPlainObject(given) ? given : {};
  const unfit = 'the arguments are nested too deeply or hold what JSON cannot';
  return {
    ok: false,
    raw: textOf(raw),
    problem: isRead ? unfit : textOf(problem) || 'the arguments are missing',
    cut: cut === true,
  };
}

function readUsage(usage: unknown): Usage {
  const given = isPlainObject(usage) ? usage : {};
  const inputTokens = countOf(given['inputTokens']);
  const outputTokens = countOf(given['outputTokens']);
  const { cachedInputTokens, costUsd } = given;
  return {
    inputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens: countOf(cachedInputTokens) }),
    outputTokens,
    totalTokens: countOf(given['totalTokens']) || inputTokens + outputTokens,
    estimated: given['estimated'] === true || !isPlainObject(usage),
    ...(isCost(costUsd) && { costUsd }),
  };
}

/** What is no number is no cost; a 0 in its place would say that the reply was free. */
function isCost(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < Infinity ? value : 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf<Entry>(value: readonly Entry[] | undefined): readonly Entry[] {
  return Array.isArray(value) ? (value as readonly Entry[]) : [];
}
