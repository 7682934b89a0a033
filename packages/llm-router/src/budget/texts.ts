import type { Language } from '@mini-agent/foundation/tool';
import type { BudgetOutcome } from './types.ts';

const english: Readonly<Record<BudgetOutcome, string>> = {
  budget_tokens: 'The token budget of this run is used up; no further model request is made.',
  budget_cost: 'The cost budget of this run is used up; no further model request is made.',
  budget_time: 'The time budget of this run is used up; no further model request is made.',
  max_steps: 'All model calls that this run may make are made; no further one is made.',
};

const chinese: Readonly<Record<BudgetOutcome, string>> = {
  budget_tokens: '本次运行的 token 预算已用完，不再向模型发送请求。',
  budget_cost: '本次运行的费用预算已用完，不再向模型发送请求。',
  budget_time: '本次运行的时间预算已用完，不再向模型发送请求。',
  max_steps: '本次运行允许的模型调用次数已用完，不再向模型发送请求。',
};

export function budgetMessage(outcome: BudgetOutcome, language: Language | undefined): string {
  return language === 'zh' ? chinese[outcome] : english[outcome];
}

/** What a model is told whose call of a tool is over the limit. */
export function toolLimitMessage(
  tool: string,
  limit: number,
  language: Language | undefined,
): string {
  if (language === 'zh') {
    return `${tool} 在本次运行中最多可调用 ${limit} 次，已达上限，这次没有执行。不要再调用它：请改用其他工具，或根据已有的信息作答。`;
  }
  return `${tool} may be called ${limit} times in this run, and was; this call did not run. Do not call it again: use another tool, or answer with what you have.`;
}
