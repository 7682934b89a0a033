import type { ChatModel } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { createSamplingModel } from '@mini-agent/llm-router';
import type { SamplingModelOptions } from '@mini-agent/llm-router';

export interface Client {
  readonly model: ChatModel;
  readonly seen: readonly JsonObject[];
}

/** A client whose answers are given; an Error is thrown. */
export function client(
  answers: readonly unknown[],
  more: Partial<SamplingModelOptions> = {},
): Client {
  const seen: JsonObject[] = [];
  const model = createSamplingModel({
    supportsTools: true,
    createMessage: (params) => {
      const answer = answers[seen.length];
      seen.push(params);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    ...more,
  });
  return { model, seen };
}

export function rpcError(code: number, message = 'x'): Error {
  return Object.assign(new Error(message), { code });
}

export const text: (answer: string) => object = (answer) => ({
  role: 'assistant',
  content: { type: 'text', text: answer },
  model: 'client-model',
  stopReason: 'endTurn',
});
