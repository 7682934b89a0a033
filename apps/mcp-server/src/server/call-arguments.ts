import { nearestName } from '../nearest-name.ts';
import { firstUnits } from '../render/cut.ts';
import { inputFields, longestTask, mostTurns, type InputField } from './tool-definition.ts';

/** Checked arguments of one `run_agent` call. */
export interface CallArguments {
  readonly task: string | undefined;
  readonly mode: 'auto' | 'rule';
  readonly runId: string | undefined;
  readonly cancel: boolean;
  readonly waitSeconds: number | undefined;
  readonly maxTurns: number | undefined;
  readonly agent: string | undefined;
  readonly offset: number | undefined;
}

export type CheckedArguments =
  | { readonly ok: true; readonly value: CallArguments }
  | { readonly ok: false; readonly problems: readonly string[] };

type Values = Readonly<Record<string, unknown>>;

const allowedKeys = Object.keys(inputFields);

/** Checks a call's arguments strictly; each problem names the key, what was given and what is allowed. */
export function checkArguments(given: Values, agentNames: readonly string[]): CheckedArguments {
  const problems = [
    ...unknownKeys(given),
    ...Object.keys(given).flatMap((key) => {
      const value = given[key];
      return isField(key) && value !== undefined ? valueProblem(key, value, agentNames) : [];
    }),
  ];
  if (problems.length === 0) problems.push(...combinationProblems(given));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: toArguments(given) };
}

function isField(key: string): key is InputField {
  return Object.hasOwn(inputFields, key);
}

function unknownKeys(given: Values): string[] {
  return Object.keys(given)
    .filter((key) => !isField(key))
    .slice(0, 5)
    .map((key) => {
      const near = nearestName(key, allowedKeys);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return `unknown key ${show(key)} (given: ${show(given[key])}); allowed keys: ${allowedKeys.join(', ')}.${hint}`;
    });
}

function valueProblem(key: InputField, value: unknown, agentNames: readonly string[]): string[] {
  const rule = ruleFor(key, value, agentNames);
  return rule === undefined ? [] : [`${key} is ${show(value)}, but it must be ${rule}.`];
}

/** What is allowed where `value` is not; undefined where it is. */
function ruleFor(
  key: InputField,
  value: unknown,
  agentNames: readonly string[],
): string | undefined {
  const isText = typeof value === 'string';
  switch (key) {
    case 'task':
      return isText && value.trim() !== '' && value.length <= longestTask
        ? undefined
        : `a string of 1 to ${longestTask.toLocaleString('en-US')} characters that is not blank`;
    case 'mode':
      return value === 'auto' || value === 'rule' ? undefined : '"auto" or "rule"';
    case 'run_id':
      return isText && value !== '' ? undefined : 'the run_id string of an earlier result';
    case 'cancel':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'wait_seconds':
      return isNumberFrom(value, 0) ? undefined : 'a number of seconds, 0 or more';
    case 'max_turns':
      return isNumberFrom(value, 1) && value <= mostTurns && Number.isInteger(value)
        ? undefined
        : `an integer from 1 to ${mostTurns}`;
    case 'offset':
      return isNumberFrom(value, 0) && Number.isSafeInteger(value)
        ? undefined
        : 'an integer, 0 or more';
    case 'agent':
      return isText && agentNames.includes(value) ? undefined : agentRule(agentNames);
  }
}

function isNumberFrom(value: unknown, minimum: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= minimum;
}

function agentRule(names: readonly string[]): string {
  return names.length === 0
    ? 'left out: no agent definition is configured'
    : `one of: ${names.join(', ')}`;
}

function combinationProblems(given: Values): string[] {
  const has = (key: InputField): boolean => given[key] !== undefined;
  const problems: string[] = [];
  if (!has('task') && !has('run_id')) {
    problems.push(
      'task is missing; give task (a string that says what to do), or run_id of an earlier result.',
    );
  }
  if (given['cancel'] === true && !has('run_id')) {
    problems.push('cancel is true, but run_id is missing; give the run_id of the run to stop.');
  }
  if (given['cancel'] === true && has('task')) {
    problems.push('cancel is true and task is given; give only one of them with run_id.');
  }
  if (has('offset') && (!has('run_id') || has('task') || given['cancel'] === true)) {
    problems.push('offset is given, but it goes with run_id alone.');
  }
  return problems;
}

function toArguments(given: Values): CallArguments {
  const text = (key: InputField): string | undefined => {
    const value = given[key];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (key: InputField): number | undefined => {
    const value = given[key];
    return typeof value === 'number' ? value : undefined;
  };
  return {
    task: text('task'),
    mode: given['mode'] === 'rule' ? 'rule' : 'auto',
    runId: text('run_id'),
    cancel: given['cancel'] === true,
    waitSeconds: number('wait_seconds'),
    maxTurns: number('max_turns'),
    agent: text('agent'),
    offset: number('offset'),
  };
}

const longestShown = 80;

/** A value as the caller wrote it, short; a long string is named by its length, not echoed. */
function show(value: unknown): string {
  if (typeof value === 'string' && value.length > longestShown) {
    return `a string of ${value.length.toLocaleString('en-US')} characters`;
  }
  // JSON holds numbers that JavaScript reads as infinite, such as 1e999.
  if (typeof value === 'number') return String(value);
  const json = toJson(value);
  return json.length > longestShown ? `${firstUnits(json, longestShown)}…` : json;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value that is nested too deeply';
  }
}
