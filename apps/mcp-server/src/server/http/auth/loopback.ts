import { isIP } from 'node:net';

/** True where only this machine can reach a server that listens on `host`. A name that is not known for it counts as outside. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost') return true;
  if (isIP(name) === 4) return name.startsWith('127.');
  if (isIP(name) !== 6) return false;
  // Written out by the URL parser: every spelling of ::1 and of 127.0.0.0/8 as an IPv6 address.
  const canonical = URL.canParse(`http://[${name}]`) ? new URL(`http://[${name}]`).hostname : '';
  return canonical === '[::1]' || canonical.startsWith('[::ffff:7f');
}
