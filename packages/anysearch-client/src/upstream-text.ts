import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { cleanText, cutText } from './clean-text.ts';

/** How much of an error text of the service is passed on, in UTF-16 units. */
const longestQuote = 500;

/**
 * The service's own words for an error, cleaned, cut, and without anything that could be a credential. Undefined where
 * the text tells of an account that the service made: that one is all credentials, and none of it is passed on.
 */
export function quotable(text: string, known: readonly Secret[]): string | undefined {
  if (namesAccount(text)) return undefined;
  const clean = cutText(cleanText(text).trim(), 4 * longestQuote);
  const redacted = redactSecrets(clean, known).replace(/\s*\n\s*/g, ' ');
  return redacted.length > longestQuote ? `${cutText(redacted, longestQuote)}…` : redacted;
}

/** Two credentials named together, or one with a value: an account notice. */
export function namesAccount(text: string): boolean {
  const named = new Set(
    Array.from(
      text.matchAll(/\b(user_?name|pass(?:word|wd)?|api[_ -]?key)["'*`]*\s*[:=：]\s*["'*`]*\S/gi),
      (match) => match[1]?.toLowerCase(),
    ),
  );
  return named.size >= 2 || /\bpass(?:word|wd)["'*`]*\s*[:=：]\s*\S/i.test(text);
}

/** A web page as a short line: without tags, at most 200 units. */
export function quoteMarkup(text: string): string {
  const plain = cutText(text, 20_000)
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ');
  return cutText(cleanText(plain).replace(/\s+/g, ' ').trim(), 200);
}
