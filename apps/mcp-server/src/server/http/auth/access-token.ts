import type { Clock } from '@mini-agent/foundation/time';
import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters, JWTPayload } from 'jose';
import { IssuerUnavailable, type IssuerKeys } from './issuer-keys.ts';
import { principalOf } from './principal.ts';

/** What checking a token found. */
export type CheckedToken =
  | {
      readonly kind: 'valid';
      readonly principal: string;
      readonly clientId: string;
      readonly scopes: readonly string[];
      readonly expiresAt: number;
    }
  | { readonly kind: 'invalid' | 'insufficient_scope'; readonly problem: string }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

export interface AccessTokenRules {
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly scopes: readonly string[];
  readonly keys: IssuerKeys;
  readonly clock: Clock;
}

/** Only signatures that nobody but the issuer can make: with a shared secret, who can check a token can forge one. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** How far the clocks of the issuer and this machine may differ. */
const toleranceSeconds = 30;

/** Checks a JWT access token (RFC 9068, and RFC 8725 for how not to be fooled). */
export async function checkAccessToken(
  token: string,
  rules: AccessTokenRules,
): Promise<CheckedToken> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token))
    return invalid('The access token is not known here.');
  try {
    return judgeClaims(await verify(token, rules), rules);
  } catch (error) {
    if (error instanceof IssuerUnavailable) {
      return { kind: 'unavailable', retryAfterSeconds: error.retryAfterSeconds };
    }
    return invalid(problemOf(error, rules));
  }
}

/** An issuer that changes its key without naming it anew (`kid`) is believed after a look at its present keys. */
async function verify(token: string, rules: AccessTokenRules): Promise<JWTPayload> {
  try {
    return await verifyOnce(token, rules);
  } catch (error) {
    if (codeOf(error) !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') throw error;
    const isRefreshed = await rules.keys.refresh().catch(() => false);
    if (!isRefreshed) throw error;
    return await verifyOnce(token, rules);
  }
}

async function verifyOnce(token: string, rules: AccessTokenRules): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose');
  const withKey = async (
    key: (header?: JWSHeaderParameters, input?: FlattenedJWSInput) => Promise<CryptoKey>,
  ): Promise<JWTPayload> => {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms,
      issuer: rules.issuer,
      audience: [...rules.audience],
      requiredClaims: ['exp'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(rules.clock.now()),
    });
    requireAccessToken(protectedHeader.typ);
    return payload;
  };
  try {
    return await withKey(rules.keys.resolve);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token that names no key is tried with each that it could be signed with.
    for await (const key of error) {
      try {
        return await withKey(() => Promise.resolve(key));
      } catch (failure) {
        if (codeOf(failure) !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Issuers sign other things with the same keys (logout tokens, security events), each with a type of its own. */
function requireAccessToken(type: string | undefined): void {
  const name = type?.toLowerCase().replace(/^application\//, '');
  if (name !== undefined && name !== 'jwt' && name !== 'at+jwt') throw new WrongType();
}

class WrongType extends Error {}

function judgeClaims(payload: JWTPayload, rules: AccessTokenRules): CheckedToken {
  const { iss, sub, exp, iat } = payload;
  const now = Math.floor(rules.clock.now() / 1000);
  if (iat !== undefined && iat > now + toleranceSeconds)
    return invalid('The token is not valid yet.');
  const clientId = textOf(payload['client_id']) ?? textOf(payload['azp']);
  const subject = textOf(sub);
  if (iss === undefined || exp === undefined || (subject === undefined && clientId === undefined)) {
    return invalid('The token does not say whose it is (sub).');
  }
  const scopes = scopesOf(payload);
  const missing = rules.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    const problem = `The token lacks the scope ${missing.join(' ')}; get one with: ${rules.scopes.join(' ')}.`;
    return { kind: 'insufficient_scope', problem };
  }
  const who = subject === undefined ? ['client', clientId ?? ''] : ['subject', subject];
  return {
    kind: 'valid',
    principal: principalOf(['oauth', iss, ...who]),
    clientId: clientId ?? subject ?? '',
    scopes,
    expiresAt: exp,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `scope` is one string (RFC 9068 §2.2.3), `scp` a string or a list, by issuer. */
function scopesOf(payload: JWTPayload): readonly string[] {
  return [payload['scope'], payload['scp']].flatMap((value): string[] => {
    if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '');
    return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : [];
  });
}

function invalid(problem: string): CheckedToken {
  return { kind: 'invalid', problem };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Says what is expected, never what the token holds. */
function problemOf(error: unknown, rules: AccessTokenRules): string {
  if (error instanceof WrongType) return 'The token is of another type; send an access token.';
  switch (codeOf(error)) {
    case 'ERR_JWT_EXPIRED':
      return 'The token has expired; get a new one.';
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return claimProblem(error, rules);
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
    case 'ERR_JOSE_NOT_SUPPORTED':
      return `The token is signed in a way that is not accepted; accepted are ${algorithms.join(', ')}.`;
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return 'The token is signed with a key that its issuer does not publish.';
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'The signature of the token is wrong.';
    default:
      return 'The token is not a JWT that can be checked.';
  }
}

function claimProblem(error: unknown, { issuer, audience }: AccessTokenRules): string {
  const claim = error instanceof Error && 'claim' in error ? error.claim : undefined;
  switch (claim) {
    case 'aud':
      return `The token is for another audience; this server is ${audience.join(' or ')}.`;
    case 'iss':
      return `The token is of another issuer; this server takes those of ${issuer}.`;
    case 'nbf':
      return 'The token is not valid yet.';
    case 'exp':
      return 'The token has no time at which it expires (exp).';
    default:
      return 'A claim of the token is not as it must be.';
  }
}
