import type { Json, JsonObject } from '@mini-agent/foundation/tool';

/** Deepest nesting that is taken; what is deeper could not be written as JSON again, or not be read. */
const deepest = 64;
/** Most values. Objects that are shared look few, and are written as many: of sixty that hold each other twice no computer can. */
const mostValues = 1_000_000;

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object that survives JSON: no cycle, no function, no bigint, no number without digits. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value) && isJson(value);
}

export function isJson(value: unknown): value is Json {
  return isJsonAt(value, 0, { left: mostValues });
}

function isJsonAt(value: unknown, depth: number, count: { left: number }): boolean {
  count.left -= 1;
  if (count.left < 0) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (depth >= deepest) return false;
  // A property that a program left undefined is an absent one.
  return Object.values(value).every(
    (entry: unknown) => entry === undefined || isJsonAt(entry, depth + 1, count),
  );
}
