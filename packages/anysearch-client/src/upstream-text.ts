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
  if (speaksOfCredentials(text)) return undefined;
  const clean = cutText(cleanText(text).trim(), 4 * longestQuote);
  const redacted = redactSecrets(clean, known).replace(/\s*\n\s*/g, ' ');
  return redacted.length > longestQuote ? `${cutText(redacted, longestQuote)}…` : redacted;
}

const passwordWord =
  /pass(?:word|wd|code|phrase)|(?<![a-z])(?:pwd?|pass)(?![a-z])|密码|密碼|口令|パスワード|비밀번호/i;
const nameWord =
  /user[-_ ]?(?:name|id)|(?<![a-z])(?:user|login)(?![a-z])|用户名|用戶名|账号|帐号|帳號|账户|帳戶|ユーザー名/i;

/** No error of the service needs these words, but its account notices do, in any form: what holds one is not quoted. */
function speaksOfCredentials(text: string): boolean {
  return namesAccount(text) || passwordWord.test(text) || namedValue.test(text);
}

/** A name or a secret with its value behind it. */
const namedValue =
  /(?:user[-_ ]?(?:name|id)|(?<![a-z])login|secret|用户名|用戶名|账号|帐号|帳號|密钥|密鑰|秘钥|令牌)["'*`]{0,4}\s{0,4}(?:[:=：]|为|是|is\b)/i;

/** Whether a quota notice could be about an account that was made. */
export function mentionsAccount(text: string): boolean {
  return /account|user|(?<![a-z])(?:name|key)(?![a-z])|secret|login|e-?mail|credential|token|账|賬|帐|帳|密|用户|用戶|邮箱|郵箱|令牌/i.test(
    text,
  );
}

/** Two credentials named together, or one with a value: an account notice. */
export function namesAccount(text: string): boolean {
  const named = new Set(
    Array.from(
      text.matchAll(/\b(user_?name|pass(?:word|wd)?|api[_ -]?key)["'*`]*\s*[:=：]\s*["'*`]*\S/gi),
      (match) => match[1]?.toLowerCase(),
    ),
  );
  return (
    named.size >= 2 ||
    /\bpass(?:word|wd)["'*`]*\s*[:=：]\s*\S/i.test(text) ||
    (passwordWord.test(text) && nameWord.test(text))
  );
}

/** A web page as a short line: without tags, at most 200 units. */
export function quoteMarkup(text: string): string {
  const plain = cutText(text, 20_000)
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ');
  return cutText(cleanText(plain).replace(/\s+/g, ' ').trim(), 200);
}
