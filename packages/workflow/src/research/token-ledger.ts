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
  /** Without a usage, or with one that holds no numbers, nothing is known to have been spent. */
  add(usage: Partial<Usage> | undefined): void;
  /** Infinity without a limit. */
  left(): number;
  total(): Usage;
}

export function createTokenLedger(maxTokens: number | undefined): TokenLedger {
  const limit = maxTokens === undefined || Number.isNaN(maxTokens) ? Infinity : maxTokens;
  let total: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false };
  return {
    add: (usage) => {
      const costUsd = (total.costUsd ?? 0) + countOf(usage?.costUsd);
      total = {
        inputTokens: total.inputTokens + countOf(usage?.inputTokens),
        outputTokens: total.outputTokens + countOf(usage?.outputTokens),
        totalTokens: total.totalTokens + countOf(usage?.totalTokens),
        estimated: total.estimated || usage?.estimated !== false,
        ...(costUsd === 0 ? {} : { costUsd }),
      };
    },
    left: () => limit - total.totalTokens,
    total: () => total,
  };
}

function countOf(value: number | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
