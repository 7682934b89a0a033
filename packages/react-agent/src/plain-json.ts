import type { Json, JsonObject } from '@mini-agent/foundation/tool';

/** Deepest nesting that is taken; what is deeper could not be written as JSON again, or not be read. */
const deepest = 64;

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object that survives JSON: no cycle, no function, no bigint, no number without digits. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value) && isJson(value);
}

export function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (depth >= deepest) return false;
  // A property that a program left undefined is an absent one.
  return Object.values(value).every(
    (entry: unknown) => entry === undefined || isJson(entry, depth + 1),
  );
}
