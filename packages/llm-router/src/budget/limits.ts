import { ModelError } from '../errors.ts';
import type { BudgetLimits, BudgetSpent, Price } from './types.ts';

/** How many calls of a tool the limits allow; Infinity without a limit for it. */
export function toolLimit({ maxToolCalls }: BudgetLimits, tool: string): number {
  if (maxToolCalls === undefined) return Infinity;
  if (typeof maxToolCalls === 'number') return maxToolCalls;
  return Object.hasOwn(maxToolCalls, tool) ? (maxToolCalls[tool] ?? Infinity) : Infinity;
}

/** A limit that is no number would never be reached. */
export function checkLimits(limits: BudgetLimits): void {
  const { maxToolCalls, ...others } = limits;
  for (const [name, value] of Object.entries(others)) checkLimit(`limits.${name}`, value);
  if (typeof maxToolCalls !== 'object') {
    checkLimit('limits.maxToolCalls', maxToolCalls);
    return;
  }
  for (const [tool, value] of Object.entries(maxToolCalls)) {
    checkLimit(`limits.maxToolCalls of ${tool}`, value);
  }
}

const sums = [
  'modelCalls',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'costUsd',
  'unpricedCalls',
  'startedAt',
] as const;

export function checkSpent(spent: BudgetSpent): void {
  for (const name of sums) checkCount(`spent.${name}`, spent[name]);
  for (const [tool, count] of Object.entries(spent.toolCalls)) {
    checkCount(`spent.toolCalls of ${tool}`, count);
  }
}

export function checkPrice({ input, output, cachedInput }: Price): void {
  checkCount('price.input', input);
  checkCount('price.output', output);
  if (cachedInput !== undefined) checkCount('price.cachedInput', cachedInput);
}

/** A limit may be left open, or be without end. */
function checkLimit(name: string, value: unknown): void {
  if (value !== undefined && value !== Infinity) checkCount(name, value);
}

function checkCount(name: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return;
  const given = typeof value === 'number' ? String(value) : typeof value;
  throw new ModelError('bad_request', `${name} must be a number from 0, not ${given}.`);
}
