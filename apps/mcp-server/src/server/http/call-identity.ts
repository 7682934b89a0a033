import type { AuthInfo } from '@modelcontextprotocol/server';

/** Who sends a request, as far as that is known. */
export interface Identity {
  /** Whom the token names; undefined without auth. */
  readonly principal: string | undefined;
  readonly address: string;
  readonly info: AuthInfo | undefined;
}

/** Owns the runs that a request starts: nobody else finds them. */
export function callerOf(
  { principal, address }: Pick<Identity, 'principal' | 'address'>,
  sessionId?: string,
): string {
  if (principal !== undefined) return `token:${principal}`;
  return sessionId === undefined ? `address:${address}` : `session:${sessionId}`;
}

/** An IPv4 client on a socket for both kinds of addresses has the same name as on one for its own. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
}
