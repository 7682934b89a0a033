import { inspect } from 'node:util';

const mask = '[secret]';

/** A value that prints `[secret]` in string conversion, JSON and inspect; only a transport that sends it calls `reveal()`. */
export interface Secret {
  reveal(): string;
  toString(): '[secret]';
  toJSON(): '[secret]';
}

/** Wraps a key as soon as it is read. An already wrapped value is returned as it is. */
export function secret(value: string | Secret): Secret {
  if (typeof value !== 'string') return value;
  return {
    reveal: () => value,
    toString: () => mask,
    toJSON: () => mask,
    [inspect.custom]: () => mask,
  } as Secret;
}

/**
 * Shapes of credentials that services print into error texts: provider keys by their published prefixes,
 * `Bearer` headers (RFC 6750), credentials in a URL (RFC 3986 §3.2.1), and `key=value` pairs with a telling name.
 */
const credentialPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|ak|gsk|xai|as_sk|ss_sk|tvly|ghp|gho|ghs|github_pat)[-_][\w-]{8,}/g, mask],
  [/\bAIza[\w-]{20,}/g, mask],
  [/\bAKIA[0-9A-Z]{16}\b/g, mask],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g, mask],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${mask}`],
  [/(\/\/[^/\s:@]{0,200}:)[^/\s@]{1,200}@/g, `$1${mask}@`],
  [
    /(["']?(?:api[-_ ]?key|access[-_]?token|auth[-_]?token|authorization|secret|password|passwd|x-api-key)["']?\s*[:=]\s*["']?)(?!\[secret\])[^\s"',;&}]{4,}/gi,
    `$1${mask}`,
  ],
];

/** Replaces what looks like a credential, and every one of `known`, by `[secret]`. Linear in the length of `text`. */
export function redactSecrets(text: string, known: readonly Secret[] = []): string {
  let clean = text;
  for (const entry of known) {
    const value = entry.reveal();
    if (value.length >= 4) clean = clean.replaceAll(value, mask);
  }
  for (const [pattern, replacement] of credentialPatterns) {
    clean = clean.replace(pattern, replacement);
  }
  return clean;
}
