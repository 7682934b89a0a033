import { secret } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { AnySearchError } from './errors.ts';

/** What documentation and templates leave in the place of a key. */
const placeholder =
  /^(?:(?:as_sk_|ss_sk_|sk[-_])?(?:(?:your|example|replace|insert|change)[-_ \w]*|my[-_ ]?(?:api[-_ ]?)?key)|anysearch[-_]api[-_]key|\$\{.*\}?|\$\w+|<.*>?|%\w+%|[*x.]{3,}|(?:as_sk_|sk_)[x*.]+|todo|none|null|undefined)$/i;

/**
 * The key as it will be sent, or undefined for anonymous use. Blanks, quotes and a byte order mark at the edges go; a
 * placeholder, or a character that no HTTP header carries, is refused before anything is sent.
 */
export function resolveApiKey(given: string | Secret | undefined): Secret | undefined {
  if (given === undefined) return undefined;
  const value = secret(given)
    .reveal()
    .replace(/^[\s\uFEFF"'`]+|[\s\uFEFF"'`]+$/g, '');
  if (value === '') return undefined;
  if (placeholder.test(value)) {
    throw new AnySearchError(
      'validation_error',
      'The AnySearch API key is a placeholder. Put a real key in its place, or remove it to search anonymously.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new AnySearchError(
      'validation_error',
      'The AnySearch API key holds characters that no key has (a blank, a line break or a non-ASCII letter). Copy it again.',
    );
  }
  return secret(value);
}
