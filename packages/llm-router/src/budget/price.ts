import type { ChatModel, Usage } from '@mini-agent/foundation/chat';
import { checkPrice } from './limits.ts';
import type { Price } from './types.ts';

const tokensPerPrice = 1_000_000;

/**
 * A model whose replies tell what they cost (`usage.costUsd`), counted from their tokens; input tokens from the provider's cache count
 * at their own price. A cost above 0 that the provider itself reported stays: it is what the provider bills.
 * @throws ModelError `bad_request` for a price that is no number from 0.
 */
export function withPrice(model: ChatModel, price: Price): ChatModel {
  checkPrice(price);
  return {
    complete: async (request, options) => {
      const response = await model.complete(request, options);
      const { usage } = response;
      const isReported = usage.costUsd !== undefined && usage.costUsd > 0;
      if (isReported) return response;
      return { ...response, usage: { ...usage, costUsd: costOf(usage, price) } };
    },
  };
}

function costOf({ inputTokens, outputTokens, cachedInputTokens = 0 }: Usage, price: Price): number {
  const cached = Math.min(cachedInputTokens, inputTokens);
  const { input, output, cachedInput = input } = price;
  const sum = (inputTokens - cached) * input + cached * cachedInput + outputTokens * output;
  return sum / tokensPerPrice;
}
