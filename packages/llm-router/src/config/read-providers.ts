import { readFileSync, statSync } from 'node:fs';
import type { Mode } from '@mini-agent/foundation/chat';
import type { Environment } from './environment.ts';
import { readVariable, shown } from './environment.ts';
import { readModeOrder } from './mode-order.ts';
import type { ProviderConfig } from './provider.ts';
import { baseUrlProblem, needsKey, readKey } from './provider.ts';
import type { ProviderFile } from './provider-file.ts';
import { readProviderEntry, readProviderFile } from './provider-file.ts';

export interface ReadProvidersOptions {
  /** Text of a file; throws where it cannot be read. */
  readonly readFile?: (path: string) => string;
  /** Permission bits of a file, or undefined where the platform has none. */
  readonly fileMode?: (path: string) => number | undefined;
}

export interface Providers {
  /** The endpoints to use, in order; empty = no direct HTTP. */
  readonly providers: readonly ProviderConfig[];
  readonly modeOrder: readonly Mode[];
  /** What is configured and cannot work as it stands: one sentence each, naming the variable, what was given and what is allowed. */
  readonly problems: readonly string[];
  /** What works, but should be put right. */
  readonly warnings: readonly string[];
}

const defaultMaxTokens = 4096;
const defaultName = 'default';

/**
 * Reads `LLM_API_KEY`, `LLM_BASE_URL`, `LLM_MODEL`, `LLM_MAX_TOKENS`, `LLM_PROVIDER`, `LLM_PROVIDERS_PATH` and `LLM_MODE_ORDER`. A name
 * that is not there or a file that cannot be read switches HTTP off and is a problem: it never falls to another vendor. No message
 * holds a key.
 */
export function readProviders(env: Environment, options: ReadProvidersOptions = {}): Providers {
  const problems: string[] = [];
  const warnings: string[] = [];
  const modes = readModeOrder(env);
  problems.push(...modes.problems);
  const maxOutputTokens = readMaxTokens(env, problems);
  const file = readFile(env, options, { problems, warnings });
  const providers =
    file === 'broken' ? [] : choose(env, { file, maxOutputTokens, problems, warnings });
  return { providers, modeOrder: modes.order, problems, warnings };
}

interface Findings {
  readonly problems: string[];
  readonly warnings: string[];
}

function readMaxTokens(env: Environment, problems: string[]): number {
  const value = readVariable(env, 'LLM_MAX_TOKENS');
  if (value === undefined) return defaultMaxTokens;
  if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value);
  problems.push(
    `LLM_MAX_TOKENS is ${shown(value)}; allowed is a whole number above 0. The default ${defaultMaxTokens} is used.`,
  );
  return defaultMaxTokens;
}

function readFile(
  env: Environment,
  options: ReadProvidersOptions,
  { problems, warnings }: Findings,
): ProviderFile | 'broken' | undefined {
  const path = readVariable(env, 'LLM_PROVIDERS_PATH');
  if (path === undefined) return undefined;
  const label = `LLM_PROVIDERS_PATH (${path})`;
  let text: string;
  try {
    text = (options.readFile ?? ((name) => readFileSync(name, 'utf8')))(path);
  } catch {
    problems.push(`${label} cannot be read; name a JSON file that exists. HTTP is off.`);
    return 'broken';
  }
  const mode = (options.fileMode ?? permissionBits)(path);
  if (mode !== undefined && (mode & 0o077) !== 0) {
    warnings.push(`${label} can be read by other users; run: chmod 600 ${shown(path)}`);
  }
  const { file, problem } = readProviderFile(text, label);
  if (file !== undefined) return file;
  problems.push(problem);
  return 'broken';
}

function permissionBits(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    return statSync(path).mode;
  } catch {
    return undefined;
  }
}

interface Choice extends Findings {
  readonly file: ProviderFile | undefined;
  readonly maxOutputTokens: number;
}

