import { readFileSync, statSync } from 'node:fs';
import type { Mode } from '@mini-agent/foundation/chat';
import { redactSecrets, secret } from '@mini-agent/foundation/secret';
import type { BudgetLimits } from '../budget/types.ts';
import type { ProfileRow } from '../http/profile.ts';
import { isJsonObject } from '../json.ts';
import type { Environment } from './environment.ts';
import { readVariable, shown } from './environment.ts';
import { readModeOrder } from './mode-order.ts';
import type { Notes } from './place.ts';
import { defined, fieldOf } from './place.ts';
import type { ProviderConfig } from './provider.ts';
import { readProviderEntry } from './provider-entry.ts';
import type { ProviderFile } from './provider-file.ts';
import { readProviderFile } from './provider-file.ts';
import { defaultName, providerFromVariables, readMaxTokens } from './provider-variables.ts';

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
  /** What is configured and cannot work as it stands: one sentence each, naming the variable or the file and the path in it, what was given and what is allowed. */
  readonly problems: readonly string[];
  /** What works, but should be put right; among it, faults of entries that are not chosen. */
  readonly warnings: readonly string[];
  /** What one run may use, from the file's `budget`. */
  readonly budget?: BudgetLimits;
  /** The file's own `profiles`; each provider has them as well. */
  readonly profiles: readonly ProfileRow[];
}

/**
 * Reads `LLM_API_KEY`, `LLM_BASE_URL`, `LLM_MODEL`, `LLM_MAX_TOKENS`, `LLM_PROVIDER`, `LLM_PROVIDERS_PATH` and `LLM_MODE_ORDER`. A name
 * that is not there or a file that cannot be read switches HTTP off and is a problem: it never falls to another vendor. No message
 * holds a key.
 */
export function readProviders(env: Environment, options: ReadProvidersOptions = {}): Providers {
  const notes: Notes = { problems: [], warnings: [] };
  const modes = readModeOrder(env);
  notes.problems.push(...modes.problems);
  const maxOutputTokens = readMaxTokens(env, notes.problems);
  const before = notes.problems.length;
  const file = readFile(env, options, notes);
  // A budget that cannot be read must not let a run go on without one.
  const isBroken = notes.problems.length > before;
  const chosen = file === 'broken' ? [] : choose(env, { file, maxOutputTokens, notes });
  const clean = cleaner(env, file);
  return {
    providers: isBroken ? [] : chosen,
    modeOrder: modes.order,
    problems: notes.problems.map(clean),
    warnings: notes.warnings.map(clean),
    profiles: typeof file === 'object' ? file.rows : [],
    ...defined({ budget: typeof file === 'object' ? file.budget : undefined }),
  };
}

/** Whatever stands in the place of a key or a header is in no message, wherever else it stands. */
function cleaner(
  env: Environment,
  file: ProviderFile | 'broken' | undefined,
): (text: string) => string {
  const entries = typeof file === 'object' ? [...file.entries.values()] : [];
  const values = entries
    .filter(isJsonObject)
    .flatMap(({ apiKey, apiKeyEnv, headers }) => [
      apiKey,
      typeof apiKeyEnv === 'string' ? env[apiKeyEnv] : undefined,
      ...(isJsonObject(headers) ? Object.values(headers) : []),
    ]);
  const known = [env['LLM_API_KEY'], ...values]
    .filter((value) => typeof value === 'string')
    .map((value) => secret(value.trim()))
    .filter((key) => key.reveal().length >= shortestKey);
  return (text) => redactSecrets(text, known);
}

/** A shorter text is no key, and replacing it would make a message unreadable. */
const shortestKey = 8;

function readFile(
  env: Environment,
  options: ReadProvidersOptions,
  notes: Notes,
): ProviderFile | 'broken' | undefined {
  const path = readVariable(env, 'LLM_PROVIDERS_PATH');
  if (path === undefined) return undefined;
  const label = `LLM_PROVIDERS_PATH (${path})`;
  let text: string;
  try {
    text = (options.readFile ?? ((name) => readFileSync(name, 'utf8')))(path);
  } catch (error) {
    notes.problems.push(`${label} cannot be read: ${unreadable(error)}. HTTP is off.`);
    return 'broken';
  }
  const mode = (options.fileMode ?? permissionBits)(path);
  if (mode !== undefined && (mode & 0o077) !== 0) {
    notes.warnings.push(`${label} can be read by other users; run: chmod 600 ${shown(path)}`);
  }
  return readProviderFile(text, label, notes) ?? 'broken';
}

