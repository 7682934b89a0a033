import { CoreToolError } from '../errors.ts';
import { lazyPattern } from '../lazy-pattern.ts';

const loneSurrogate = lazyPattern(String.raw`\p{Cs}`);

/** Refuses text that has no UTF-8 form, instead of encoding something else. */
export function requireWellFormed(text: string): void {
  const position = text.search(loneSurrogate());
  if (position === -1) return;
  throw new CoreToolError(
    'invalid_arguments',
    `The text has half a character (a lone surrogate) at position ${position}; remove it.`,
    { details: { position } },
  );
}

/** Base64 of the UTF-8 bytes (RFC 4648 §4), or its URL-safe form without padding (§5). */
export function encodeBase64(text: string, urlSafe: boolean): string {
  requireWellFormed(text);
  return Buffer.from(text, 'utf8').toString(urlSafe ? 'base64url' : 'base64');
}

/** Decodes either alphabet; white space is skipped, padding may be missing. The bytes must be UTF-8 text. */
export function decodeBase64(text: string): string {
  const compact = text.replace(/\s+/g, '');
  const body = compact.replace(/={1,2}$/, '');
  const bad = /[^A-Za-z0-9+/_-]/.exec(body);
  const isPadded = body.length !== compact.length;
  if (bad || body.length % 4 === 1 || (isPadded && compact.length % 4 !== 0)) {
    throw new CoreToolError(
      'invalid_arguments',
      bad ? 'The text is not Base64: it has other characters.' : 'The Base64 text is cut off.',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(body, 'base64'),
    );
  } catch (cause) {
    throw new CoreToolError('tool_error', 'The Base64 text holds bytes that are not UTF-8 text.', {
      cause,
    });
  }
}

/** Percent-encodes everything but `A–Z a–z 0–9 - _ . ! ~ * ' ( )` (RFC 3986, as `encodeURIComponent`). */
export function encodeUrl(text: string): string {
  requireWellFormed(text);
  return encodeURIComponent(text);
}

/** Decodes percent escapes; `+` stays a plus. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new CoreToolError(
      'invalid_arguments',
      'The text has a % that starts no valid escape of UTF-8 bytes; write % itself as %25.',
      { cause },
    );
  }
}
