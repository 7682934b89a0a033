import type { Clock } from '@mini-agent/foundation/time';
import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters, RemoteJWKSet } from 'jose';
import { FetchProblem, fetchText, parseObject, type BoundedFetchOptions } from './bounded-fetch.ts';
import { isJsonObject } from './json-object.ts';
import { discoverJwksUrl } from './issuer-metadata.ts';

/** The keys with which an issuer signs. */
export interface IssuerKeys {
  /** The key for a token. Rejects with `IssuerUnavailable`, or with jose's error where the token is to blame. */
  readonly resolve: (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;
  /** Fetches the keys again unless that was done a moment ago; false = they are as they were. */
  readonly refresh: () => Promise<boolean>;
}

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Undefined = as the issuer's metadata says. */
  readonly jwksUrl: string | undefined;
  readonly log: (line: string) => void;
  readonly clock: Clock;
  readonly timings?: Partial<KeyTimings>;
}

export interface KeyTimings {
  /** For one document. Default 5 s. */
  readonly timeoutMs: number;
  /** How long fetched keys count. Default 10 min. */
  readonly cacheMs: number;
  /** How long after a fetch a token with an unknown key starts no other one. Default 30 s. */
  readonly cooldownMs: number;
  /** How long after a failed fetch none is tried. Default 5 s. */
  readonly failureMs: number;
}

const defaultTimings: KeyTimings = {
  timeoutMs: 5_000,
  cacheMs: 600_000,
  cooldownMs: 30_000,
  failureMs: 5_000,
};

const maxBytes = 262_144;

/** The keys cannot be had now. */
export class IssuerUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    super("The keys of the token's issuer cannot be had.");
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

/** What jose says about a token for which the key set, which is there, has no single key. */
const tokenErrors: readonly unknown[] = [
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
];

/**
 * Finds the issuer's key set at the first token and keeps it. Whatever tokens arrive, the issuer is asked at most once per
 * cool-down, and a failure is told in the log once, not per request.
 */
export function createIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const timings = { ...defaultTimings, ...options.timings };
  const limits: BoundedFetchOptions = { timeoutMs: timings.timeoutMs, maxBytes };
  const outage = createOutage(options, timings.failureMs);
  let opening: Promise<RemoteJWKSet> | undefined;

  const open = async (): Promise<RemoteJWKSet> => {
    outage.check();
    const url = options.jwksUrl ?? (await discoverJwksUrl(options.issuer, limits));
    const { createRemoteJWKSet, customFetch } = await import('jose');
    return createRemoteJWKSet(new URL(url), {
      timeoutDuration: timings.timeoutMs + 1_000,
      cooldownDuration: timings.cooldownMs,
      cacheMaxAge: timings.cacheMs,
      [customFetch]: async (address: string): Promise<Response> => {
        outage.check();
        const { status, text } = await fetchText(address, limits);
        if (status !== 200) throw new FetchProblem(`its key set answers ${status}`);
        if (!isKeySet(text)) throw new FetchProblem('what is at its key set is none');
        outage.end();
        return new Response(text);
      },
    });
  };
  const keySet = async (): Promise<RemoteJWKSet> => {
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw outage.begin(error);
    }
  };
  return {
    resolve: async (header, token) => {
      const keys = await keySet();
      try {
        return await keys(header, token);
      } catch (error) {
        if (error instanceof Error && 'code' in error && tokenErrors.includes(error.code))
          throw error;
        // The issuer may have moved its keys.
        if (!keys.fresh) opening = undefined;
        throw outage.begin(error);
      }
    },
    refresh: async () => {
      const keys = await keySet();
      if (keys.coolingDown) return false;
      try {
        await keys.reload();
        return true;
      } catch (error) {
        throw outage.begin(error);
      }
    },
  };
}

function isKeySet(text: string): boolean {
  const keys = parseObject(text)?.['keys'];
  return Array.isArray(keys) && keys.every(isJsonObject);
}

interface Outage {
  /** Throws while a failure is so fresh that trying again is no use. */
  check(): void;
  /** Notes a failure; returns what to throw. */
  begin(error: unknown): IssuerUnavailable;
  end(): void;
}

function createOutage({ issuer, log, clock }: IssuerKeysOptions, failureMs: number): Outage {
  let failedAt: number | undefined;
  let isTold = false;
  return {
    check: () => {
      const waitMs = failedAt === undefined ? 0 : failedAt + failureMs - clock.now();
      // A clock that was set back must not lock everybody out.
      if (waitMs > 0 && waitMs <= failureMs) throw new IssuerUnavailable(waitMs);
    },
    begin: (error) => {
      if (error instanceof IssuerUnavailable) return error;
      failedAt = clock.now();
      if (!isTold) {
        isTold = true;
        const reason =
          error instanceof FetchProblem ? error.message : 'its key set is not a valid one';
        log(`OAuth: the keys of ${issuer} cannot be had, so its tokens are refused: ${reason}.`);
      }
      return new IssuerUnavailable(failureMs);
    },
    end: () => {
      failedAt = undefined;
      if (!isTold) return;
      isTold = false;
      log(`OAuth: the keys of ${issuer} are there again.`);
    },
  };
}
