import { AnySearchError } from './errors.ts';

/** Longest address that is sent. */
const longestUrl = 2048;

/**
 * An address that may be handed to the service. Addresses of this machine and of private networks are refused before
 * anything is sent: the service cannot reach them, and their names are nobody's business.
 */
export function publicTarget(given: string): string {
  const text = given.trim();
  if (text.length > longestUrl)
    throw refuse('validation_error', `is over ${longestUrl} characters`);
  if (!URL.canParse(text)) throw refuse('validation_error', 'is not a complete URL (https://…)');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse('permission_denied', 'must start with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('permission_denied', 'must not hold credentials');
  }
  if (isPrivateHost(url.hostname)) {
    throw refuse('permission_denied', 'is an address of this machine or of a private network');
  }
  return url.href;
}

/** `URL` has already turned every spelling of an IPv4 address into four decimal numbers. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  // Only 2000::/3 is global unicast (RFC 4291 §2.4), and inside it 6to4 and Teredo carry other addresses.
  if (host.startsWith('[')) return !/^\[[23]/.test(host) || /^\[200[12]:0?:|^\[2002:/.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return isPrivateIpv4(host.split('.').map(Number));
  return !host.includes('.') || /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/** IANA special-purpose address registry (RFC 6890). */
function isPrivateIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
}

function refuse(code: 'validation_error' | 'permission_denied', problem: string): AnySearchError {
  return new AnySearchError(code, `The URL ${problem}.`);
}
