import type { JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject, nonEmptyString } from '../json.ts';
import type { ErrorBody } from './error-body.ts';

/** Reads a header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * How long a provider wants to be left alone: `retry-after-ms`, `Retry-After` (seconds or a date), rate-limit reset headers, Google's
 * `RetryInfo`, or prose ("try again in 1.5s", "resets in 26h10m05s").
 */
export function retryDelayMs(
  header: HeaderReader,
  body: ErrorBody,
  now: number,
): number | undefined {
  return (
    millisecondsHeader(header) ??
    retryAfter(header('retry-after'), now) ??
    resetHeaders(header, now) ??
    bodyDelay(body.source, now) ??
    proseDelay(body.text)
  );
}

function millisecondsHeader(header: HeaderReader): number | undefined {
  const value = header('retry-after-ms');
  return value !== undefined && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const duration = durationMs(text);
  if (duration !== undefined) return duration;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** OpenAI's and others' reset headers count only where nothing is left of that limit. */
function resetHeaders(header: HeaderReader, now: number): number | undefined {
  const delays = ['', '-requests', '-tokens'].flatMap((suffix) => {
    const left = header(`x-ratelimit-remaining${suffix}`);
    const reset = header(`x-ratelimit-reset${suffix}`);
    if (reset === undefined || (left !== undefined && Number(left) > 0)) return [];
    const delay = resetMs(reset, now);
    return delay === undefined ? [] : [delay];
  });
  return delays.length === 0 ? undefined : Math.max(...delays);
}

/** A reset is a duration, seconds, or an epoch time in seconds or milliseconds. */
function resetMs(value: string, now: number): number | undefined {
  const text = value.trim();
  const duration = durationMs(text);
  if (duration !== undefined) return duration;
  if (!/^\d+(?:\.\d+)?$/.test(text)) return retryAfter(text, now);
  const number = Number(text);
  if (number > 1e12) return Math.max(0, number - now);
  return number > 1e9 ? Math.max(0, number * 1_000 - now) : number * 1_000;
}

function bodyDelay(error: JsonObject, now: number): number | undefined {
  const milliseconds = error['retry_after_ms'];
  if (typeof milliseconds === 'number') return Math.max(0, milliseconds);
  const seconds = error['retry_after'] ?? error['retryAfter'];
  if (typeof seconds === 'number') return Math.max(0, seconds * 1_000);
  const details = error['details'];
  for (const detail of Array.isArray(details) ? details : []) {
    const delay = isJsonObject(detail) ? nonEmptyString(detail['retryDelay']) : undefined;
    if (delay !== undefined) return durationMs(delay);
  }
  const metadata = error['metadata'];
  const headers = isJsonObject(metadata) ? metadata['headers'] : undefined;
  const reset = isJsonObject(headers) ? headers['X-RateLimit-Reset'] : undefined;
  return reset === undefined || reset === null
    ? undefined
    : resetMs(JSON.stringify(reset).replaceAll('"', ''), now);
}

const duration =
  /(?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|sec(?:ond)?s?|m|min(?:ute)?s?|h|hours?|d|days?)\b\s*|\d+(?:\.\d+)?(?:ms|[smhd])(?=\d)){1,6}/i;

/** "try again in 1.5s", "retry after 30 seconds", "quota resets in 26h10m05s", "请在 20 秒后重试". */
function proseDelay(text: string): number | undefined {
  const english = new RegExp(
    `(?:again|retry|reset|resets|wait|available|back)\\s+(?:in|after|for|at least)?\\s*(${duration.source})`,
    'i',
  ).exec(text)?.[1];
  if (english !== undefined) return durationMs(english);
  const chinese = /(\d+(?:\.\d+)?)\s*(秒|分钟|小时)(?:钟)?(?:之)?后/.exec(text);
  if (chinese === null) return undefined;
  const unit = chinese[2] === '秒' ? 's' : chinese[2] === '分钟' ? 'm' : 'h';
  return Number(chinese[1]) * (unitMs[unit] ?? 0);
}

/** "1h2m3.5s", "120ms", "30 seconds" in milliseconds; undefined where something else stands in the text. */
function durationMs(text: string): number | undefined {
  const part = /(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h|d)[a-z]*\s*/gi;
  let total = 0;
  let length = 0;
  for (const match of text.matchAll(part)) {
    const unit = (match[2] ?? '').toLowerCase();
    total += Number(match[1]) * (unitMs[unit === 'milli' ? 'ms' : unit] ?? 0);
    length += match[0].length;
  }
  return length > 0 && length === text.length ? total : undefined;
}
