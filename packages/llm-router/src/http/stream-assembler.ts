import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject, nonEmptyString } from '../json.ts';
import type { WireReply } from '../reply/wire-reply.ts';
import { createCallCollector } from './stream-calls.ts';

/** Puts the chunks of a stream together into the reply they would have been in one piece. */
export interface StreamAssembler {
  /** Takes one chunk and returns its delta, for live display. */
  push(chunk: JsonObject): JsonObject;
  readonly finishReason: string | undefined;
  /** True once anything of a reply came. */
  readonly started: boolean;
  reply(): WireReply;
}

const handled: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'function_call',
  'index',
]);

export function createStreamAssembler(): StreamAssembler {
  const calls = createCallCollector();
  const fields = new Map<string, Json>();
  const parts: Json[] = [];
  let text = '';
  let legacyCall: { name: string; arguments: string } | undefined;
  let finishReason: string | undefined;
  let usage: Json | undefined;
  let model: string | undefined;
  let started = false;

  const take = (delta: JsonObject): void => {
    const content = delta['content'];
    if (typeof content === 'string' && parts.length === 0) text += content;
    else if (typeof content === 'string') parts.push(content);
    else if (Array.isArray(content)) parts.push(...(content as readonly Json[]));
    const items = delta['tool_calls'];
    if (items !== undefined && items !== null) calls.push(items);
    const legacy = delta['function_call'];
    if (isJsonObject(legacy)) {
      legacyCall ??= { name: '', arguments: '' };
      legacyCall.name += nonEmptyString(legacy['name']) ?? '';
      legacyCall.arguments += nonEmptyString(legacy['arguments']) ?? '';
    }
    for (const [key, value] of Object.entries(delta)) {
      if (handled.has(key) || value === undefined || value === null) continue;
      fields.set(key, merge(fields.get(key), value));
    }
  };

  return {
    push: (chunk) => {
      usage = usageOf(chunk) ?? usage;
      model ??= nonEmptyString(chunk['model']);
      const choice = firstChoice(chunk);
      const delta = choice['delta'] ?? choice['message'];
      finishReason = nonEmptyString(choice['finish_reason']) ?? finishReason;
      if (!isJsonObject(delta)) return {};
      started = true;
      take(delta);
      return delta;
    },
    get finishReason(): string | undefined {
      return finishReason;
    },
    get started(): boolean {
      return started || finishReason !== undefined;
    },
    reply: () => {
      const items = calls.items();
      const content = parts.length === 0 ? text : [...(text === '' ? [] : [text]), ...parts];
      const message: JsonObject = {
        ...Object.fromEntries(fields),
        role: 'assistant',
        content,
        ...(items.length === 0 ? {} : { tool_calls: items }),
        ...(legacyCall === undefined ? {} : { function_call: legacyCall }),
      };
      return { message, finishReason, usage, model };
    },
  };
}

/** The first choice of a chunk; a chunk may have none (usage only, keep-alive). */
function firstChoice(chunk: JsonObject): JsonObject {
  const choices = chunk['choices'];
  if (!Array.isArray(choices)) return {};
  const list = (choices as readonly Json[]).filter(isJsonObject);
  return list.find((choice) => (choice['index'] ?? 0) === 0) ?? {};
}

/** The usage of a chunk or a completion; Groq tells a part of it under `x_groq`. */
export function usageOf(chunk: JsonObject): JsonObject | undefined {
  const own = isJsonObject(chunk['usage']) ? chunk['usage'] : undefined;
  const groq = isJsonObject(chunk['x_groq']) ? chunk['x_groq']['usage'] : undefined;
  return isJsonObject(groq) ? { ...groq, ...own } : own;
}

/** Strings grow, arrays grow by their blocks, everything else is replaced. */
function merge(known: Json | undefined, value: Json): Json {
  if (typeof value === 'string') return typeof known === 'string' ? known + value : value;
  if (!Array.isArray(value)) return value;
  const blocks: Json[] = Array.isArray(known) ? [...(known as readonly Json[])] : [];
  for (const block of value as readonly Json[]) {
    const last = blocks.at(-1);
    if (isJsonObject(block) && isJsonObject(last) && continues(last, block)) {
      blocks[blocks.length - 1] = mergeBlocks(last, block);
    } else blocks.push(block);
  }
  return blocks;
}

/** Pieces of one reasoning block share type and index (OpenRouter). */
function continues(last: JsonObject, next: JsonObject): boolean {
  return (
    next['index'] !== undefined && last['index'] === next['index'] && last['type'] === next['type']
  );
}

function mergeBlocks(last: JsonObject, next: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...last };
  for (const [key, value] of Object.entries(next)) {
    const known = merged[key];
    const grows = key === 'text' || key === 'summary' || key === 'data';
    if (grows && typeof known === 'string' && typeof value === 'string')
      merged[key] = known + value;
    else if (value !== undefined && value !== null) merged[key] = value;
  }
  return merged;
}
