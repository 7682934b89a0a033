import { createContext, Script } from 'node:vm';
import { spend } from './scope.ts';
import type { Scope } from './scope.ts';

/** Longer patterns are not tried: no hand-written one is. */
const longestPattern = 1_000;

/** A pattern comes from whoever wrote the schema, often another server; one that needs longer is not checked here. */
const longestTestMs = 50;

/** What a test costs of the work that one validation may do; a pattern that ran into the limit costs a tenth of it. */
const guardedCost = 20;
const slowCost = 50_000;

/**
 * Whether `text` matches, with the time bounded for any pattern. A pattern that is invalid, too long or too slow counts
 * as matched: the tool still checks its own input.
 */
export function matchesPattern(pattern: string, text: string, scope: Scope): boolean {
  if (pattern.length > longestPattern || scope.slowPatterns.has(pattern)) return true;
  const expression = compile(pattern);
  if (!expression) return true;
  if (isSurelyFast(pattern, text)) return expression.test(text);
  spend(scope, guardedCost);
  if (scope.left < 0) return true;
  return testGuarded(expression, text, () => {
    scope.slowPatterns.add(pattern);
    spend(scope, slowCost);
  });
}

function compile(pattern: string): RegExp | undefined {
  // JSON Schema asks for Unicode expressions; older schemas hold some that are only valid without the flag.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** At most one open-ended repetition, none of a group, and a short text: at worst quadratic, which is under a millisecond. */
function isSurelyFast(pattern: string, text: string): boolean {
  if (text.length > 1_000 || /\)[*+?{]|\\[1-9k]/.test(pattern)) return false;
  const openEnded = pattern.match(/[*+]|\{\d*,/g)?.length ?? 0;
  const optional = pattern.match(/\?/g)?.length ?? 0;
  return openEnded <= 1 && optional <= 8;
}

/** The engine's own time limit interrupts a backtracking search, which no timer of ours could. */
function testGuarded(expression: RegExp, text: string, onSlow: () => void): boolean {
  try {
    const context = createContext({ expression, text });
    const script = new Script('expression.test(text)');
    return script.runInContext(context, { timeout: longestTestMs }) === true;
  } catch {
    onSlow();
    return true;
  }
}
