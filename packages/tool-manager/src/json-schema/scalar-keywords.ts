import { isJsonEqual } from './json-equal.ts';
import { matchesPattern } from './guarded-pattern.ts';
import { problem } from './problem.ts';
import { keyword, listKeyword, numberKeyword } from './scope.ts';
import type { KeywordCheck, Problems, SchemaObject } from './scope.ts';

const longestAllowed = 200;

export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isOfType(type: unknown, value: unknown): boolean {
  // JSON does not tell 1.0 from 1 (JSON Schema 2020-12 §6.1.1).
  if (type === 'integer') return Number.isInteger(value);
  return type === typeOf(value);
}

export function wantedTypes(schema: SchemaObject): readonly string[] | undefined {
  const type = keyword(schema, 'type');
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const names = types.filter((name) => typeof name === 'string');
  if (names.length === 0) return undefined;
  // OpenAPI 3.0 spells "or null" this way.
  return keyword(schema, 'nullable') === true ? [...names, 'null'] : names;
}

export const checkType: KeywordCheck = (schema, spot, scope) => {
  const wanted = wantedTypes(schema);
  if (!wanted || wanted.some((type) => isOfType(type, spot.value))) return [];
  return [problem(spot, scope.texts.wrongType(wanted, typeOf(spot.value)))];
};

export const checkAllowedValues: KeywordCheck = (schema, spot, scope) => {
  const allowed = Object.hasOwn(schema, 'const') ? [schema['const']] : listKeyword(schema, 'enum');
  if (!allowed || allowed.some((value) => isJsonEqual(value, spot.value))) return [];
  return [problem(spot, scope.texts.notAllowed(shortList(allowed)))];
};

function shortList(values: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  let length = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    length += text.length;
    if (length > longestAllowed && texts.length > 0) return [...texts, '…'];
    texts.push(text.slice(0, longestAllowed));
  }
  return texts;
}

export const checkNumber: KeywordCheck = (schema, spot, { texts }) => {
  const { value } = spot;
  if (typeof value !== 'number') return [];
  const found: string[] = [];
  const limits = numberLimits(schema);
  if (limits.least !== undefined && value < limits.least)
    found.push(texts.tooSmall(`${limits.least}`));
  if (limits.most !== undefined && value > limits.most)
    found.push(texts.tooLarge(`${limits.most}`));
  if (limits.above !== undefined && value <= limits.above)
    found.push(texts.notAbove(`${limits.above}`));
  if (limits.below !== undefined && value >= limits.below)
    found.push(texts.notBelow(`${limits.below}`));
  const step = numberKeyword(schema, 'multipleOf');
  if (step !== undefined && step > 0 && !isMultiple(value, step))
    found.push(texts.notMultiple(`${step}`));
  return found.map((message) => problem(spot, message));
};

interface NumberLimits {
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly above: number | undefined;
  readonly below: number | undefined;
}

function numberLimits(schema: SchemaObject): NumberLimits {
  const least = numberKeyword(schema, 'minimum');
  const most = numberKeyword(schema, 'maximum');
  // Draft 4 wrote `exclusiveMinimum: true` beside `minimum`.
  const isOpenBelow = keyword(schema, 'exclusiveMinimum') === true;
  const isOpenAbove = keyword(schema, 'exclusiveMaximum') === true;
  return {
    least: isOpenBelow ? undefined : least,
    most: isOpenAbove ? undefined : most,
    above: isOpenBelow ? least : numberKeyword(schema, 'exclusiveMinimum'),
    below: isOpenAbove ? most : numberKeyword(schema, 'exclusiveMaximum'),
  };
}

/** 0.3 is a multiple of 0.1 for everyone but binary floating point. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  if (!Number.isFinite(ratio)) return false;
  return Math.abs(ratio - Math.round(ratio)) <= Number.EPSILON * Math.max(1, Math.abs(ratio)) * 2;
}

export const checkString: KeywordCheck = (schema, spot, scope): Problems => {
  const { value } = spot;
  if (typeof value !== 'string') return [];
  const found: string[] = [];
  const least = numberKeyword(schema, 'minLength');
  const most = numberKeyword(schema, 'maxLength');
  if (least !== undefined && isShorter(value, least)) found.push(scope.texts.tooShort(least));
  if (most !== undefined && !isShorter(value, most + 1)) found.push(scope.texts.tooLong(most));
  const pattern = keyword(schema, 'pattern');
  if (typeof pattern === 'string' && !matchesPattern(pattern, value, scope)) {
    found.push(scope.texts.wrongPattern(pattern.slice(0, longestAllowed)));
  }
  return found.map((message) => problem(spot, message));
};

/** JSON Schema counts code points, which are at most the UTF-16 units and at least half of them. */
function isShorter(text: string, count: number): boolean {
  if (text.length < count) return true;
  if (text.length >= 2 * count) return false;
  let points = 0;
  for (const character of text) points += character.length > 0 ? 1 : 0;
  return points < count;
}
