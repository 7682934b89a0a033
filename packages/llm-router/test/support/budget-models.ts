import type { ChatModel, ChatResponse, Usage } from '@mini-agent/foundation/chat';

export function usageOf(
  inputTokens: number,
  outputTokens: number,
  more: Partial<Usage> = {},
): Usage {
  const totalTokens = inputTokens + outputTokens;
  return { inputTokens, outputTokens, totalTokens, estimated: false, ...more };
}

export function responseOf(usage: Usage, mode: ChatResponse['mode'] = 'http'): ChatResponse {
  return {
    message: { role: 'assistant', content: 'text', toolCalls: [] },
    finish: 'stop',
    usage,
    mode,
    provider: 'acme',
    model: 'large',
    fallbacks: [],
  };
}

/** A model that gives these usages one after the other, and counts its requests. */
export function spending(
  usages: readonly Usage[],
): ChatModel & { readonly requests: () => number } {
  let count = 0;
  return {
    requests: () => count,
    complete: () => {
      const usage = usages[count] ?? usageOf(1, 1);
      count += 1;
      return Promise.resolve(responseOf(usage));
    },
  };
}

/** A model whose replies come when the test says so. */
export function held(): ChatModel & { readonly settle: ((reply: ChatResponse | Error) => void)[] } {
  const settle: ((reply: ChatResponse | Error) => void)[] = [];
  return {
    settle,
    complete: () =>
      new Promise((resolve, reject) => {
        settle.push((reply) => {
          if (reply instanceof Error) reject(reply);
          else resolve(reply);
        });
      }),
  };
}
