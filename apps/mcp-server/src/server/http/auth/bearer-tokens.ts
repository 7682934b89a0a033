import { createHash, timingSafeEqual } from 'node:crypto';
import { principalOf } from './principal.ts';

/** Finds the caller of a token among those configured. */
export interface BearerTokens {
  /** The caller's principal, or undefined for a token that is not one of them. */
  find(token: string): string | undefined;
}

/**
 * Only digests are kept and compared, all of them each time and each in constant time, so that the time an answer takes
 * says nothing about how much of a guess was right.
 */
export function createBearerTokens(tokens: readonly string[]): BearerTokens {
  const known = tokens.map((token) => ({
    digest: digestOf(token),
    principal: principalOf(['token', token]),
  }));
  return {
    find: (token) => {
      const digest = digestOf(token);
      let found: string | undefined;
      for (const entry of known) {
        if (timingSafeEqual(entry.digest, digest)) found = entry.principal;
      }
      return found;
    },
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
