import type { Mode } from '@mini-agent/foundation/chat';
import type { Environment } from './environment.ts';
import { readVariable, shown } from './environment.ts';

const defaultModeOrder: readonly Mode[] = ['sampling', 'http', 'rule'];

export interface ModeOrder {
  readonly order: readonly Mode[];
  readonly problems: readonly string[];
}

/** Reads `LLM_MODE_ORDER`: a list that reorders or leaves out modes. One unknown name makes the default count. */
export function readModeOrder(env: Environment): ModeOrder {
  const value = readVariable(env, 'LLM_MODE_ORDER');
  if (value === undefined) return { order: defaultModeOrder, problems: [] };
  const names = value
    .split(/[,，、\s]+/)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !isMode(name));
  if (unknown.length > 0 || names.length === 0) {
    const problem = `LLM_MODE_ORDER is ${shown(value)}; allowed are sampling, http and rule, separated by commas. The default sampling,http,rule is used.`;
    return { order: defaultModeOrder, problems: [problem] };
  }
  return { order: [...new Set(names.filter(isMode))], problems: [] };
}

function isMode(name: string): name is Mode {
  return name === 'sampling' || name === 'http' || name === 'rule';
}
