import type { JsonObject } from '@mini-agent/foundation/tool';
import { isSendableHeader } from '../http/headers.ts';
import { profileNames } from '../http/profiles.ts';
import { isJsonObject } from '../json.ts';
import { shown } from './environment.ts';
import type { ProviderConfig } from './provider.ts';
import { baseUrlProblem, needsKey, readKey } from './provider.ts';

/** A providers file that could be read; its entries are checked when they are chosen. */
export interface ProviderFile {
  readonly entries: ReadonlyMap<string, unknown>;
}

export type FileReading =
  | { readonly file: ProviderFile; readonly problem?: undefined }
  | { readonly file?: undefined; readonly problem: string };

const shape = '{"providers": {"name": {"apiKey": "…", "baseUrl": "…", "model": "…"}}}';

/** Reads the text of a providers file. It must hold `providers`; a flat file and broken JSON are refused, not guessed at. */
export function readProviderFile(text: string, label: string): FileReading {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problem: `${label} is not valid JSON; it should be ${shape}. HTTP is off.` };
  }
  if (!isJsonObject(content)) {
    return { problem: `${label} holds no JSON object; it should be ${shape}. HTTP is off.` };
  }
  const providers = content['providers'];
  if (!isJsonObject(providers)) {
    return { problem: `${label} has no "providers" object; it should be ${shape}. HTTP is off.` };
  }
  return { file: { entries: new Map(Object.entries(providers)) } };
}

export interface EntryReading {
  readonly provider: ProviderConfig | undefined;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const knownKeys: readonly string[] = [
  'apiKey',
  'baseUrl',
  'model',
  'maxTokens',
  'headers',
  'profile',
  'stream',
];

/** Checks one entry. Every problem names the entry and the field, what was given and what is allowed. */
export function readProviderEntry(
  name: string,
  entry: unknown,
  context: { readonly label: string; readonly maxOutputTokens: number },
): EntryReading {
  const label = `${context.label}: provider "${name}"`;
  if (!isJsonObject(entry)) {
    return {
      provider: undefined,
      problems: [`${label} must be an object with baseUrl, model and apiKey.`],
      warnings: [],
    };
  }
  const problems: string[] = [];
  const baseUrl = requiredText(entry, 'baseUrl', { label, problems });
  const model = requiredText(entry, 'model', { label, problems });
  if (baseUrl !== undefined) {
    const problem = baseUrlProblem(baseUrl, `${label}, baseUrl`);
    if (problem !== undefined) problems.push(problem);
  }
  const key = keyOf(entry, baseUrl, label);
  const options = optionalFields(entry, label);
  problems.push(...key.problems, ...options.problems);
  const warnings = [...key.warnings, ...unknownKeys(entry, label)];
  if (problems.length > 0 || baseUrl === undefined || model === undefined) {
    return { provider: undefined, problems, warnings };
  }
  const provider: ProviderConfig = {
    provider: name,
    baseUrl,
    model,
    maxOutputTokens: options.maxTokens ?? context.maxOutputTokens,
    ...(key.key === undefined ? {} : { apiKey: key.key }),
    ...options.settings,
  };
  return { provider, problems, warnings };
}

function requiredText(
  entry: JsonObject,
  field: string,
  { label, problems }: { readonly label: string; readonly problems: string[] },
): string | undefined {
  const value = entry[field];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  const given = value === undefined ? 'is missing' : 'is no text';
  problems.push(`${label}, ${field} ${given}; a non-empty string is wanted.`);
  return undefined;
}

function keyOf(
  entry: JsonObject,
  baseUrl: string | undefined,
  label: string,
): ReturnType<typeof readKey> {
  const value = entry['apiKey'];
  const field = `${label}, apiKey`;
  if (typeof value === 'string' && value.trim() !== '') return readKey(value, field);
  const none = { key: undefined, problems: [], warnings: [] };
  if (value !== undefined && value !== null && typeof value !== 'string') {
    return { ...none, problems: [`${field} is no text; a string is wanted.`] };
  }
  if (baseUrl === undefined || !URL.canParse(baseUrl) || !needsKey(baseUrl)) return none;
  return { ...none, problems: [`${field} is missing; only servers on this machine go without.`] };
}

function optionalFields(
  entry: JsonObject,
  label: string,
): {
  readonly maxTokens: number | undefined;
  readonly settings: Pick<ProviderConfig, 'headers' | 'profile' | 'stream'>;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const { maxTokens, headers, profile, stream } = entry;
  const check = (holds: boolean, field: string, allowed: string): boolean => {
    if (!holds)
      problems.push(`${label}, ${field} is ${shown(entry[field])}; allowed is ${allowed}.`);
    return holds;
  };
  const isTokens = typeof maxTokens === 'number' && Number.isInteger(maxTokens) && maxTokens > 0;
  if (maxTokens !== undefined) check(isTokens, 'maxTokens', 'a whole number above 0');
  const isProfile = typeof profile === 'string' && profileNames.includes(profile);
  if (profile !== undefined) check(isProfile, 'profile', profileNames.join(', '));
  if (stream !== undefined) check(typeof stream === 'boolean', 'stream', 'true or false');
  const isHeaders =
    isJsonObject(headers) &&
    Object.entries(headers).every(
      ([name, value]) => typeof value === 'string' && isSendableHeader(name, value),
    );
  // Headers may hold a key, so what was given is not shown.
  if (headers !== undefined && !isHeaders) {
    problems.push(`${label}, headers is no object of texts; allowed is {"name": "value"}.`);
  }
  return {
    maxTokens: isTokens ? maxTokens : undefined,
    settings: {
      ...(isHeaders ? { headers: headers as Readonly<Record<string, string>> } : {}),
      ...(isProfile ? { profile } : {}),
      ...(typeof stream === 'boolean' ? { stream } : {}),
    },
    problems,
  };
}

function unknownKeys(entry: JsonObject, label: string): readonly string[] {
  return Object.keys(entry)
    .filter((key) => !knownKeys.includes(key))
    .map(
      (key) => `${label} has an unknown field ${shown(key)}; known are ${knownKeys.join(', ')}.`,
    );
}
