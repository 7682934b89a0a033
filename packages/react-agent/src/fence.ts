import { removeHidden } from './hidden-characters.ts';
import { removeModelTokens } from './model-tokens.ts';
import type { Wording } from './wording.ts';

/** Longest observation a model reads, in UTF-16 units; all observations of one turn together get twice as much. */
export const observationLimit = 16_000;
export const turnLimit = 32_000;

export interface FenceOptions {
  readonly boundary: string;
  readonly tool: string;
  readonly trusted: boolean;
  readonly limit: number;
  readonly wording: Wording;
}

/** Says what is missing of a text that is cut. `next` is where it begins. */
export type CutMark = (missing: number, total: number, next: number) => string;

/** The text of a tool as a model reads it: cleaned, cut, and between marks that a page cannot know. */
export function fence(text: string, options: FenceOptions): string {
  const { boundary, limit, wording } = options;
  return enclose(cutMiddle(cleanText(text, boundary), limit, wording), options);
}

/** The marks around a text that is clean. */
export function enclose(
  text: string,
  { boundary, tool, trusted }: Pick<FenceOptions, 'boundary' | 'tool' | 'trusted'>,
): string {
  const level = trusted ? 'trusted' : 'untrusted';
  const name = tool.replace(/[^\w.:-]/g, '_').slice(0, 64);
  return `[data ${boundary} ${name} ${level}]\n${text}\n[end ${boundary}]`;
}

/** What `fence` adds at most to a cut text, in UTF-16 units: marks, the name, the note of what is missing. */
export const fenceSize = 288;

interface FenceParts {
  readonly head: string;
  readonly boundary: string;
  readonly body: string;
}

const fenced = /^([^[]*\[data ([\w-]+) [\w.:-]+ (?:un)?trusted\]\n)([\s\S]*)\n\[end \2\]$/;

/** A fenced text taken apart; undefined where it is none. */
export function partsOf(content: string): FenceParts | undefined {
  const [, head, boundary, body] = fenced.exec(content) ?? [];
  if (head === undefined || boundary === undefined || body === undefined) return undefined;
  return { head, boundary, body };
}

/** The same text with the marks of another run, whose model is told to trust no other. */
export function changeBoundary(content: string, boundary: string): string {
  const parts = partsOf(content);
  return parts ? content.replaceAll(parts.boundary, boundary) : content;
}

/** Takes out what steers a terminal, a reader's eye or a chat template, and what looks like the marks of `fence`. */
export function sanitise(text: string): string {
  return removeModelTokens(removeHidden(text));
}

/** The same, also without the boundary of the run, which only an echo can bring in. */
export function cleanText(text: string, boundary: string): string {
  const clean = sanitise(text);
  return boundary === '' ? clean : clean.replaceAll(boundary, '…');
}

/** Every text in a value, keys included, cleaned: schemas of foreign tools are text from outside. */
export function cleanJson(value: unknown, boundary: string, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value, boundary);
  if (typeof value !== 'object' || value === null || depth > 32) {
    return typeof value === 'object' ? null : value;
  }
  if (Array.isArray(value)) return value.map((entry) => cleanJson(entry, boundary, depth + 1));
  const entries = Object.entries(value).map(([key, entry]: [string, unknown]) => [
    cleanText(key, boundary),
    cleanJson(entry, boundary, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** Keeps the first 70 % and the last 30 % of `limit`, and says how much is missing. Never splits a surrogate pair. */
export function cutMiddle(
  text: string,
  limit: number,
  { omitted }: { readonly omitted: CutMark },
): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.floor(limit * 0.7)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(limit * 0.3)).replace(/^[\udc00-\udfff]/, '');
  const missing = text.length - head.length - tail.length;
  return `${head}\n${omitted(missing, text.length, head.length)}\n${tail}`;
}
