import type { JsonObject } from '@mini-agent/foundation/tool';
import { isSendableHeader } from '../http/headers.ts';
import type { EndpointProfile, ProfileRow } from '../http/profile.ts';
import { profileNames } from '../http/profiles.ts';
import { isJsonObject } from '../json.ts';
import { readPrice } from './budget-limits.ts';
import type { Environment } from './environment.ts';
import { readVariable, shown } from './environment.ts';
import { nearestName } from './nearest-name.ts';
import type { Place } from './place.ts';
import {
  defined,
  fieldOf,
  given,
  readFlag,
  readNumber,
  readObject,
  readText,
  refuse,
  warnUnknown,
} from './place.ts';
import type { EndpointPreset } from './presets.ts';
import { endpointPresets } from './presets.ts';
import { readSettings } from './profile-rows.ts';
import type { ProviderConfig } from './provider.ts';
import { baseUrlProblem, needsKey, readKey } from './provider.ts';

/** The fields of an entry, in the order in which messages name them. */
export const entryFields: readonly string[] = [
  'apiKey',
  'apiKeyEnv',
  'preset',
  'baseUrl',
  'model',
  'maxTokens',
  'contextTokens',
  'headers',
  'profile',
  'stream',
  'price',
  'timeouts',
  'retries',
];

export interface EntryContext {
  readonly env: Environment;
  /** For an entry that sets no `maxTokens`. */
  readonly maxOutputTokens: number;
  /** The rows of the file's `profiles`. */
  readonly rows: readonly ProfileRow[];
  /** Whether it is to be used: only then a key that is not there is a problem. */
  readonly chosen: boolean;
}

/** Checks one entry and finds all its problems. Undefined where one of them keeps it from being used. */
export function readProviderEntry(
  name: string,
  entry: unknown,
  { place, ...context }: EntryContext & { readonly place: Place },
): ProviderConfig | undefined {
  if (!isJsonObject(entry)) {
    refuse(place, `is ${given(entry)}; allowed is an object with baseUrl, model and apiKey`);
    return undefined;
  }
  const before = place.notes.problems.length;
  warnUnknown(entry, entryFields, place);
  const preset = readPreset(entry['preset'], fieldOf(place, 'preset'));
  const baseUrl = readBaseUrl(entry, { preset, place, name });
  const model = required(entry, 'model', { preset, place });
  const key = readEntryKey(entry, { baseUrl, place, context });
  const options = readOptions(entry, place);
  const profile = readProfileField(entry['profile'], context.rows, fieldOf(place, 'profile'));
  const isBroken = place.notes.problems.length > before;
  if (isBroken || baseUrl === undefined || model === undefined) return undefined;
  return {
    provider: name,
    baseUrl,
    model,
    ...options,
    maxOutputTokens: options.maxOutputTokens ?? context.maxOutputTokens,
    ...key,
    ...defined({ profile }),
    ...(context.rows.length === 0 ? {} : { profiles: context.rows }),
  };
}

function readPreset(value: unknown, place: Place): EndpointPreset | undefined {
  if (value === undefined) return undefined;
  const found = endpointPresets.find(({ name }) => name === value);
  if (found !== undefined) return found;
  const names = endpointPresets.map(({ name }) => name);
  refuse(place, `is ${given(value)}; allowed is ${names.join(', ')}${meant(value, names)}`);
  return undefined;
}

function meant(value: unknown, names: readonly string[]): string {
  const nearest = typeof value === 'string' ? nearestName(value, names) : undefined;
  return nearest === undefined ? '' : ` (did you mean ${shown(nearest)}?)`;
}

interface RequiredContext {
  readonly preset: EndpointPreset | undefined;
  readonly place: Place;
}

function required(
  entry: JsonObject,
  field: 'baseUrl' | 'model',
  { preset, place }: RequiredContext,
): string | undefined {
  const at = fieldOf(place, field);
  if (entry[field] !== undefined) return readText(entry[field], 'a non-empty text', at);
  const value = preset?.[field];
  if (value !== undefined) return value;
  // An unknown preset is told; what it would have filled in is not missing besides.
  if (entry['preset'] !== undefined && preset === undefined) return undefined;
  const known =
    field === 'model' && preset !== undefined
      ? `; the preset ${shown(preset.name)} names none, so the name of a model is wanted`
      : '; a non-empty text is wanted';
  refuse(at, `is missing${known}`);
  return undefined;
}

function readBaseUrl(
  entry: JsonObject,
  { preset, place, name }: RequiredContext & { readonly name: string },
): string | undefined {
  const at = fieldOf(place, 'baseUrl');
  const namesake = endpointPresets.find((known) => known.name === name.toLowerCase());
  if (entry['baseUrl'] === undefined && entry['preset'] === undefined && namesake !== undefined) {
    refuse(at, `is missing; give it, or add "preset": ${shown(namesake.name)}`);
    return undefined;
  }
  const baseUrl = required(entry, 'baseUrl', { preset, place });
  if (baseUrl === undefined) return undefined;
  const problem = baseUrlProblem(baseUrl, `${at.label}: ${at.path}`);
  if (problem === undefined) return baseUrl;
  at.notes.problems.push(problem);
  return undefined;
}

interface KeyContext {
  readonly baseUrl: string | undefined;
  readonly place: Place;
  readonly context: EntryContext;
}

