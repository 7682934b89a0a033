import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject } from '../json.ts';

/** Keywords whose values are schemas by name: the names are no keywords. */
export const namedSchemas: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Keywords whose values are data. */
export const dataKeywords: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'required',
]);

/** Without these no model could make a call. */
const vital: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'items', 'enum']);

/** Keywords that are words of every error text: they count only where they are quoted. */
const everydayWords: ReadonlySet<string> = new Set([
  'default',
  'description',
  'examples',
  'format',
  'maximum',
  'minimum',
  'not',
  'pattern',
  'title',
  'if',
  'then',
  'else',
]);

/** The keyword that a refusal is about, among those that the tools of the request use; endpoints take different parts of JSON Schema. */
export function refusedKeyword(text: string, tools: Json | undefined): string | undefined {
  if (!/schema|parameters|properties|tools?\b|function|keyword|unknown name/i.test(text))
    return undefined;
  const used = new Set<string>();
  for (const tool of Array.isArray(tools) ? (tools as readonly Json[]) : []) {
    const called = isJsonObject(tool) ? tool['function'] : undefined;
    collect(isJsonObject(called) ? called['parameters'] : undefined, used);
  }
  return [...used].find((keyword) => {
    if (vital.has(keyword)) return false;
    const name = keyword.replace(/[^\w]/g, '\\$&');
    const quoted = String.raw`["'\`“‘\\]{1,3}${name}["'\`”’\\]`;
    const word = String.raw`(?<![\w$])${name}(?!\w)`;
    return new RegExp(everydayWords.has(keyword) ? quoted : word).test(text);
  });
}

function collect(schema: Json | undefined, used: Set<string>): void {
  if (Array.isArray(schema)) for (const entry of schema as readonly Json[]) collect(entry, used);
  if (!isJsonObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    used.add(key);
    if (dataKeywords.has(key)) continue;
    if (!namedSchemas.has(key)) collect(value, used);
    else if (isJsonObject(value)) for (const named of Object.values(value)) collect(named, used);
  }
}

/** A schema without some keywords. It allows more than before; the arguments are checked against the whole one. */
export function withoutKeywords(schema: JsonObject, refused: ReadonlySet<string>): JsonObject {
  return refused.size === 0 ? schema : (reduce(schema, refused) as JsonObject);
}

function reduce(schema: Json | undefined, refused: ReadonlySet<string>): Json | undefined {
  if (Array.isArray(schema)) {
    return (schema as readonly Json[]).map((entry) => reduce(entry, refused) ?? null);
  }
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema)
    .filter(([key]) => !refused.has(key))
    .map(([key, value]) => {
      if (dataKeywords.has(key)) return [key, value] as const;
      if (!namedSchemas.has(key) || !isJsonObject(value))
        return [key, reduce(value, refused)] as const;
      const named = Object.entries(value).map(([name, inner]) => [name, reduce(inner, refused)]);
      return [key, Object.fromEntries(named) as JsonObject] as const;
    });
  return Object.fromEntries(kept);
}
