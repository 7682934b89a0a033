import type { Wording } from './wording.ts';

/** Longest observation a model reads, in UTF-16 units; all observations of one turn together get twice as much. */
export const observationLimit = 16_000;
export const turnLimit = 32_000;

/** Zero-width characters, bidi controls (UAX #9) and tag characters: they hide text from people. The joiners stay, emoji and Persian need them. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** ANSI escape sequences (ECMA-48 CSI and OSC), and any control character left, so that no rest can form a new sequence. */
const control =
  // eslint-disable-next-line no-control-regex -- control characters are what it takes out
  /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Tokens by which chat templates separate turns and mark calls; some models write them with full-width bars. */
const templateTokens =
  /<[|｜][\w▁-]{1,40}[|｜]>|<\/?(?:tool_call|tool_response|function_call|think|(?:start|end)_of_turn)>|\[\/?(?:INST|TOOL_CALLS|AVAILABLE_TOOLS)\]|<<\/?SYS>>/gi;

export interface FenceOptions {
  readonly boundary: string;
  readonly tool: string;
  readonly trusted: boolean;
  readonly limit: number;
  readonly wording: Wording;
}

/** The text of a tool as a model reads it: cleaned, cut, and between marks that a page cannot know. */
export function fence(text: string, options: FenceOptions): string {
  const { boundary, tool, trusted, limit, wording } = options;
  const clean = sanitise(text).replaceAll(boundary, '…');
  const level = trusted ? 'trusted' : 'untrusted';
  const name = tool.replace(/[^\w.:-]/g, '_').slice(0, 64);
  return `[data ${boundary} ${name} ${level}]\n${cutMiddle(clean, limit, wording)}\n[end ${boundary}]`;
}

/** What `fence` adds at most to a cut text, in UTF-16 units: marks, the name, the note of what is missing. */
export const fenceSize = 256;

interface FenceParts {
  readonly head: string;
  readonly boundary: string;
  readonly body: string;
}

const fenced = /^([^[]*\[data ([\w-]+) [\w.:-]+ (?:un)?trusted\]\n)([\s\S]*)\n\[end \2\]$/;

function partsOf(content: string): FenceParts | undefined {
  const [, head, boundary, body] = fenced.exec(content) ?? [];
  if (head === undefined || boundary === undefined || body === undefined) return undefined;
  return { head, boundary, body };
}

/** The same text with the marks of another run, whose model is told to trust no other. */
export function changeBoundary(content: string, boundary: string): string {
  const parts = partsOf(content);
  return parts ? content.replaceAll(parts.boundary, boundary) : content;
}

/** The same text cut to `limit`, still between its marks. */
export function shortenFenced(content: string, limit: number, wording: Wording): string {
  const parts = partsOf(content);
  if (!parts) return cutMiddle(content, limit, wording);
  return `${parts.head}${cutMiddle(parts.body, limit, wording)}\n[end ${parts.boundary}]`;
}

/** Takes out what steers a terminal, a reader's eye or a chat template. */
export function sanitise(text: string): string {
  return text.replace(invisible, '').replace(control, '').replace(templateTokens, '‹removed›');
}

/** Keeps the first 70 % and the last 30 % of `limit`, and says how much is missing. Never splits a surrogate pair. */
export function cutMiddle(text: string, limit: number, { omitted }: Wording): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.floor(limit * 0.7)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(limit * 0.3)).replace(/^[\udc00-\udfff]/, '');
  return `${head}\n${omitted(text.length - head.length - tail.length, text.length)}\n${tail}`;
}
