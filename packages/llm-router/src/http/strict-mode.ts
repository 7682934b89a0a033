import type { Json } from '@mini-agent/foundation/tool';
import { isJsonObject } from '../json.ts';

/** Keywords that strict mode refuses. */
const refused: readonly string[] = ['allOf', 'oneOf', 'not', 'if', 'patternProperties'];

/** Whether a schema may be sent with `strict: true`: every object lists all its properties as required and allows no others. */
export function fitsStrictMode(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return (schema as readonly Json[]).every(fitsStrictMode);
  if (!isJsonObject(schema)) return true;
  if (refused.some((keyword) => keyword in schema)) return false;
  const { properties, required, items, anyOf, $defs, definitions } = schema;
  if (schema['type'] === 'object' || properties !== undefined) {
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    const listed = Array.isArray(required) ? (required as readonly Json[]) : [];
    if (schema['additionalProperties'] !== false) return false;
    if (!names.every((name) => listed.includes(name))) return false;
  }
  const named = [properties, $defs, definitions].flatMap((group) =>
    isJsonObject(group) ? Object.values(group) : [],
  );
  return [...named, items, anyOf].every(fitsStrictMode);
}
