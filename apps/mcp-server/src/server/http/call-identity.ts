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

/**
 * Who answers for sessions: the one whom a token names, else the network that an address belongs to. One IPv6 host usually has a
 * whole /64 network of addresses.
 */
export function ownerOf({ principal, address }: Pick<Identity, 'principal' | 'address'>): string {
  return principal === undefined ? `address:${networkOf(address)}` : `token:${principal}`;
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [start = '', end] = address.replace(/%.*$/, '').split('::');
  const left = start === '' ? [] : start.split(':');
  const right = end === undefined || end === '' ? [] : end.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

/** An IPv4 client on a socket for both kinds of addresses has the same name as on one for its own. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
}
