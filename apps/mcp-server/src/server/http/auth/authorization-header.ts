import type { IncomingMessage } from 'node:http';

/** Longer ones are refused unread; Node ends a request whose headers are longer than 16 KiB together anyway. */
const longestHeader = 16_384;

/**
 * The `Authorization` header of a request. Node keeps the first of several, a proxy in front may check the last: several are
 * joined, which no scheme takes.
 */
export function readAuthorization(request: IncomingMessage): string | undefined {
  const { rawHeaders } = request;
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && /^authorization$/i.test(rawHeaders[index - 1] ?? ''),
  );
  return values.length === 0 ? undefined : values.join(', ');
}

/** The token of a header `Bearer <token>` (RFC 6750 §2.1): `absent` without a header, `malformed` for anything else. */
export function parseBearer(
  header: string | undefined,
): { kind: 'token'; token: string } | { kind: 'absent' } | { kind: 'malformed' } {
  if (header === undefined || header === '') return { kind: 'absent' };
  if (header.length > longestHeader) return { kind: 'malformed' };
  const [, token] = /^Bearer {1,8}([\w.~+/-]+=*)$/i.exec(header) ?? [];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
