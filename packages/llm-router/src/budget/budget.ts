import type { ChatResponse, Usage } from '@mini-agent/foundation/chat';
import { checkLimits, checkSpent, toolLimit } from './limits.ts';
import type { Budget, BudgetLimits, BudgetOptions, BudgetOutcome, BudgetSpent } from './types.ts';

/**
 * One budget for one run. Give its model to the run as `withBudget(model, budget)` and its tools as `withToolBudget(tools, budget)`;
 * nested runs that are given the same wrapped model and tools share it. Requests that were under way when a limit was reached still
 * count, so that a limit of tokens or cost can be passed by what they use.
 * @throws ModelError `bad_request` for a limit or a `spent` that is no number from 0.
 */
export function createBudget(limits: BudgetLimits, options: BudgetOptions = {}): Budget {
  checkLimits(limits);
  if (options.spent !== undefined) checkSpent(options.spent);
  const now = options.now ?? Date.now;
  const tools = new Map(Object.entries(options.spent?.toolCalls ?? {}));
  const unpriced = new Set<string>();
  let sums: Sums = options.spent ?? { ...nothing, startedAt: now() };
  let underWay = 0;

  const warn = (by: Pick<ChatResponse, 'provider' | 'model'>): void => {
    const name = `${by.provider}/${by.model}`;
    if (limits.maxCostUsd === undefined || unpriced.has(name)) return;
    unpriced.add(name);
    const text = `The cost limit does not count replies of ${name}: its price is not known. Give the provider a price, or set a limit of tokens.`;
    tell(() => options.onWarning?.(text));
  };
  return {
    limits,
    get spent() {
      return { ...sums, toolCalls: Object.fromEntries(tools) };
    },
    exhausted: () => reached(limits, sums, { underWay, now: now() }),
    remainingMs: () => Math.max(0, (limits.timeoutMs ?? Infinity) - (now() - sums.startedAt)),
    record: (usage, by = { provider: 'unknown', model: 'unknown' }) => {
      sums = added(sums, usage);
      if (isUnpriced(usage)) warn(by);
      if (options.onRecord) tell(options.onRecord);
    },
    beginModelCall: () => {
      let isOpen = true;
      underWay += 1;
      return () => {
        if (isOpen) underWay -= 1;
        isOpen = false;
      };
    },
    takeToolCall: (tool) => {
      const count = tools.get(tool) ?? 0;
      if (count >= toolLimit(limits, tool)) return false;
      tools.set(tool, count + 1);
      return true;
    },
  };
}

/** A listener is the caller's code; a reply that was paid for must not be lost for it. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch {
    return;
  }
}

type Sums = Omit<
  { readonly [Key in keyof BudgetSpent as string extends Key ? never : Key]: BudgetSpent[Key] },
  'toolCalls'
>;

const nothing: Omit<Sums, 'startedAt'> = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  cachedInputTokens: 0,
  costUsd: 0,
  unpricedCalls: 0,
  estimated: false,
};

function added(sums: Sums, usage: Usage): Sums {
  return {
    modelCalls: sums.modelCalls + 1,
    inputTokens: sums.inputTokens + usage.inputTokens,
    outputTokens: sums.outputTokens + usage.outputTokens,
    totalTokens: sums.totalTokens + usage.totalTokens,
    cachedInputTokens: sums.cachedInputTokens + (usage.cachedInputTokens ?? 0),
    costUsd: sums.costUsd + (usage.costUsd ?? 0),
    unpricedCalls: sums.unpricedCalls + (isUnpriced(usage) ? 1 : 0),
    estimated: sums.estimated || usage.estimated,
    startedAt: sums.startedAt,
  };
}

/** What used nothing costs nothing, whatever its price. */
function isUnpriced({ costUsd, totalTokens, estimated }: Usage): boolean {
  return costUsd === undefined && (totalTokens > 0 || estimated);
}

/** Sums of binary fractions fall a little short: ten replies of 0.1 are 0.9999999999999999. */
const roundingSlack = 1 + 1e-12;

function reached(
  limits: BudgetLimits,
  sums: Sums,
  { underWay, now }: { readonly underWay: number; readonly now: number },
): BudgetOutcome | undefined {
  const { maxInputTokens = Infinity, maxOutputTokens = Infinity, maxCostUsd = Infinity } = limits;
  if (now - sums.startedAt >= (limits.timeoutMs ?? Infinity)) return 'budget_time';
  if (sums.inputTokens >= maxInputTokens || sums.outputTokens >= maxOutputTokens) {
    return 'budget_tokens';
  }
  if (sums.costUsd * roundingSlack >= maxCostUsd) return 'budget_cost';
  return sums.modelCalls + underWay >= (limits.maxModelCalls ?? Infinity) ? 'max_steps' : undefined;
}
