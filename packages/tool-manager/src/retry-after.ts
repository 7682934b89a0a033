import { field } from './field.ts';

/**
 * The wait that an HTTP answer asked for, in milliseconds, from the headers that clients leave on their errors: `retry-after-ms`, or
 * `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).
 */
export function retryAfterOf(headers: unknown): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const exact = toNumber(header(headers, 'retry-after-ms'));
  if (exact !== undefined) return positive(exact);
  const given = header(headers, 'retry-after');
  const seconds = toNumber(given);
  if (seconds !== undefined) return positive(seconds * 1_000);
  const until = toTime(given);
  return until === undefined
    ? undefined
    : positive(until - (toTime(header(headers, 'date')) ?? Date.now()));
}

/** Of a `Headers` object, or of a plain one whose names may have any case. */
function header(headers: object, name: string): unknown {
  const get = field(headers, 'get');
  if (typeof get === 'function') {
    try {
      return (get as (name: string) => unknown).call(headers, name);
    } catch {
      return undefined;
    }
  }
  const key = Object.keys(headers).find((given) => given.toLowerCase() === name);
  const value = key === undefined ? undefined : field(headers, key);
  return Array.isArray(value) ? (value as unknown[])[0] : value;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const isNumeric = typeof value === 'string' && /^\s*\d{1,12}(?:\.\d{1,6})?\s*$/.test(value);
  return isNumeric ? Number(value) : undefined;
}

function toTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function positive(ms: number): number | undefined {
  return ms > 0 && Number.isFinite(ms) ? ms : undefined;
}
