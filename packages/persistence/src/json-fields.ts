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

/** A whole number from 0 on, also one in quotes. */
export function asCount(value: Json | undefined): number | undefined {
  const number = inQuotes(value) ?? value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}

/** Milliseconds since the Unix epoch, also in quotes, or as a date such as `2026-05-01T12:00:00Z`. */
export function asTime(value: Json | undefined): number | undefined {
  const number = inQuotes(value) ?? value;
  if (typeof number === 'number') return Number.isFinite(number) ? number : undefined;
  if (typeof number !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(number)) return undefined;
  const time = Date.parse(number);
  return Number.isNaN(time) ? undefined : time;
}

function inQuotes(value: Json | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The texts of a list, a number being its digits; a single text is a list of one. */
export function asTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((entry) =>
    typeof entry === 'string' || typeof entry === 'number' ? [String(entry)] : [],
  );
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

/** An id for an entry whose own one is taken: it moves on by a millisecond, or gets a number behind it. */
export function movedOn(id: string, isTaken: (id: string) => boolean): string {
  const [, before = `${id}_`, digits = '0', after = ''] =
    /^(.*?_)(\d{1,15})((?:_.*)?)$/s.exec(id) ?? [];
  for (let time = Number(digits) + 1; ; time += 1) {
    const moved = `${before}${time}${after}`;
    if (!isTaken(moved)) return moved;
  }
}
