import type { ChatRequest, ChatResponse } from '@mini-agent/foundation/chat';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import type { Affinity } from '../conversation/call-ids.ts';
import { isJsonObject, nonEmptyString } from '../json.ts';
import { readReply } from '../reply/read-reply.ts';
import { readTextReply } from '../reply/text-protocol-reply.ts';

export interface SamplingReading {
  readonly request: ChatRequest;
  readonly affinity: Affinity;
  readonly supportsTools: boolean;
  readonly newId: () => string;
}

/**
 * Reads what a client answered: content is one block or an array, calls decide over `stopReason`, and `maxTokens` cuts them. Undefined
 * where it is no result at all.
 */
export function readSamplingResult(
  result: unknown,
  reading: SamplingReading,
): (Pick<ChatResponse, 'message' | 'finish'> & { readonly model: string | undefined }) | undefined {
  if (!isJsonObject(result) || result['content'] === undefined) return undefined;
  const content = result['content'];
  const blocks: readonly Json[] = Array.isArray(content) ? (content as readonly Json[]) : [content];
  const calls = blocks.filter(
    (block): block is JsonObject => isJsonObject(block) && block['type'] === 'tool_use',
  );
  const message: JsonObject = {
    content: blocks.filter((block) => !isJsonObject(block) || block['type'] !== 'tool_use'),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toItem) }),
  };
  const finishReason = result['stopReason'] === 'maxTokens' ? 'length' : undefined;
  const model = nonEmptyString(result['model']);
  const read = readReply({ message, finishReason, usage: undefined, model }, reading);
  if (reading.supportsTools || read.message.toolCalls.length > 0) return { ...read, model };
  return { ...readTextReply(read.message.content, read.finish, reading), model };
}

/** A tool_use block as the item of `tool_calls` it stands for; its other fields (`_meta`) are kept for the echo. */
function toItem(block: JsonObject): JsonObject {
  const { name, input, ...rest } = block;
  return { ...rest, function: { name, arguments: input } };
}
