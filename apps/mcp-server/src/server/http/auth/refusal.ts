/** An answer to a request that may not go on. */
export interface Refusal {
  readonly ok: false;
  /** 503 where the issuer's keys cannot be had: neither the client nor its token is to blame. */
  readonly status: 401 | 403 | 503;
  readonly headers: Record<string, string>;
  /** JSON: `error` and `error_description`. */
  readonly body: string;
}

/** What every refusal of this server names (RFC 9728 §5.1). */
export interface Challenge {
  readonly metadataUrl: string | undefined;
  readonly scopes: readonly string[];
}

/** 401: `problem` says what is wrong with the token; undefined = there is none, which is no error yet (RFC 6750 §3.1). */
export function unauthorized(challenge: Challenge, problem: string | undefined): Refusal {
  const text = problem ?? 'Send an access token in the header "Authorization: Bearer <token>".';
  const error = problem === undefined ? {} : { error: 'invalid_token' };
  return {
    ok: false,
    status: 401,
    headers: headersOf(wwwAuthenticate(challenge, error)),
    body: bodyOf('invalid_token', text),
  };
}

/** 403: the token is good, but not for this. */
export function forbidden(challenge: Challenge, problem: string): Refusal {
  return {
    ok: false,
    status: 403,
    headers: headersOf(wwwAuthenticate(challenge, { error: 'insufficient_scope' })),
    body: bodyOf('insufficient_scope', problem),
  };
}

export function unavailable(retryAfterSeconds: number, problem: string): Refusal {
  return {
    ok: false,
    status: 503,
    headers: headersOf({ 'retry-after': String(retryAfterSeconds) }),
    body: bodyOf('temporarily_unavailable', problem),
  };
}

/** None of the values can hold a quote: they are URLs as the parser writes them, checked scope names and constants. */
function wwwAuthenticate(
  { metadataUrl, scopes }: Challenge,
  error: Readonly<Record<string, string>>,
): Record<string, string> {
  const parameters = {
    ...(metadataUrl === undefined ? { realm: 'mini-agent' } : { resource_metadata: metadataUrl }),
    ...error,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  };
  const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return { 'www-authenticate': `Bearer ${list.join(', ')}` };
}

function headersOf(headers: Record<string, string>): Record<string, string> {
  return { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers };
}

function bodyOf(error: string, description: string): string {
  return JSON.stringify({ error, error_description: description });
}
