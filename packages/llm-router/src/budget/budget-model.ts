import type { ChatModel, ChatRequest, ChatResponse } from '@mini-agent/foundation/chat';
import { abortReason } from '@mini-agent/foundation/time';
import type { Language } from '@mini-agent/foundation/tool';
import { ModelError } from '../errors.ts';
import { budgetMessage } from './texts.ts';
import type { Budget, BudgetOutcome } from './types.ts';

/** A longer delay would make setTimeout fire at once (2^31 − 1 ms). */
const longestTimerMs = 2_147_483_647;

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
      const ms = budget.remainingMs();
      if (ms !== Infinity) return await askInTime({ model, budget, end, request, options }, ms);
      try {
        return record(await model.complete(request, options), budget);
      } finally {
        end();
      }
    },
  };
}

function record(response: ChatResponse, budget: Budget): ChatResponse {
  if (response.mode !== 'rule') budget.record(response.usage, response);
  return response;
}

interface TimedCall {
  readonly model: ChatModel;
  readonly budget: Budget;
  /** Told when the model has answered, which may be after its caller gave up. */
  readonly end: () => void;
  readonly request: ChatRequest;
  readonly options: Parameters<ChatModel['complete']>[1];
}

/** With one timer, and one listener on the caller's signal. A reply that comes after its caller gave up is still recorded. */
function askInTime(call: TimedCall, ms: number): Promise<ChatResponse> {
  const { model, budget, end, request, options } = call;
  const { signal } = options;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    // What a model throws is passed on as it is.
    const refuse: (error: unknown) => void = reject;
    const clear = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const stop = (reason: Error, error: ModelError): void => {
      clear();
      controller.abort(reason);
      reject(error);
    };
    const onAbort = (): void => {
      const error = new ModelError('aborted', 'The model call was aborted.');
      stop(abortReason(signal), error);
    };
    const onTimeout = (): void => {
      const reason = new DOMException(`Timed out after ${ms} ms`, 'TimeoutError');
      stop(reason, usedUp('budget_time', request.language));
    };
    const onFailure = (error: unknown): void => {
      clear();
      end();
      refuse(error);
    };
    const onReply = (response: ChatResponse): void => {
      clear();
      try {
        resolve(record(response, budget));
      } catch (error) {
        refuse(error);
      }
      end();
    };
    const timer = setTimeout(onTimeout, Math.min(ms, longestTimerMs));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    try {
      const timed = { ...options, signal: controller.signal };
      Promise.resolve(model.complete(request, timed)).then(onReply, onFailure);
    } catch (error) {
      onFailure(error);
    }
  });
}

function usedUp(outcome: BudgetOutcome, language: Language): ModelError {
  return new ModelError('budget', budgetMessage(outcome, language), { details: { outcome } });
}
