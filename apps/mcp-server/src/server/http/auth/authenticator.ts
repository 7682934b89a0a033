import { systemClock, type Clock } from '@mini-agent/foundation/time';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { bearerTokens } from '../../../config/http-settings.ts';
import type { HttpSettings } from '../../../config/settings.ts';
import { AppError } from '../../../errors.ts';
import { checkAccessToken, type CheckedToken } from './access-token.ts';
import { parseBearer } from './authorization-header.ts';
import { createBearerTokens } from './bearer-tokens.ts';
import { createIssuerKeys, type IssuerKeys, type KeyTimings } from './issuer-keys.ts';
import { forbidden, unauthorized, unavailable, type Challenge, type Refusal } from './refusal.ts';
import { protectedResource, type ProtectedResource } from './resource.ts';

/** Says who calls. */
export interface Authenticator {
  authenticate(request: AuthenticateRequest): Promise<Authenticated | Refusal>;
  /** What a client needs to find the issuer (RFC 9728); undefined without OAuth. */
  metadata(): ResourceMetadata | undefined;
}

export interface AuthenticateRequest {
  /** As `readAuthorization` gives it. A token anywhere else, such as in the URL, counts for nothing. */
  readonly authorization: string | undefined;
  readonly address: string;
}

export interface Authenticated {
  readonly ok: true;
  /** A stable name of the caller that tells nothing about it or its token; undefined where no authentication is set. */
  readonly principal: string | undefined;
  /** `token` is a placeholder: a token is meant for this server alone and goes no further. */
  readonly info?: AuthInfo;
}

export interface ResourceMetadata {
  readonly path: string;
  /** All paths at which it is served, `path` among them. */
  readonly paths: readonly string[];
  /** JSON. */
  readonly body: string;
}

export interface AuthenticatorOptions {
  readonly log: (line: string) => void;
  /** The address of the MCP endpoint as the server itself knows it, asked for when it is needed. */
  readonly resource?: () => string | undefined;
  readonly clock?: Clock;
  readonly timings?: Partial<KeyTimings>;
}

/**
 * Takes what is configured: static tokens, access tokens of an issuer, either where both are, anybody where none is. Throws an
 * AppError for settings with problems, in which a mistake could have switched authentication off.
 */
export function createAuthenticator(
  settings: HttpSettings,
  options: AuthenticatorOptions,
): Authenticator {
  if (settings.problems !== undefined && settings.problems.length > 0) {
    throw new AppError('invalid_arguments', settings.problems.join(' '));
  }
  const tokens = settings.token === undefined ? [] : bearerTokens(settings.token);
  if (settings.token !== undefined && tokens.length === 0) {
    throw new AppError('invalid_arguments', 'MINI_AGENT_HTTP_TOKEN holds no token.');
  }
  const known = createBearerTokens(tokens);
  const oauth = createOAuth(settings, options);
  const isOpen = tokens.length === 0 && oauth === undefined;
  return {
    metadata: () => {
      if (oauth === undefined) return undefined;
      const { paths, body } = oauth.resource();
      return { path: paths[0] ?? '', paths, body };
    },
    authenticate: async ({ authorization }) => {
      if (isOpen) return { ok: true, principal: undefined };
      const challenge: Challenge = {
        metadataUrl: oauth?.resource().metadataUrl,
        scopes: settings.scopes,
      };
      const header = parseBearer(authorization);
      if (header.kind === 'absent') return unauthorized(challenge, undefined);
      if (header.kind === 'malformed') {
        const rule = 'The Authorization header must be one, and "Bearer <token>".';
        return unauthorized(challenge, rule);
      }
      const principal = known.find(header.token);
      if (principal !== undefined) return { ok: true, principal, info: authInfo('token', []) };
      if (oauth === undefined)
        return unauthorized(challenge, 'The access token is not known here.');
      return answer(await oauth.check(header.token), challenge);
    },
  };
}

interface OAuth {
  resource(): ProtectedResource;
  check(token: string): Promise<CheckedToken>;
}

function createOAuth(settings: HttpSettings, options: AuthenticatorOptions): OAuth | undefined {
  const { issuer, jwksUrl, scopes } = settings;
  if (issuer === undefined) return undefined;
  const { log, clock = systemClock, timings = {} } = options;
  const keys: IssuerKeys = createIssuerKeys({ issuer, jwksUrl, log, clock, timings });
  const resource = (): ProtectedResource =>
    protectedResource({ ...settings, issuer }, options.resource?.());
  return {
    resource,
    check: (token) =>
      checkAccessToken(token, { issuer, audience: resource().audience, scopes, keys, clock }),
  };
}

function answer(checked: CheckedToken, challenge: Challenge): Authenticated | Refusal {
  switch (checked.kind) {
    case 'valid': {
      const { principal, clientId, scopes, expiresAt } = checked;
      return { ok: true, principal, info: { ...authInfo(clientId, scopes), expiresAt } };
    }
    case 'invalid':
      return unauthorized(challenge, checked.problem);
    case 'insufficient_scope':
      return forbidden(challenge, checked.problem);
    case 'unavailable':
      return unavailable(
        checked.retryAfterSeconds,
        "The access token cannot be checked now, because the keys of its issuer cannot be had; try again later. The server's log says why.",
      );
  }
}

function authInfo(clientId: string, scopes: readonly string[]): AuthInfo {
  return { token: '[secret]', clientId, scopes: [...scopes] };
}
