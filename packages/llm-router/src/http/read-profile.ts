import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { neutralNameRule } from '../conversation/tool-names.ts';
import { isJsonObject } from '../json.ts';
import type { EndpointProfile, ErrorClass } from './profile.ts';
import { neutralProfile } from './profile.ts';
import { wholeSchema } from './schema-subset.ts';

/** The classes that `errorCodes` may name. */
export const errorClasses: readonly ErrorClass[] = [
  'bad_request',
  'auth',
  'quota',
  'rate_limited',
  'transient',
  'context',
  'content_filter',
];

function isErrorClass(value: unknown): boolean {
  return errorClasses.some((name) => name === value);
}

/** Parts of a request that no profile may replace. */
const reserved: readonly string[] = ['model', 'messages', 'tools', 'stream'];

/** What is allowed, in words, and whether a value is. */
interface Check {
  readonly allowed: string;
  readonly holds: (value: Json) => boolean;
}

const oneOf = (...values: readonly string[]): Check => ({
  allowed: values.map((value) => JSON.stringify(value)).join(', '),
  holds: (value) => typeof value === 'string' && values.includes(value),
});

const isFlag: Check = { allowed: 'true or false', holds: (value) => typeof value === 'boolean' };

const isPath: Check = {
  allowed: 'a path that begins with "/", or ""',
  holds: (value) => typeof value === 'string' && (value === '' || /^(?:\/[\w.-]+)+$/.test(value)),
};

const isTextList = (value: Json): boolean =>
  Array.isArray(value) && (value as readonly Json[]).every((entry) => typeof entry === 'string');

const isRange: Check = {
  allowed: '{"min": number, "max": number} or null',
  holds: (value) => {
    if (value === null) return true;
    if (!isJsonObject(value) || Object.keys(value).length !== 2) return false;
    const { min, max } = value;
    return typeof min === 'number' && typeof max === 'number' && min <= max;
  },
};

const textList: Check = { allowed: 'a list of texts', holds: isTextList };
const textListOrNull: Check = {
  allowed: 'a list of texts, or null',
  holds: (value) => value === null || isTextList(value),
};

const choiceFields: Readonly<Record<string, Check>> = {
  none: isFlag,
  required: isFlag,
  named: isFlag,
};

const schemaFields: Readonly<Record<keyof EndpointProfile['schema'], Check>> = {
  without: textList,
  only: textListOrNull,
  references: oneOf('keep', 'inline'),
  typeBesideAnyOf: isFlag,
  tuples: isFlag,
  typeLists: oneOf('keep', 'nullable'),
  enums: oneOf('any', 'text'),
  textFormats: textListOrNull,
  arraysNeedItems: isFlag,
};

const nameFields: Readonly<Record<keyof EndpointProfile['toolNames'], Check>> = {
  maxLength: {
    allowed: 'a whole number from 8 to 256',
    holds: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 8 && value <= 256,
  },
  first: oneOf('any', 'letter_or_underscore', 'letter'),
};

/** The settings whose parts may be given one by one; the others keep their neutral values. */
const groups: Readonly<
  Record<string, { readonly fields: Readonly<Record<string, Check>>; readonly rest: object }>
> = {
  toolChoices: { fields: choiceFields, rest: neutralProfile.toolChoices },
  schema: { fields: schemaFields, rest: wholeSchema },
  toolNames: { fields: nameFields, rest: neutralNameRule },
};

type SingleSetting = Exclude<keyof EndpointProfile, 'toolChoices' | 'schema' | 'toolNames'>;

const settings: Readonly<Record<SingleSetting, Check>> = {
  tokenParameter: oneOf('max_tokens', 'max_completion_tokens', 'max_new_tokens'),
  strict: isFlag,
  callIds: oneOf('any', 'alphanumeric9'),
  reasoningEcho: oneOf('tool_turns', 'never', 'always'),
  thinkingInText: oneOf('strip', 'echo'),
  streamOnly: isFlag,
  streamUsage: isFlag,
  temperature: isRange,
  topP: isRange,
  emptyContent: oneOf('null', 'empty'),
  systemMessages: oneOf('many', 'one_first', 'in_user'),
  needsUserMessage: isFlag,
  turnsAlternate: isFlag,
  barePath: isPath,
  modelsPath: isPath,
  errorCodes: {
    allowed: `an object of codes, each one of ${errorClasses.join(', ')}`,
    holds: (value) =>
      isJsonObject(value) && Object.values(value).every((entry) => isErrorClass(entry)),
  },
  extraBody: {
    allowed: `an object without ${reserved.join(', ')}`,
    holds: (value) => isJsonObject(value) && !reserved.some((name) => Object.hasOwn(value, name)),
  },
};

const known: readonly string[] = [...Object.keys(settings), ...Object.keys(groups)];

export interface ProfileReading {
  /** The settings that are right. */
  readonly profile: Partial<EndpointProfile>;
  /** One sentence for each that is not: its name and what is allowed. Values are not shown; a body may hold a key. */
  readonly problems: readonly string[];
}

/** Checks the settings of an endpoint profile as they stand in a file. */
export function readProfile(value: unknown): ProfileReading {
  if (!isJsonObject(value)) {
    const problem = `A profile must be an object with any of ${known.join(', ')}.`;
    return { profile: {}, problems: [problem] };
  }
  const problems: string[] = [];
  const kept: [string, Json][] = [];
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const group = Object.hasOwn(groups, name) ? groups[name] : undefined;
    if (group !== undefined) {
      const read = readGroup(name, given, group.fields);
      problems.push(...read.problems);
      if (read.problems.length === 0) kept.push([name, { ...group.rest, ...read.fields }]);
      continue;
    }
    const check = Object.hasOwn(settings, name) ? settings[name as SingleSetting] : undefined;
    if (check === undefined) {
      problems.push(`profile has an unknown field ${shown(name)}; known are ${known.join(', ')}.`);
    } else if (check.holds(given)) kept.push([name, given]);
    else problems.push(`profile.${name} is not valid; allowed is ${check.allowed}.`);
  }
  return { profile: Object.fromEntries(kept), problems };
}

function readGroup(
  name: string,
  given: Json,
  fields: Readonly<Record<string, Check>>,
): { readonly fields: JsonObject; readonly problems: readonly string[] } {
  const names = Object.keys(fields).join(', ');
  if (!isJsonObject(given)) {
    const problem = `profile.${name} is not valid; allowed is an object with any of ${names}.`;
    return { fields: {}, problems: [problem] };
  }
  const problems = Object.entries(given).flatMap(([key, value]) => {
    const check = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (check === undefined) {
      return [`profile.${name} has an unknown field ${shown(key)}; known are ${names}.`];
    }
    return value !== undefined && check.holds(value)
      ? []
      : [`profile.${name}.${key} is not valid; allowed is ${check.allowed}.`];
  });
  return { fields: given, problems };
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
