import { cleanLine, cleanText } from './clean-text.ts';

/** One row of a search answer. Structured rows, and rows whose address is broken, have no URL. */
export interface SearchRow {
  readonly title: string;
  readonly url?: string;
  readonly text: string;
}

export interface SearchRows {
  readonly rows: readonly SearchRow[];
  /** Rows that the answer announces and that could not be told apart from text that imitates them. */
  readonly dropped: number;
}

/** How every search answer begins: the header with the count, or the sentence that there is nothing. */
export function isSearchAnswer(text: string): boolean {
  return /^\s*(?:## Search Results \(|No relevant results found)/i.test(text);
}

const headerLine = /^\s*## Search Results \((\d+) results?\b[^\n]*/i;

/**
 * Reads the Markdown of a search. The header announces how many rows there are, and each has exactly one heading with
 * its number; so a number that occurs once marks a real row. Free text of a page can hold lines that look like further
 * rows: a number that occurs twice is ambiguous, and that row is dropped instead of guessed. Undefined: no search answer.
 */
export function parseSearchMarkdown(markdown: string): SearchRows | undefined {
  if (/^\s*No relevant results found/i.test(markdown)) return { rows: [], dropped: 0 };
  const header = headerLine.exec(markdown);
  if (header === null) return undefined;
  const announced = Number(header[1]);
  const headings = Array.from(
    markdown.slice(header[0].length).matchAll(/^### (\d+)\. ?(.*)$/gm),
    (match) => ({
      number: Number(match[1]),
      title: match[2] ?? '',
      start: header[0].length + match.index,
      end: header[0].length + match.index + match[0].length,
    }),
  );
  const counts = new Map<number, number>();
  for (const { number } of headings) counts.set(number, (counts.get(number) ?? 0) + 1);
  const rows = headings.flatMap((heading, index) => {
    const isReal = heading.number >= 1 && heading.number <= announced;
    if (!isReal || counts.get(heading.number) !== 1) return [];
    const end = headings[index + 1]?.start ?? markdown.length;
    return [readRow(heading.title, markdown.slice(heading.end, end))];
  });
  return { rows, dropped: Math.max(0, announced - rows.length) };
}

/** Below the heading: the URL line, if there is one, then the free text, whose first line begins with `- `. */
function readRow(title: string, block: string): SearchRow {
  const lines = block.replace(/^\s*\n/, '').split('\n');
  const address = /^\s*-\s*\*\*URL\*\*:\s*(.*)$/i.exec(lines[0] ?? '');
  const text = (address === null ? lines : lines.slice(1)).join('\n').replace(/^\s*-\s+/, '');
  const url = address === null ? undefined : webAddress(address[1] ?? '');
  return {
    title: cleanLine(title) || '(untitled)',
    ...(url === undefined ? {} : { url }),
    text: cleanText(text).trim(),
  };
}

/** A usable http(s) address as the service wrote it; undefined for broken ones and other schemes. */
export function webAddress(text: string): string | undefined {
  const address = cleanLine(text);
  if (!/^https?:\/\/[^\s<>"]+$/i.test(address) || !URL.canParse(address)) return undefined;
  return address;
}

/** The sections of a batch answer by their number. Undefined for a number whose section is missing or imitated. */
export function splitBatch(markdown: string, count: number): readonly (string | undefined)[] {
  const headings = [...markdown.matchAll(/^## Query (\d+):.*$/gm)];
  return Array.from({ length: count }, (_none, index) => {
    const own = headings.filter((heading) => Number(heading[1]) === index + 1);
    const [heading] = own;
    if (heading === undefined || own.length > 1) return undefined;
    const start = heading.index + heading[0].length;
    const next = headings[headings.indexOf(heading) + 1]?.index ?? markdown.length;
    const section = markdown.slice(start, next).trim();
    return section.endsWith('\n---') || section === '---' ? section.slice(0, -3).trim() : section;
  });
}
