import { isObject } from './scope.ts';

/** True = the value certainly fits; false = ask the validator, which also knows what is wrong. */
export type QuickCheck = (value: unknown) => boolean;

const deepest = 16;

/** Keywords that say nothing about validity. */
const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'format', 'deprecated', 'readOnly'],
  ...['writeOnly', '$schema', '$id', '$comment'],
]);

type Part = (keyword: unknown, depth: number) => QuickCheck | undefined;

const parts: ReadonlyMap<string, Part> = new Map([
  ['type', typeCheck],
  ['enum', enumCheck],
  ['const', (value) => enumCheck([value])],
  ['minimum', numberCheck((limit) => (value) => !(value < limit))],
  ['maximum', numberCheck((limit) => (value) => !(value > limit))],
  ['exclusiveMinimum', numberCheck((limit) => (value) => value > limit)],
  ['exclusiveMaximum', numberCheck((limit) => (value) => value < limit)],
  // Lengths count code points: at most the UTF-16 units, at least half of them.
  ['minLength', textCheck((limit) => (text) => text.length >= (limit > 1 ? 2 * limit : limit))],
  ['maxLength', textCheck((limit) => (text) => text.length <= limit)],
  ['minItems', listCheck((limit) => (list) => list.length >= limit)],
  ['maxItems', listCheck((limit) => (list) => list.length <= limit)],
  ['items', itemsCheck],
]);

/**
 * Makes a quick check of a schema that uses only plain keywords, as most tools do; undefined for any other. A valid call then
 * costs no walk through the schema. For values without accessors and undefined properties.
 */
export function quickCheck(schema: unknown, depth = 0): QuickCheck | undefined {
  if (schema === true) return () => true;
  if (!isObject(schema) || depth > deepest) return undefined;
  const checks: QuickCheck[] = [];
  for (const [name, keyword] of Object.entries(schema)) {
    if (annotations.has(name) || isObjectKeyword(name)) continue;
    const check = parts.get(name)?.(keyword, depth + 1);
    if (!check) return undefined;
    checks.push(check);
  }
  if (Object.keys(schema).some(isObjectKeyword)) {
    const check = objectCheck(schema, depth + 1);
    if (!check) return undefined;
    checks.push(check);
  }
  return (value) => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

function isObjectKeyword(name: string): boolean {
  return name === 'properties' || name === 'required' || name === 'additionalProperties';
}

function typeCheck(type: unknown): QuickCheck | undefined {
  if (Array.isArray(type)) {
    const checks = type.map(typeCheck).filter((check) => check !== undefined);
    return checks.length === type.length && checks.length > 0
      ? (value) => checks.some((check) => check(value))
      : undefined;
  }
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return (value) => typeof value === type;
    case 'integer':
      return (value) => Number.isInteger(value);
    case 'object':
      return isObject;
    case 'array':
      return (value) => Array.isArray(value);
    case 'null':
      return (value) => value === null;
    default:
      return undefined;
  }
}

function enumCheck(values: unknown): QuickCheck | undefined {
  if (!Array.isArray(values)) return undefined;
  const allowed = new Set<unknown>(values);
  return (value) => (typeof value !== 'object' || value === null) && allowed.has(value);
}

function numberCheck(make: (limit: number) => (value: number) => boolean): Part {
  return limited(make, (value) => typeof value === 'number');
}

function textCheck(make: (limit: number) => (value: string) => boolean): Part {
  return limited(make, (value) => typeof value === 'string');
}

function listCheck(make: (limit: number) => (value: readonly unknown[]) => boolean): Part {
  return limited(make, (value): value is readonly unknown[] => Array.isArray(value));
}

/** A keyword with a number that concerns values of one type only. */
function limited<Value>(
  make: (limit: number) => (value: Value) => boolean,
  isConcerned: (value: unknown) => value is Value,
): Part {
  return (limit) => {
    if (typeof limit !== 'number' || !Number.isFinite(limit)) return undefined;
    const check = make(limit);
    return (value) => !isConcerned(value) || check(value);
  };
}

function itemsCheck(schema: unknown, depth: number): QuickCheck | undefined {
  const check = quickCheck(schema, depth);
  return check && ((value) => !Array.isArray(value) || value.every((item) => check(item)));
}

function objectCheck(
  schema: Readonly<Record<string, unknown>>,
  depth: number,
): QuickCheck | undefined {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (!isObject(properties) || !isNames(required)) return undefined;
  const named = new Map<string, QuickCheck>();
  for (const [name, part] of Object.entries(properties)) {
    const check = quickCheck(part, depth);
    if (!check) return undefined;
    named.set(name, check);
  }
  const other =
    additionalProperties === false ? () => false : quickCheck(additionalProperties, depth);
  if (!other) return undefined;
  return (value) => {
    if (!isObject(value)) return true;
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    for (const key of Object.keys(value)) {
      if (!(named.get(key) ?? other)(value[key])) return false;
    }
    return true;
  };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
