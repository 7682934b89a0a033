import type { ChatModel, ChatResponse } from '@mini-agent/foundation/chat';
import { abortable, startDeadline } from '@mini-agent/foundation/time';
import type { Language } from '@mini-agent/foundation/tool';
import { ModelError } from '../errors.ts';
import { budgetMessage } from './texts.ts';
import type { Budget, BudgetOutcome } from './types.ts';

/**
 * A model whose requests need room in the budget. Without it a request is not made: it rejects with the code `budget`, and
 * `details.outcome` says which limit it was. What a reply used is recorded, also of callers side by side; replies of rules are free.
 * When the budget's time is up, a request under way is given up.
 */
export function withBudget(model: ChatModel, budget: Budget): ChatModel {
  return {
    complete: async (request, options) => {
      const outcome = budget.exhausted();
      if (outcome !== undefined) throw usedUp(outcome, request.language);
      const end = budget.beginModelCall();
      // Recorded here, so that a reply that comes after its caller gave up still counts.
      const ask = async (signal: AbortSignal): Promise<ChatResponse> => {
        try {
          const response = await model.complete(request, { ...options, signal });
          if (response.mode !== 'rule') budget.record(response.usage, response);
          return response;
        } finally {
          end();
        }
      };
      const ms = budget.remainingMs();
      if (ms === Infinity) return ask(options.signal);
      return inTime(ask, { ms, signal: options.signal, language: request.language });
    },
  };
}

async function inTime(
  ask: (signal: AbortSignal) => Promise<ChatResponse>,
  limit: { readonly ms: number; readonly signal: AbortSignal; readonly language: Language },
): Promise<ChatResponse> {
  const deadline = startDeadline(limit.ms, limit.signal);
  try {
    return await abortable(ask(deadline.signal), deadline.signal);
  } catch (error) {
    if (deadline.expired()) throw usedUp('budget_time', limit.language);
    if (limit.signal.aborted) throw new ModelError('aborted', 'The model call was aborted.');
    throw error;
  } finally {
    deadline.clear();
  }
}

function usedUp(outcome: BudgetOutcome, language: Language): ModelError {
  return new ModelError('budget', budgetMessage(outcome, language), { details: { outcome } });
}