function readEntryKey(
  entry: JsonObject,
  { baseUrl, place, context }: KeyContext,
): Partial<Pick<ProviderConfig, 'apiKey' | 'apiKeyEnv'>> {
  const at = fieldOf(place, 'apiKey');
  const atEnv = fieldOf(place, 'apiKeyEnv');
  const { apiKey, apiKeyEnv } = entry;
  if (apiKey !== undefined && typeof apiKey !== 'string') {
    refuse(at, 'is no text; allowed is the bare key in quotes');
    return {};
  }
  const written = apiKey?.trim() ?? '';
  if (apiKeyEnv !== undefined) {
    const variable = readVariableName(apiKeyEnv, atEnv);
    if (variable === undefined) return {};
    if (written !== '') {
      refuse(atEnv, 'stands beside apiKey; only one of the two is allowed');
      return {};
    }
    // A name such as `constructor` is in every object.
    const isSet = Object.hasOwn(context.env, variable);
    const value = isSet ? readVariable(context.env, variable) : undefined;
    if (value !== undefined) {
      return {
        ...checkedKey(value, { ...atEnv, path: `${atEnv.path} (${variable})` }),
        apiKeyEnv: variable,
      };
    }
    if (context.chosen && isRemote(baseUrl)) {
      refuse(atEnv, `names ${variable}, which is not set; set it to the key`);
    }
    return { apiKeyEnv: variable };
  }
  if (written !== '') return checkedKey(written, at);
  if (isRemote(baseUrl)) {
    refuse(
      at,
      'is missing; only servers on this machine go without (or name a variable in apiKeyEnv)',
    );
  }
  return {};
}

function isRemote(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && needsKey(baseUrl);
}

/** A variable's name. What else stands there may be the key itself, so it is not shown. */
function readVariableName(value: unknown, place: Place): string | undefined {
  if (typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value.trim())) return value.trim();
  refuse(place, 'is no name of a variable; allowed is a name such as DEEPSEEK_API_KEY');
  return undefined;
}

function checkedKey(value: string, place: Place): Pick<ProviderConfig, 'apiKey'> {
  const { key, problems, warnings } = readKey(value, `${place.label}: ${place.path}`);
  place.notes.problems.push(...problems);
  place.notes.warnings.push(...warnings);
  return key === undefined ? {} : { apiKey: key };
}

type Options = Partial<
  Pick<
    ProviderConfig,
    'maxOutputTokens' | 'contextTokens' | 'headers' | 'stream' | 'price' | 'timeouts' | 'retries'
  >
>;

const mostTokens = 999_999_999;
/** A smaller window has no room for instructions, tools and an answer. */
const leastContext = 1_000;
/** Longest delay of setTimeout (2^31 − 1 ms). */
const longestMs = 2_147_483_647;
const timeoutFields = ['totalMs', 'firstByteMs', 'idleMs'];

function readOptions(entry: JsonObject, place: Place): Options {
  const at = (field: string): Place => fieldOf(place, field);
  return defined({
    maxOutputTokens: readNumber(
      entry['maxTokens'],
      { least: 1, most: mostTokens, whole: true },
      at('maxTokens'),
    ),
    contextTokens: readNumber(
      entry['contextTokens'],
      { least: leastContext, most: mostTokens, whole: true },
      at('contextTokens'),
    ),
    headers: readHeaders(entry['headers'], at('headers')),
    stream: readFlag(entry['stream'], at('stream')),
    price: readPrice(entry['price'], at('price')),
    timeouts: readTimeouts(entry['timeouts'], at('timeouts')),
    retries: readNumber(entry['retries'], { least: 0, most: 10, whole: true }, at('retries')),
  });
}

function readTimeouts(value: unknown, place: Place): ProviderConfig['timeouts'] {
  const timeouts = readObject(value, 'an object with totalMs, firstByteMs and idleMs', place);
  if (timeouts === undefined) return undefined;
  warnUnknown(timeouts, timeoutFields, place);
  const read = (field: string): number | undefined =>
    readNumber(timeouts[field], { least: 1, most: longestMs, whole: true }, fieldOf(place, field));
  return defined({
    totalMs: read('totalMs'),
    firstByteMs: read('firstByteMs'),
    idleMs: read('idleMs'),
  });
}

/** Headers may hold a key, so what was given is not shown. */
function readHeaders(value: unknown, place: Place): ProviderConfig['headers'] {
  const form = '{"name": "value"}';
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    refuse(place, `is no object of texts; allowed is ${form}`);
    return undefined;
  }
  for (const [name, text] of Object.entries(value)) {
    if (!isSendableHeader(name, '')) {
      refuse(
        place,
        'holds a name that HTTP does not allow; allowed are letters, digits and hyphens',
      );
    } else if (typeof text !== 'string') {
      refuse(fieldOf(place, name), 'is no text; allowed is a text in quotes');
    } else if (!isSendableHeader(name, text)) {
      refuse(
        fieldOf(place, name),
        'holds a character that HTTP does not allow, such as a line break; allowed is plain text on one line',
      );
    }
  }
  return value as Readonly<Record<string, string>>;
}

/** A profile's name, or an object of settings. */
function readProfileField(
  value: unknown,
  rows: readonly ProfileRow[],
  place: Place,
): string | Partial<EndpointProfile> | undefined {
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return readSettings(value, place);
  const names = [...new Set([...profileNames, ...rows.map((row) => row.name)])];
  if (typeof value === 'string' && names.includes(value)) return value;
  refuse(
    place,
    `is ${given(value)}; allowed is ${names.join(', ')}, or an object of settings${meant(value, names)}`,
  );
  return undefined;
}
