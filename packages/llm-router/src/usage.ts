import type { Usage } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject } from './json.ts';

/** Characters per token where an endpoint reports no usage: about four for Latin text, 1.5 for Han, kana and Hangul. */
const latinCharsPerToken = 4;
const cjkCharsPerToken = 1.5;

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Tokens of a text, estimated. */
export function estimateTokens(text: string): number {
  const cjkChars = text.match(cjk)?.length ?? 0;
  return Math.ceil((text.length - cjkChars) / latinCharsPerToken + cjkChars / cjkCharsPerToken);
}

/** The usage an endpoint reported, or undefined where it reported none that can be believed. */
export function reportedUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = count(raw['prompt_tokens'] ?? raw['input_tokens']);
  const outputTokens = count(raw['completion_tokens'] ?? raw['output_tokens']);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  if (inputTokens + outputTokens === 0) return undefined;
  const cost = raw['cost'];
  const cached = cachedTokens(raw);
  return {
    inputTokens,
    ...(cached === undefined ? {} : { cachedInputTokens: Math.min(cached, inputTokens) }),
    outputTokens,
    totalTokens: count(raw['total_tokens']) ?? inputTokens + outputTokens,
    estimated: false,
    ...(typeof cost === 'number' && cost >= 0 ? { costUsd: cost } : {}),
  };
}

/** The names in use: OpenAI's, its newer API's, DeepSeek's, Moonshot's, Anthropic's. */
function cachedTokens(raw: JsonObject): number | undefined {
  const details = [raw['prompt_tokens_details'], raw['input_tokens_details']].find(isJsonObject);
  return count(
    details?.['cached_tokens'] ??
      raw['prompt_cache_hit_tokens'] ??
      raw['cached_tokens'] ??
      raw['cache_read_input_tokens'],
  );
}

/** Usage counted from the texts. */
export function estimatedUsage(input: string, output: string): Usage {
  const inputTokens = estimateTokens(input);
  const outputTokens = estimateTokens(output);
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, estimated: true };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? Math.round(value)
    : undefined;
}
