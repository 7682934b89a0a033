import type { Json, JsonObject } from '@mini-agent/foundation/tool';

/** Readers for files that people edit: what has another shape than expected is `undefined`, never an exception. */

export function asObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asCount(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function asTime(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The texts of a list; a single text is a list of one. */
export function asTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).filter((entry) => typeof entry === 'string');
}

/** The entries of a stored file. @throws Error when it is no array: the journal then keeps the file and reports it. */
export function asEntries(json: Json | undefined): readonly Json[] {
  if (json === undefined) return [];
  if (!Array.isArray(json)) throw new Error('It must be a JSON array.');
  return json as readonly Json[];
}

/** The number in an id such as `mem_1796045343657_opcpfw`. */
export function timeInId(id: string | undefined): number | undefined {
  const [, digits] = /_(\d{1,15})(?:_|$)/.exec(id ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
