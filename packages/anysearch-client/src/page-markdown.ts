import { cleanLine, cleanText, cutText } from './clean-text.ts';
import { webAddress } from './search-markdown.ts';
import type { Fields } from './rpc-answer.ts';

/** A page as the service extracted it. */
export interface AnySearchPage {
  readonly title: string;
  /** The address the content came from, after redirects. */
  readonly url: string;
  /** The part that was asked for. */
  readonly text: string;
  /** Place of `text` in the whole, in UTF-16 units; `end` is exclusive. */
  readonly range: { readonly start: number; readonly end: number };
  /** Length of what the service delivered. */
  readonly totalChars: number;
  /** True when the service cut the page itself: there is more than `totalChars`, and it cannot be had. */
  readonly cutByService: boolean;
}

/** How every extract begins: the warning, or (older servers) the title. */
export function isPageAnswer(text: string): boolean {
  return /^\s*(?:> \*\*External page content|## )/.test(text);
}

/** The service delivers at most this many characters of a page. */
const serviceLimit = 50_000;

/** Reads the frame of an extract, `warning, ## title, **Source**: url, ---, body`, and takes a part of the body. */
export function readPage(
  { text, meta }: { readonly text: string; readonly meta: Fields },
  asked: { readonly url: string; readonly offset: number; readonly maxChars: number },
): AnySearchPage {
  const frame =
    /^\s*(?:>[^\n]*\n+)*## ([^\n]*)\n+\*\*Source\*\*: ([^\n]*)\n+---[ \t]*(?:\n|$)(?:[ \t]*\n)?/.exec(
      text,
    );
  // The service may cut in the middle of a character; its first half is no text.
  const body = cleanText(frame === null ? text : text.slice(frame[0].length)).replace(
    /\uFFFD$/,
    '',
  );
  const start = Math.min(asked.offset, body.length);
  const part = cutText(body.slice(start), asked.maxChars);
  const effective = typeof meta['effective_url'] === 'string' ? meta['effective_url'] : undefined;
  return {
    title: cleanLine(frame?.[1] ?? '') || '(untitled)',
    url: webAddress(effective ?? frame?.[2] ?? '') ?? asked.url,
    text: part,
    range: { start, end: start + part.length },
    totalChars: body.length,
    cutByService:
      meta['truncated'] === true ||
      (meta['truncated'] === undefined && body.length >= serviceLimit),
  };
}

/** The observation a model reads. */
export function renderPage(page: AnySearchPage): string {
  const { start, end } = page.range;
  const lines = [
    `Title: ${page.title}`,
    `URL: ${page.url}`,
    `Characters: ${start}-${end} of ${page.totalChars}`,
  ];
  if (end < page.totalChars) lines.push(`Note: more of it with "offset": ${end}.`);
  if (page.cutByService) {
    lines.push(
      `Note: the service cuts pages after ${serviceLimit} characters; this one is longer.`,
    );
  }
  // A code block that the cut left open would swallow what follows.
  const isOpen = (page.text.match(/^[ \t]*```/gm)?.length ?? 0) % 2 === 1;
  lines.push('Content:', page.text === '' ? '(no text)' : page.text);
  if (isOpen) lines.push('```');
  return lines.join('\n');
}
