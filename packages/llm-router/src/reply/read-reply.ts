import type {
  AssistantMessage,
  ChatRequest,
  ChatResponse,
  ToolCall,
} from '@mini-agent/foundation/chat';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { problem } from '../arguments/parse-arguments.ts';
import type { Affinity } from '../conversation/call-ids.ts';
import type { ToolNameRule } from '../conversation/tool-names.ts';
import { toolNames } from '../conversation/tool-names.ts';
import { isJsonObject, nonEmptyString } from '../json.ts';
import { readContent } from './content-parts.ts';
import { readLeakedCalls } from './leaked-calls.ts';
import { readToolCalls } from './tool-call-items.ts';
import { splitThinking, stripDebris, stripEndTokens } from './visible-text.ts';
import type { WireReply } from './wire-reply.ts';

export interface ReplyReading {
  readonly request: ChatRequest;
  readonly affinity: Affinity;
  readonly newId: () => string;
  /** The rule by which the tools of the request were named; default: the one that fits everywhere. */
  readonly nameRule?: ToolNameRule;
  /** Keep the text with its thinking for the echo; default false. */
  readonly keepThinking?: boolean;
}

/** What a reply means. */
export type Reading = Pick<ChatResponse, 'message' | 'finish'>;

/** Message fields that are read here, or that every reply carries and no request may; all others are echoed. */
const knownFields: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'function_call',
  'refusal',
  'annotations',
  'audio',
  'index',
]);

/**
 * Reads a reply. Tool calls decide, not `finish_reason`: endpoints return `stop`, null or `tool_calls` with or without calls. Only
 * `length` and `content_filter` count, since a call in such a reply was cut and must never run.
 */
export function readReply(reply: WireReply, reading: ReplyReading): Reading {
  const { message } = reply;
  const cutBy = cutReason(reply.finishReason);
  const content = readContent(message['content']);
  const thinking = splitThinking(content.text);
  const structured = structuredCalls(message, reading, cutBy !== undefined);
  const leaked =
    structured.length === 0 && cutBy !== 'content_filter'
      ? leakedCalls(stripEndTokens(thinking.text), reading, cutBy !== undefined)
      : undefined;
  const toolCalls = leaked ?? structured;
  const text = leaked === undefined ? stripDebris(thinking.text) : '';
  const echoedText =
    reading.keepThinking === true && thinking.reasoning !== '' && leaked === undefined
      ? content.text
      : undefined;
  const reasoning = reasoningOf(message) ?? (content.reasoning || thinking.reasoning);
  const assistant: AssistantMessage = {
    role: 'assistant',
    content:
      text === '' && toolCalls.length === 0 ? (nonEmptyString(message['refusal']) ?? '') : text,
    toolCalls,
    ...(reasoning === '' ? {} : { reasoning }),
    ...opaqueFields(message, reading.affinity, echoedText),
  };
  return { message: assistant, finish: cutBy ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop') };
}

/** Vendors' own words for a reply that reached its limit: Anthropic and Gemini `max_tokens`, Mistral `model_length`. */
const lengthReasons =
  /^(?:length|(?:max|model)_length|max_(?:(?:output|completion|new)_)?tokens|token_limit|incomplete|truncated)$/i;

/** And for one that was withheld: Zhipu `sensitive`, Gemini `SAFETY` and its like. */
const filterReasons =
  /^(?:content_filter(?:ed)?|sensitive|safety|prohibited_content|recitation|blocklist|spii)$/i;

function cutReason(finishReason: string | undefined): 'length' | 'content_filter' | undefined {
  const reason = finishReason?.trim().replace(/[\s-]+/g, '_') ?? '';
  if (lengthReasons.test(reason)) return 'length';
  return filterReasons.test(reason) ? 'content_filter' : undefined;
}

function structuredCalls(
  message: JsonObject,
  { request, affinity, newId, nameRule }: ReplyReading,
  cut: boolean,
): readonly ToolCall[] {
  const legacy = message['function_call'];
  const items =
    message['tool_calls'] ?? (isJsonObject(legacy) ? [{ function: legacy }] : undefined);
  if (items === undefined) return [];
  return readToolCalls(items, {
    names: toolNames(request.tools, nameRule),
    schemaOf: (name) => request.tools.find((tool) => tool.name === name)?.inputSchema,
    affinity,
    cut,
    newId,
  });
}

/** Undefined where the text is no call. */
function leakedCalls(
  text: string,
  { request, affinity, newId, nameRule }: ReplyReading,
  cut: boolean,
): readonly ToolCall[] | undefined {
  const leaked = readLeakedCalls(text, request, nameRule);
  if (leaked === undefined) return undefined;
  // It was asked for an answer and wrote a call: it gave no answer.
  if (request.toolChoice === 'none') return [];
  const calls = readToolCalls(
    leaked.map(({ name, arguments: given }) => ({ function: { name, arguments: given } })),
    {
      names: toolNames(request.tools, nameRule),
      schemaOf: (name) => request.tools.find((tool) => tool.name === name)?.inputSchema,
      affinity,
      cut,
      newId,
    },
  );
  return calls.map((call, index) => {
    const unreadable = leaked[index]?.problem;
    if (cut || unreadable === undefined) return call;
    return { ...call, arguments: problem(text.trim(), unreadable) };
  });
}

/** The thinking as text, under the names endpoints give it. */
function reasoningOf(message: JsonObject): string | undefined {
  const direct =
    nonEmptyString(message['reasoning_content']) ?? nonEmptyString(message['reasoning']);
  if (direct !== undefined) return direct;
  const details = message['reasoning_details'];
  if (!Array.isArray(details)) return undefined;
  const texts = (details as readonly Json[]).map((entry) =>
    isJsonObject(entry)
      ? (nonEmptyString(entry['text']) ?? nonEmptyString(entry['summary']) ?? '')
      : '',
  );
  return nonEmptyString(texts.join(''));
}

function opaqueFields(
  message: JsonObject,
  affinity: Affinity,
  text: string | undefined,
): Pick<AssistantMessage, 'opaque'> {
  const kept = Object.entries(message).filter(([key, value]) => {
    if (knownFields.has(key) || value === undefined || value === null) return false;
    return value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  if (text !== undefined) kept.push(['content', text]);
  if (kept.length === 0) return {};
  const fields = Object.fromEntries(kept);
  return { opaque: { provider: affinity.provider, model: affinity.model, fields } };
}
