import { ASCII_END, characterClass, LETTER, MARK, NUMBER } from './character-classes.ts';
import { extractNumbers } from './extract-numbers.ts';

export type Extraction = 'extract_emails' | 'extract_urls' | 'extract_numbers';

/** What a text holds of a kind, as it is written there and in that order, with repetitions. Linear in the text. */
export function extractAll(text: string, operation: Extraction): readonly string[] {
  switch (operation) {
    case 'extract_emails':
      return extractEmails(text);
    case 'extract_urls':
      return extractUrls(text);
    case 'extract_numbers':
      return extractNumbers(text);
  }
}

/** Letters and digits, without those of scripts that are written up to an address without a space (CJK, Hangul, Thai). */
function isAddressLetter(unit: number): boolean {
  if (unit < ASCII_END) {
    return (
      (unit >= 0x30 && unit <= 0x39) ||
      (unit >= 0x41 && unit <= 0x5a) ||
      (unit >= 0x61 && unit <= 0x7a)
    );
  }
  if (unit >= 0x1100) return false;
  const kind = characterClass(unit);
  return kind === LETTER || kind === NUMBER || kind === MARK;
}

const OPENING_BRACKET = 0x5b;
const URL_START = /(?:https?|ftp):\/\/|www\./gi;
const URL_PUNCTUATION = "-._~:/?#[]@!$&'()*+,;=%";
/** Ends the sentence around a URL rather than the URL. */
const TRAILING = ".,;:!?'*_~";

/**
 * URLs with the scheme http, https or ftp, or that begin with `www.`: the characters of RFC 3986, and letters of other
 * scripts that use spaces. Final punctuation and a closing bracket without its partner do not belong to them.
 */
function extractUrls(text: string): readonly string[] {
  const found: string[] = [];
  URL_START.lastIndex = 0;
  for (let match = URL_START.exec(text); match; match = URL_START.exec(text)) {
    const start = match.index;
    const hostStart = start + match[0].length;
    if (start > 0 && isAddressLetter(text.charCodeAt(start - 1))) continue;
    const host = text.charCodeAt(hostStart);
    if (!isAddressLetter(host) && host !== OPENING_BRACKET) continue;
    let end = hostStart;
    while (end < text.length && isUrlUnit(text, end) && !startsNextUrl(text, end)) end += 1;
    end = withoutTrailing(text, start, end);
    found.push(text.slice(start, end));
    URL_START.lastIndex = end;
  }
  return found;
}

function isUrlUnit(text: string, index: number): boolean {
  return isAddressLetter(text.charCodeAt(index)) || URL_PUNCTUATION.includes(text.charAt(index));
}

/** `https://a.example,https://b.example` is a list. */
function startsNextUrl(text: string, index: number): boolean {
  const unit = text.charAt(index);
  return (
    (unit === ',' || unit === ';') && /^(?:https?|ftp):\/\//i.test(text.slice(index + 1, index + 9))
  );
}

function withoutTrailing(text: string, start: number, from: number): number {
  let open = 0;
  for (let index = start; index < from; index++) {
    const character = text.charAt(index);
    if (character === '(' || character === '[') open += 1;
    else if (character === ')' || character === ']') open -= 1;
  }
  let end = from;
  for (; end > start; end -= 1) {
    const last = text.charAt(end - 1);
    if ((last === ')' || last === ']') && open < 0) open += 1;
    else if (!TRAILING.includes(last)) break;
  }
  return end;
}

const MAX_LOCAL_UNITS = 64;
const MAX_DOMAIN_UNITS = 255;
const LOCAL_PUNCTUATION = "._%+-'";
const DOMAIN = /^[^.-][^.]*(?<!-)(?:\.[^.-][^.]*(?<!-))*\.(?:xn--[a-z\d-]+|[^\d.-]{2,})$/i;

/** E-mail addresses in the usual form `name@host.domain` (without quoted names and comments of RFC 5322). */
function extractEmails(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    const end = domainEnd(text, at + 1);
    const isInside = text.charAt(start - 1) === '@' || text.charAt(end) === '@';
    if (start < at && end > at + 1 && !isInside) found.push(text.slice(start, end));
  }
  return found;
}

/** Where the name before an `@` starts; at the `@` itself when there is none. */
function localStart(text: string, at: number): number {
  const limit = Math.max(0, at - MAX_LOCAL_UNITS);
  let start = at;
  while (start > limit && isLocalUnit(text, start - 1)) {
    if (text.charAt(start - 1) === '.' && (start === at || text.charAt(start) === '.')) break;
    start -= 1;
  }
  // Longer than a name may be.
  if (start === limit && start > 0 && isLocalUnit(text, start - 1)) return at;
  while (start < at && !/[^.'%+-]/.test(text.charAt(start))) start += 1;
  return start;
}

function isLocalUnit(text: string, index: number): boolean {
  return isAddressLetter(text.charCodeAt(index)) || LOCAL_PUNCTUATION.includes(text.charAt(index));
}

/** Where the domain ends that starts at an index; at that index when there is none. */
function domainEnd(text: string, start: number): number {
  let end = start;
  const limit = Math.min(text.length, start + MAX_DOMAIN_UNITS);
  while (end < limit && (isAddressLetter(text.charCodeAt(end)) || '.-'.includes(text.charAt(end))))
    end += 1;
  const domain = text
    .slice(start, end)
    .replace(/\.\.[^]*$/, '')
    .replace(/[.-]+$/, '');
  return DOMAIN.test(domain) ? start + domain.length : start;
}
