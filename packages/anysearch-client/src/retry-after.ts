/** No wait that a server asks for is taken to be longer than a day. */
const longestWaitMs = 86_400_000;

/**
 * The wait of a 429 or 503 in milliseconds: the longer one of the `Retry-After` header (RFC 9110 §10.2.3: seconds or a
 * date) and the `retry_after` seconds of the body. Nonsense and dates in the past count as absent.
 */
export function retryAfterMs(
  header: string | null,
  body: unknown,
  now: number,
): number | undefined {
  const waits = [headerWait(header, now), bodyWait(body)].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.min(longestWaitMs, Math.max(...waits));
}

function headerWait(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2},? /.test(text)) return undefined;
  const wait = Date.parse(text) - now;
  return wait > 0 ? wait : undefined;
}

function bodyWait(body: unknown): number | undefined {
  for (const holder of [body, field(body, 'data'), field(body, 'error')]) {
    const seconds = field(holder, 'retry_after');
    if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) {
      return seconds * 1000;
    }
  }
  return undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
