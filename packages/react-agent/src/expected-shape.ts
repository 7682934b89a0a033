import { isPlainObject } from './plain-json.ts';

/** Parts of a JSON Schema that explain or identify; the others say what is valid. */
const prose: ReadonlySet<string> = new Set([
  '$comment',
  '$id',
  '$schema',
  'default',
  'deprecated',
  'description',
  'examples',
  'title',
]);
/** Keys whose members are names that the schema gives, not keywords. */
const named: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'patternProperties',
  'properties',
]);

/** The schema without its prose: what an error still has room for. */
export function shapeOf(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => shapeOf(entry));
  if (!isPlainObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]) =>
    !isNames && prose.has(key) ? [] : [[key, shapeOf(value, !isNames && named.has(key))] as const],
  );
  return Object.fromEntries(entries);
}
