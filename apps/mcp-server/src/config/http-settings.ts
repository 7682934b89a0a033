import type { Secret } from '@mini-agent/foundation/secret';
import type { Variables } from './variables.ts';

/** What the environment says about serving over HTTP. */
export interface HttpSettings {
  /** One or several tokens, separated by commas; `bearerTokens` takes them apart. */
  readonly token: Secret | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** The OAuth issuer, exactly as its tokens name it. */
  readonly issuer: string | undefined;
  /** Where its keys are; undefined = as the issuer's metadata says. */
  readonly jwksUrl: string | undefined;
  /** Any of these must be in a token's `aud`; empty = the address of this server. */
  readonly audience: readonly string[];
  /** All of these must be in a token's `scope` or `scp`. */
  readonly scopes: readonly string[];
  /** Per caller; 0 = no limit. */
  readonly callsPerMinute: number;
  /** Calls that one caller may have open; 0 = no limit. */
  readonly maxConcurrentCalls: number;
  readonly metrics: boolean;
  /** Why the HTTP server must not start: a mistake here, ignored, would be an open door. */
  readonly problems?: readonly string[];
}

/** A shorter token could be guessed. */
const shortestToken = 16;

/** The variables of the HTTP server. */
export function readHttp(variables: Variables): HttpSettings {
  const before = variables.problems.length;
  const token = variables.secret('MINI_AGENT_HTTP_TOKEN');
  if (token !== undefined) variables.problems.push(...tokenProblems(token));
  const issuer = secureUrl(variables, 'MINI_AGENT_HTTP_ISSUER');
  const jwksUrl = secureUrl(variables, 'MINI_AGENT_HTTP_JWKS_URL');
  const audience = variables.list('MINI_AGENT_HTTP_AUDIENCE', /[,\s]/);
  const scopes = readScopes(variables);
  const lonely = [
    ...(jwksUrl === undefined ? [] : ['MINI_AGENT_HTTP_JWKS_URL']),
    ...(audience.length === 0 ? [] : ['MINI_AGENT_HTTP_AUDIENCE']),
    ...(scopes.length === 0 ? [] : ['MINI_AGENT_HTTP_SCOPES']),
  ];
  if (variables.text('MINI_AGENT_HTTP_ISSUER') === undefined && lonely.length > 0) {
    variables.problems.push(
      `${lonely.join(', ')}: set, but without MINI_AGENT_HTTP_ISSUER no OAuth token is checked; set it too.`,
    );
  }
  const problems = variables.problems.slice(before);
  return {
    token,
    allowedHosts: variables.list('MCP_ALLOWED_HOSTS', /,/),
    allowedOrigins: variables.list('MCP_ALLOWED_ORIGINS', /,/),
    issuer,
    jwksUrl,
    audience,
    scopes,
    callsPerMinute: variables.integer('MINI_AGENT_HTTP_CALLS_PER_MINUTE', {
      fallback: 0,
      minimum: 0,
      maximum: 1_000_000,
    }),
    maxConcurrentCalls: variables.integer('MINI_AGENT_HTTP_MAX_CONCURRENT', {
      fallback: 1_000,
      minimum: 0,
      maximum: 100_000,
    }),
    metrics: variables.flag('MINI_AGENT_METRICS', false),
    ...(problems.length === 0 ? {} : { problems }),
  };
}

/** The single tokens of `MINI_AGENT_HTTP_TOKEN`. */
export function bearerTokens(token: Secret): readonly string[] {
  return token
    .reveal()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The characters a bearer token may have (RFC 6750 §2.1); with others no client could send it. */
const sendable = /^[\w.~+/-]+=*$/;

function tokenProblems(token: Secret): readonly string[] {
  const tokens = bearerTokens(token);
  const hint = `Make one with: openssl rand -hex 32`;
  if (tokens.length === 0) return [`MINI_AGENT_HTTP_TOKEN holds no token. ${hint}`];
  return tokens.flatMap((entry, index) => {
    const which = tokens.length === 1 ? 'the token' : `token ${index + 1} of ${tokens.length}`;
    if (!sendable.test(entry)) {
      return [
        `MINI_AGENT_HTTP_TOKEN: ${which} may hold only letters, digits and - . _ ~ + / (= at its end). ${hint}`,
      ];
    }
    if (entry.length >= shortestToken) return [];
    return [
      `MINI_AGENT_HTTP_TOKEN: ${which} has ${entry.length} characters, but it must have at least ${shortestToken}. ${hint}`,
    ];
  });
}

/** Keys that came over a plain connection could be anybody's; within one machine that is no matter. */
function secureUrl(variables: Variables, name: string): string | undefined {
  const value = variables.text(name);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isWebUrl = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (isWebUrl && url.username === '' && url.password === '' && url.hash === '') return value;
  // Not shown: a URL may hold a password.
  variables.problems.push(
    `${name} must be a URL that begins with https:// (http:// only on this machine), without user name or fragment.`,
  );
  return undefined;
}

function readScopes(variables: Variables): readonly string[] {
  const scopes = variables.list('MINI_AGENT_HTTP_SCOPES', /[,\s]/);
  // RFC 6749 §3.3
  if (scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope))) return scopes;
  variables.problems.push(
    'MINI_AGENT_HTTP_SCOPES must be scope names separated by blanks or commas; quotes, \\ and non-ASCII characters cannot be in them.',
  );
  return [];
}
