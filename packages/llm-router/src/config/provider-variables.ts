import type { Environment } from './environment.ts';
import { readVariable, shown } from './environment.ts';
import type { Notes } from './place.ts';
import type { ProviderConfig } from './provider.ts';
import { baseUrlProblem, needsKey, readKey } from './provider.ts';

/** The name of the provider that `LLM_API_KEY`, `LLM_BASE_URL` and `LLM_MODEL` make. */
export const defaultName = 'default';

const defaultMaxTokens = 4096;

/** Reads `LLM_MAX_TOKENS`. */
export function readMaxTokens(env: Environment, problems: string[]): number {
  const value = readVariable(env, 'LLM_MAX_TOKENS');
  if (value === undefined) return defaultMaxTokens;
  if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value);
  problems.push(
    `LLM_MAX_TOKENS is ${shown(value)}; allowed is a whole number above 0. The default ${defaultMaxTokens} is used.`,
  );
  return defaultMaxTokens;
}

/** The provider of the variables: undefined where none of them is set, `refused` with a problem where they do not reach a model. */
export function providerFromVariables(
  env: Environment,
  { maxOutputTokens, notes }: { readonly maxOutputTokens: number; readonly notes: Notes },
): ProviderConfig | 'refused' | undefined {
  const baseUrl = readVariable(env, 'LLM_BASE_URL');
  const model = readVariable(env, 'LLM_MODEL');
  const key = readKey(readVariable(env, 'LLM_API_KEY'), 'LLM_API_KEY');
  notes.problems.push(...key.problems);
  notes.warnings.push(...key.warnings);
  const names = ['LLM_API_KEY', 'LLM_BASE_URL', 'LLM_MODEL'];
  const set = names.filter((name) => readVariable(env, name) !== undefined);
  if (set.length === 0) return undefined;
  const problem = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl, 'LLM_BASE_URL');
  if (problem !== undefined) {
    notes.problems.push(problem);
    return 'refused';
  }
  const optional = baseUrl !== undefined && !needsKey(baseUrl) ? ['LLM_API_KEY'] : [];
  const missing = names.filter((name) => !set.includes(name) && !optional.includes(name));
  if (missing.length > 0) {
    notes.problems.push(
      `${missing.join(' and ')} missing: ${set.join(' and ')} alone ${set.length === 1 ? 'does' : 'do'} not reach a model. HTTP is off.`,
    );
    return 'refused';
  }
  if (baseUrl === undefined || model === undefined || key.problems.length > 0) return 'refused';
  return {
    provider: defaultName,
    baseUrl,
    model,
    maxOutputTokens,
    ...(key.key === undefined ? {} : { apiKey: key.key }),
  };
}
