import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { shorten } from './cut.ts';

/** A copy in which no string is longer than `limit`; what a model was given to read may hold whole documents. */
export function cutStrings(value: JsonObject, limit: number): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      entry === undefined ? undefined : cutValue(entry, limit),
    ]),
  );
}

function cutValue(value: Json, limit: number): Json {
  if (typeof value === 'string') return shorten(value, limit);
  if (Array.isArray(value)) return value.map((entry: Json) => cutValue(entry, limit));
  if (typeof value === 'object' && value !== null) return cutStrings(value as JsonObject, limit);
  return value;
}