/** The named providers in order; one that cannot be used switches all off, since the next one may be another vendor. */
function choose(env: Environment, choice: Choice): readonly ProviderConfig[] {
  const given = readVariable(env, 'LLM_PROVIDER');
  const names = (given ?? defaultName)
    .split(/[,，、]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const providers: ProviderConfig[] = [];
  let complete = true;
  for (const name of new Set(names)) {
    const provider = choice.file?.entries.has(name)
      ? fromFile(name, choice.file, { env, choice })
      : name === defaultName
        ? fromVariables(env, given, choice)
        : unknownName(name, env, choice);
    if (provider === undefined) complete = false;
    else providers.push(provider);
  }
  return complete ? providers : [];
}

function fromFile(
  name: string,
  file: ProviderFile,
  { env, choice }: { readonly env: Environment; readonly choice: Choice },
): ProviderConfig | undefined {
  const label = `LLM_PROVIDERS_PATH (${readVariable(env, 'LLM_PROVIDERS_PATH') ?? ''})`;
  const read = readProviderEntry(name, file.entries.get(name), {
    label,
    maxOutputTokens: choice.maxOutputTokens,
  });
  choice.problems.push(...read.problems);
  choice.warnings.push(...read.warnings);
  return read.provider;
}

function unknownName(
  name: string,
  env: Environment,
  { file, problems }: Choice,
): ProviderConfig | undefined {
  if (file === undefined) {
    problems.push(
      `LLM_PROVIDER is ${shown(env['LLM_PROVIDER'])}, but LLM_PROVIDERS_PATH names no file with providers; set it, or unset LLM_PROVIDER to use LLM_API_KEY, LLM_BASE_URL and LLM_MODEL. HTTP is off.`,
    );
    return undefined;
  }
  const known = [...file.entries.keys()];
  problems.push(
    `LLM_PROVIDER is ${shown(env['LLM_PROVIDER'])}, but there is no provider ${shown(name)}; allowed are ${known.length === 0 ? 'none, the file is empty' : known.join(', ')}. HTTP is off.`,
  );
  return undefined;
}

/** `LLM_API_KEY`, `LLM_BASE_URL` and `LLM_MODEL`; none of them set means no HTTP, some of them set is a problem. */
function fromVariables(
  env: Environment,
  given: string | undefined,
  choice: Choice,
): ProviderConfig | undefined {
  const baseUrl = readVariable(env, 'LLM_BASE_URL');
  const model = readVariable(env, 'LLM_MODEL');
  const key = readKey(readVariable(env, 'LLM_API_KEY'), 'LLM_API_KEY');
  choice.problems.push(...key.problems);
  choice.warnings.push(...key.warnings);
  const values = {
    LLM_API_KEY: readVariable(env, 'LLM_API_KEY'),
    LLM_BASE_URL: baseUrl,
    LLM_MODEL: model,
  };
  const isSet = ([, value]: readonly [string, string | undefined]): boolean => value !== undefined;
  const set = Object.entries(values).filter(isSet);
  if (set.length === 0) {
    const problem = nothingChosen(given, choice);
    if (problem !== undefined) choice.problems.push(problem);
    return undefined;
  }
  if (baseUrl !== undefined) {
    const problem = baseUrlProblem(baseUrl, 'LLM_BASE_URL');
    if (problem !== undefined) {
      choice.problems.push(problem);
      return undefined;
    }
  }
  const optional = baseUrl !== undefined && !needsKey(baseUrl) ? ['LLM_API_KEY'] : [];
  const missing = Object.entries(values)
    .filter((entry) => !isSet(entry) && !optional.includes(entry[0]))
    .map(([name]) => name);
  if (missing.length > 0) {
    const names = set.map(([name]) => name).join(' and ');
    choice.problems.push(
      `${missing.join(' and ')} missing: ${names} alone ${set.length === 1 ? 'does' : 'do'} not reach a model. HTTP is off.`,
    );
    return undefined;
  }
  if (baseUrl === undefined || model === undefined || key.problems.length > 0) return undefined;
  return {
    provider: defaultName,
    baseUrl,
    model,
    maxOutputTokens: choice.maxOutputTokens,
    ...(key.key === undefined ? {} : { apiKey: key.key }),
  };
}

/** A file with providers of which none is chosen, or a `default` that is nowhere. */
function nothingChosen(given: string | undefined, { file }: Choice): string | undefined {
  if (file !== undefined && file.entries.size > 0) {
    const names = [...file.entries.keys()].join(', ');
    return `LLM_PROVIDER ${given === undefined ? 'is not set' : `is ${shown(given)}`} and the providers file has no "default"; allowed are ${names}. HTTP is off.`;
  }
  if (given === undefined) return undefined;
  return `LLM_PROVIDER is ${shown(given)}, but neither a providers file nor LLM_API_KEY, LLM_BASE_URL and LLM_MODEL define it. HTTP is off.`;
}
