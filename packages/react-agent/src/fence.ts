/** Longest observation a model reads, in UTF-16 units; all observations of one turn together get twice as much. */
export const observationLimit = 16_000;
export const turnLimit = 32_000;

/** ANSI escape sequences (ECMA-48 CSI and OSC). */
// eslint-disable-next-line no-control-regex -- control characters are what it takes out
const ansi = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;
/** Zero-width characters, bidi controls (UAX #9) and tag characters: they hide text from people. The joiners stay, emoji and Persian need them. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** Tokens by which chat templates separate turns and mark calls. */
const templateTokens =
  /<\|[\w-]{1,40}\|>|<\/?(?:tool_call|tool_response|function_call|think)>|\[\/?(?:INST|TOOL_CALLS|AVAILABLE_TOOLS)\]|<<\/?SYS>>/gi;

export interface FenceOptions {
  readonly boundary: string;
  readonly tool: string;
  readonly trusted: boolean;
  readonly limit: number;
}

/** The text of a tool as a model reads it: cleaned, cut, and between marks that a page cannot know. */
export function fence(text: string, { boundary, tool, trusted, limit }: FenceOptions): string {
  const clean = sanitise(text).replaceAll(boundary, '…');
  const level = trusted ? 'trusted' : 'untrusted';
  return `[data ${boundary} ${tool} ${level}]\n${cutMiddle(clean, limit)}\n[end ${boundary}]`;
}

/** Takes out what steers a terminal, a reader's eye or a chat template. */
export function sanitise(text: string): string {
  return text.replace(ansi, '').replace(invisible, '').replace(templateTokens, '‹removed›');
}

/** Keeps the first 70 % and the last 30 % of what fits, and says how much is missing. Never splits a surrogate pair. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = withoutHalfPair(text.slice(0, Math.floor(limit * 0.7)), 'end');
  const tail = withoutHalfPair(text.slice(text.length - Math.floor(limit * 0.3)), 'start');
  const omitted = text.length - head.length - tail.length;
  return `${head}\n… ${omitted} of ${text.length} characters omitted; ask for a range …\n${tail}`;
}

function withoutHalfPair(text: string, at: 'start' | 'end'): string {
  return at === 'end' ? text.replace(/[\ud800-\udbff]$/, '') : text.replace(/^[\udc00-\udfff]/, '');
}
