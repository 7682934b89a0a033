import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';

/** How much more than what is kept is looked at: redacting shortens a text. */
const readFactor = 8;
const stackLine = /^\s{0,20}at\s.{0,1000}$/gm;
/** `/home/me/a.ts:3:1`, `C:\Users\me`, `file:///srv/a`: where the code runs is nobody's business. URLs keep their path. */
const filePath =
  /(?:file:\/{2,3}|(?<![\w:/.~-])(?:[A-Za-z]:[\\/]|\/(?=(?:home|Users|root|tmp|var|usr|opt|etc|srv|mnt|private|app|workspace|work|builds?|data|proc|nix|snap|lib|bin|run|dev|Library|Applications|Volumes|System|github|__w)\/)))[^\s'"`<>|,;()]{1,500}/g;
// eslint-disable-next-line no-control-regex -- control characters are what is removed
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of foreign origin made fit for a model and a log: no credentials, stack, paths or control characters, bounded. */
export function cleanMessage(text: string, secrets: readonly Secret[], longest: number): string {
  const plain = redactSecrets(startOf(text, longest), secrets)
    .replace(stackLine, '')
    .replace(filePath, '[path]')
    .replace(control, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > longest ? `${cutWell(plain, longest - 1)}…` : plain;
}

/** A generous start of a long text, so that the half of a key at its end does not reach what is kept after redacting. */
export function startOf(text: string, longest: number): string {
  return text.slice(0, readFactor * longest);
}

/** Cuts without leaving half of a character. */
export function cutWell(text: string, length: number): string {
  const end = text.charCodeAt(length - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? length - 1 : length);
}

/**
 * The same text in memory of its own. A part of a text (`slice`) keeps the whole alive, so whoever keeps a part for long
 * would keep a page for each line.
 */
export function ownCopy(text: string): string {
  // Shorter parts are copies anyway.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
