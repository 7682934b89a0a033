import { isDeepStrictEqual } from 'node:util';

type Schema = Readonly<Record<string, unknown>>;

/** Whether a value fits a JSON Schema, by the keywords that the providers schema uses; an unknown keyword throws. */
export function fitsSchema(schema: unknown, value: unknown, root: unknown = schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const rules = schema as Schema;
  return Object.entries(rules).every(([keyword, rule]) => {
    const check = keywords[keyword];
    if (check === undefined) throw new Error(`The keyword ${keyword} is not checked.`);
    return check({ rule, rules, value, fits: (part, of) => fitsSchema(part, of, root), root });
  });
}

interface Question {
  readonly rule: unknown;
  readonly rules: Schema;
  readonly value: unknown;
  readonly root: unknown;
  readonly fits: (schema: unknown, value: unknown) => boolean;
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const always = (): boolean => true;

const keywords: Readonly<Record<string, (question: Question) => boolean>> = {
  $schema: always,
  $id: always,
  title: always,
  description: always,
  default: always,
  examples: always,
  definitions: always,
  $ref: ({ rule, root, value, fits }) => {
    const steps = String(rule).split('/').slice(1);
    return fits(
      steps.reduce<unknown>((part, step) => (part as Schema)[step], root),
      value,
    );
  },
  type: ({ rule, value }) => {
    if (rule === 'integer') return Number.isInteger(value);
    if (rule === 'null') return value === null;
    if (rule === 'array') return Array.isArray(value);
    return rule === 'object' ? isObject(value) : typeof value === rule;
  },
  enum: ({ rule, value }) =>
    (rule as readonly unknown[]).some((one) => isDeepStrictEqual(one, value)),
  const: ({ rule, value }) => isDeepStrictEqual(rule, value),
  minimum: ({ rule, value }) => typeof value !== 'number' || value >= Number(rule),
  maximum: ({ rule, value }) => typeof value !== 'number' || value <= Number(rule),
  pattern: ({ rule, value }) => typeof value !== 'string' || new RegExp(String(rule)).test(value),
  items: ({ rule, value, fits }) =>
    !Array.isArray(value) || value.every((item: unknown) => fits(rule, item)),
  required: ({ rule, value }) =>
    !isObject(value) || (rule as readonly string[]).every((name) => Object.hasOwn(value, name)),
  properties: ({ rule, value, fits }) =>
    !isObject(value) ||
    Object.entries(rule as Schema).every(
      ([name, part]) => !Object.hasOwn(value, name) || fits(part, value[name]),
    ),
  additionalProperties: ({ rule, rules, value, fits }) => {
    const known = isObject(rules['properties']) ? rules['properties'] : {};
    return (
      !isObject(value) ||
      Object.entries(value).every(([name, part]) => Object.hasOwn(known, name) || fits(rule, part))
    );
  },
  propertyNames: ({ rule, value, fits }) =>
    !isObject(value) || Object.keys(value).every((name) => fits(rule, name)),
  anyOf: ({ rule, value, fits }) => (rule as readonly unknown[]).some((part) => fits(part, value)),
  not: ({ rule, value, fits }) => !fits(rule, value),
};
