import type { ToolRunner } from '@mini-agent/foundation/chat';
import { toolLimit } from './limits.ts';
import { toolLimitMessage } from './texts.ts';
import type { Budget } from './types.ts';

/**
 * Tools whose calls are counted in the budget. A call over the limit of its tool is not made: its outcome is `denied`, with a message
 * for the model that says what to do instead.
 */
export function withToolBudget(tools: ToolRunner, budget: Budget): ToolRunner {
  return {
    list: (options) => tools.list(options),
    call: async (call, context) => {
      if (budget.takeToolCall(call.name)) return tools.call(call, context);
      const limit = toolLimit(budget.limits, call.name);
      const message = toolLimitMessage(call.name, limit, context.language);
      const outcome = { callId: call.id, ok: false, code: 'denied', message } as const;
      return { ...outcome, retry: false, durationMs: 0, tries: 0 };
    },
  };
}
