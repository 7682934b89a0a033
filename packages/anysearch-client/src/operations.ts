import type { SearchResponse } from '@mini-agent/foundation/search';
import { resultsOf } from './arguments.ts';
import type { AnySearchQuery } from './arguments.ts';
import { cleanText, cutText } from './clean-text.ts';
import { AnySearchError } from './errors.ts';
import { failureOf } from './failure.ts';
import { isPageAnswer, readPage } from './page-markdown.ts';
import type { AnySearchPage } from './page-markdown.ts';
import type { Fields } from './rpc-answer.ts';
import { isSearchAnswer, parseSearchMarkdown, splitBatch } from './search-markdown.ts';
import { toSearchResponse, trimRows } from './search-response.ts';
import type { TrimmedRows } from './search-response.ts';
import { publicTarget } from './target.ts';
import { toolText } from './tool-result.ts';
import type { ExpectedText, UpstreamText } from './tool-result.ts';
import type { Transport } from './transport.ts';

/** What became of one query of a batch. */
export type BatchItem =
  | { readonly query: string; readonly response: SearchResponse; readonly rows: TrimmedRows }
  | { readonly query: string; readonly error: AnySearchError };

/** The service's four tools as functions. */
export interface Operations {
  search(query: AnySearchQuery, signal: AbortSignal | undefined): Promise<TrimmedRows>;
  batch(
    queries: readonly AnySearchQuery[],
    signal: AbortSignal | undefined,
  ): Promise<readonly BatchItem[]>;
  extract(
    asked: { readonly url: string; readonly offset: number },
    signal: AbortSignal | undefined,
  ): Promise<AnySearchPage>;
  subDomains(
    domains: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly text: string; readonly cutChars: number }>;
}

export interface OperationsOptions {
  readonly transport: Transport;
  readonly timeoutMs: number;
  readonly maxResultChars: number;
  /** The service's name for its catalogue: `list_domains` on older servers. */
  readonly catalogueTool: () => string;
  /** Called when the service refuses a tool as unknown. */
  readonly onUnknownTool: () => void;
}

export function createOperations(options: OperationsOptions): Operations {
  const { transport, timeoutMs, maxResultChars } = options;

  const call = async (
    [name, args, expects]: readonly [string, Fields, ExpectedText],
    signal: AbortSignal | undefined,
  ): Promise<UpstreamText> => {
    const params = { name, arguments: args };
    try {
      const result = await transport.request('tools/call', params, { signal, timeoutMs });
      return toolText(result, expects, transport.secrets());
    } catch (error) {
      if (isUnknownTool(error)) options.onUnknownTool();
      throw error;
    }
  };

  return {
    async search(query, signal) {
      const { text } = await call(
        ['search', wireQuery(query), { expected: isSearchAnswer }],
        signal,
      );
      return rowsOf(text, query, maxResultChars);
    },
    async batch(queries, signal) {
      const args = { queries: queries.map(wireQuery) };
      const { text } = await call(
        ['batch_search', args, { expected: isBatchAnswer, isSectioned: true }],
        signal,
      );
      const sections = splitBatch(text, queries.length);
      const share = Math.floor(maxResultChars / queries.length);
      return queries.map((query, index): BatchItem => {
        try {
          const section = sections[index];
          if (section === undefined) throw unreadable();
          if (!isSearchAnswer(section)) throw failureOf({ text: section }, transport.secrets());
          const rows = rowsOf(section, query, share);
          return { query: query.query, rows, response: toSearchResponse(query.query, rows) };
        } catch (error) {
          if (!(error instanceof AnySearchError)) throw error;
          return { query: query.query, error };
        }
      });
    },
    async extract({ url, offset }, signal) {
      const target = publicTarget(url);
      const answer = await call(['extract', { url: target }, { expected: isPageAnswer }], signal);
      return readPage(answer, { url: target, offset, maxChars: maxResultChars });
    },
    async subDomains(domains, signal) {
      const answer = await call(
        [options.catalogueTool(), { domains }, { expected: isCatalogueAnswer }],
        signal,
      );
      const text = cleanText(answer.text).trim();
      const cut = cutText(text, maxResultChars);
      return { text: cut, cutChars: text.length - cut.length };
    },
  };
}

function rowsOf(text: string, query: AnySearchQuery, maxChars: number): TrimmedRows {
  const found = parseSearchMarkdown(text);
  if (found === undefined) throw unreadable();
  if (found.rows.length === 0 && found.dropped > 0) throw unreadable();
  return trimRows(found, { limit: resultsOf(query.maxResults), maxChars });
}

function wireQuery(query: AnySearchQuery): Fields {
  return {
    query: query.query,
    max_results: resultsOf(query.maxResults),
    ...(query.subDomain === undefined ? {} : { sub_domain: query.subDomain }),
    ...(query.subDomain === undefined ? {} : { sub_domain_params: query.params ?? {} }),
  };
}

function isUnknownTool(error: unknown): boolean {
  if (!(error instanceof AnySearchError)) return false;
  const code = error.details?.['rpcCode'];
  return code === -32_601 || code === -32_602;
}

function unreadable(): AnySearchError {
  return new AnySearchError('layout_changed', 'The results of AnySearch are in an unknown form.');
}

function isBatchAnswer(text: string): boolean {
  return /^\s*## Query \d+:/.test(text);
}

/** A list of entries, a table on older servers, or the sentence that there are none. */
function isCatalogueAnswer(text: string): boolean {
  return /^\s*(?:## |\||No (?:capabilities|sub-?domains|domains) )/i.test(text);
}