/** Why, with what to do; only what is not there is called missing. */
const unreadableReasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there; name a JSON file that exists',
  ENOTDIR: 'it is not there; name a JSON file that exists',
  ELOOP: 'it is a link that leads back to itself; let it lead to a JSON file',
  EISDIR: 'it is a folder; name a JSON file',
  EACCES: 'this user may not read it; change its permissions or those of its folders',
  EPERM: 'this user may not read it; change its permissions or those of its folders',
};

function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return unreadableReasons[code] ?? 'name a JSON file that can be read';
}

function permissionBits(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    return statSync(path).mode;
  } catch {
    return undefined;
  }
}

interface Choice {
  readonly file: ProviderFile | undefined;
  readonly maxOutputTokens: number;
  readonly notes: Notes;
}

/** The named providers in order; one that cannot be used switches all off, since the next one may be another vendor. */
function choose(env: Environment, choice: Choice): readonly ProviderConfig[] {
  const given = readVariable(env, 'LLM_PROVIDER');
  const names = new Set(
    (given ?? defaultName)
      .split(/[,，、]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const chosen = [...names].map((name) => chooseOne(name, env, choice));
  checkOthers(names, env, choice);
  const providers = chosen.filter((provider) => provider !== undefined);
  return providers.length === chosen.length ? providers : [];
}

function chooseOne(name: string, env: Environment, choice: Choice): ProviderConfig | undefined {
  if (choice.file?.entries.has(name) === true) {
    return fromFile(name, choice.file, { ...choice, env, chosen: true });
  }
  if (name !== defaultName) {
    tellUnknown(name, env, choice);
    return undefined;
  }
  const provider = providerFromVariables(env, choice);
  if (provider === 'refused') return undefined;
  if (provider !== undefined) return withRows(provider, choice.file);
  const problem = nothingChosen(readVariable(env, 'LLM_PROVIDER'), choice);
  if (problem !== undefined) choice.notes.problems.push(problem);
  return undefined;
}

/** The file's own profiles are for the endpoint of the variables as well. */
function withRows(provider: ProviderConfig, file: ProviderFile | undefined): ProviderConfig {
  return file === undefined || file.rows.length === 0
    ? provider
    : { ...provider, profiles: file.rows };
}

interface EntryOptions extends Choice {
  readonly env: Environment;
  readonly chosen: boolean;
}

function fromFile(
  name: string,
  file: ProviderFile,
  options: EntryOptions,
): ProviderConfig | undefined {
  const root = { label: file.label, path: 'providers', notes: options.notes };
  return readProviderEntry(name, file.entries.get(name), {
    env: options.env,
    maxOutputTokens: options.maxOutputTokens,
    rows: file.rows,
    chosen: options.chosen,
    place: fieldOf(root, name),
  });
}

/** Faults of entries that are not used are worth a warning, and stop nothing. */
function checkOthers(names: ReadonlySet<string>, env: Environment, choice: Choice): void {
  const { file, notes } = choice;
  if (file === undefined) return;
  for (const name of file.entries.keys()) {
    if (names.has(name)) continue;
    const found: Notes = { problems: [], warnings: [] };
    fromFile(name, file, { ...choice, notes: found, env, chosen: false });
    notes.warnings.push(...found.problems, ...found.warnings);
  }
}

function tellUnknown(name: string, env: Environment, { file, notes }: Choice): void {
  const start = `LLM_PROVIDER is ${shown(env['LLM_PROVIDER'])}, but`;
  if (file === undefined) {
    notes.problems.push(
      `${start} LLM_PROVIDERS_PATH names no file with providers; set it, or unset LLM_PROVIDER to use LLM_API_KEY, LLM_BASE_URL and LLM_MODEL. HTTP is off.`,
    );
    return;
  }
  const known = [...file.entries.keys()];
  notes.problems.push(
    `${start} there is no provider ${shown(name)}; allowed are ${known.length === 0 ? 'none, the file is empty' : known.join(', ')}. HTTP is off.`,
  );
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
