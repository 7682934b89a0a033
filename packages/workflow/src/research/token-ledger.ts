import type { Usage } from '@mini-agent/foundation/chat';

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A token is about four characters of Latin text, or one of Chinese, Japanese and Korean. */
const charactersPerToken = 4;

export function estimateTokens(text: string): number {
  const count = text.match(wide)?.length ?? 0;
  return count + Math.ceil((text.length - count) / charactersPerToken);
}

/** Adds up what the model has cost and knows what may still be spent. */
export interface TokenLedger {
  add(usage: Usage): void;
  /** Infinity without a limit. */
  left(): number;
  total(): Usage;
}

export function createTokenLedger(maxTokens: number | undefined): TokenLedger {
  let total: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false };
  return {
    add: (usage) => {
      const costUsd = (total.costUsd ?? 0) + (usage.costUsd ?? 0);
      total = {
        inputTokens: total.inputTokens + usage.inputTokens,
        outputTokens: total.outputTokens + usage.outputTokens,
        totalTokens: total.totalTokens + usage.totalTokens,
        estimated: total.estimated || usage.estimated,
        ...(costUsd === 0 ? {} : { costUsd }),
      };
    },
    left: () => (maxTokens ?? Infinity) - total.totalTokens,
    total: () => total,
  };
}
