import { secret } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';

/** Query parameters in which gateways take a key. */
const keyParameter = /key|token|secret|signature|password|^sig$|^code$/i;

/** `Bearer …`, `Basic …`: what follows the scheme is the secret, and may come back without it. */
const scheme = /^[A-Za-z][A-Za-z0-9-]*\s+(?=\S+$)/;

/** All that must not come back from an endpoint: the key, the caller's headers, and a key in the query of the base URL. */
export function knownSecrets(given: {
  readonly apiKey: Secret | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly baseUrl: string;
}): readonly Secret[] {
  const values = new Set<string>();
  if (given.apiKey !== undefined) values.add(given.apiKey.reveal());
  for (const value of Object.values(given.headers)) {
    values.add(value);
    values.add(value.trim().replace(scheme, ''));
  }
  for (const value of keysInQuery(given.baseUrl)) values.add(value);
  values.delete('');
  return [...values].map((value) => secret(value));
}

function keysInQuery(baseUrl: string): readonly string[] {
  if (!URL.canParse(baseUrl)) return [];
  const { search, searchParams } = new URL(baseUrl);
  const plain = [...searchParams].filter(([name]) => keyParameter.test(name));
  // An endpoint may give back the URL, in which a value stands as it was sent.
  const sent = search
    .slice(1)
    .split('&')
    .filter((pair) => keyParameter.test(pair.split('=')[0] ?? ''))
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [...plain.map(([, value]) => value), ...sent];
}
