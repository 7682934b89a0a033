import type { SearchHit, SearchResponse } from '@mini-agent/foundation/search';
import { cutText, fairShares } from './clean-text.ts';
import { pageKey } from './same-page.ts';
import type { SearchRow, SearchRows } from './search-markdown.ts';

/** Rows fit for a reader: limited in number and size, each page once. */
export interface TrimmedRows {
  readonly rows: readonly SearchRow[];
  /** UTF-16 units of text that the size limit took away. */
  readonly cutChars: number;
  readonly dropped: number;
}

const snippetChars = 300;

/** Cuts to `limit` rows and `maxChars` of text in all; long texts share what short ones leave. */
export function trimRows(
  found: SearchRows,
  { limit, maxChars }: { readonly limit: number; readonly maxChars: number },
): TrimmedRows {
  const seen = new Set<string>();
  const rows = found.rows
    .filter((row) => {
      if (row.url === undefined) return true;
      const key = pageKey(row.url);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, limit);
  const shares = fairShares(
    rows.map((row) => row.text.length),
    maxChars,
  );
  const cut = rows.map((row, index) => ({ ...row, text: cutText(row.text, shares[index] ?? 0) }));
  const before = rows.reduce((sum, row) => sum + row.text.length, 0);
  const after = cut.reduce((sum, row) => sum + row.text.length, 0);
  return { rows: cut, cutChars: before - after, dropped: found.dropped };
}

/** Hits for programs: rows without a usable address are left out, since nothing could cite them. */
export function toSearchResponse(query: string, trimmed: TrimmedRows): SearchResponse {
  return { query, hits: trimmed.rows.flatMap(toHit), servedBy: 'anysearch', failures: [] };
}

function toHit(row: SearchRow): readonly SearchHit[] {
  if (row.url === undefined) return [];
  const snippet = cutText(row.text.replace(/\s+/g, ' '), snippetChars);
  return [
    {
      title: row.title,
      url: row.url,
      ...(snippet === '' ? {} : { snippet, text: row.text }),
      sources: ['anysearch'],
    },
  ];
}

/** The observation a model reads: the query, the count, notes, then the rows. */
export function renderRows(query: string, trimmed: TrimmedRows): string {
  const lines = [`Query: ${query}`, `Results: ${trimmed.rows.length}`];
  if (trimmed.rows.length === 0) lines.push('Note: nothing was found; try fewer or other words.');
  if (trimmed.cutChars > 0) {
    lines.push(`Note: the texts were cut; ${trimmed.cutChars} characters are left out.`);
  }
  if (trimmed.dropped > 0) {
    lines.push(
      `Note: ${trimmed.dropped} results could not be read with certainty and are left out.`,
    );
  }
  for (const [index, row] of trimmed.rows.entries()) {
    lines.push('', `${index + 1}. ${row.title}`);
    if (row.url !== undefined) lines.push(`URL: ${row.url}`);
    if (row.text !== '') lines.push(row.text);
  }
  return lines.join('\n');
}
