import type { Search } from '@mini-agent/foundation/search';
import type { Secret } from '@mini-agent/foundation/secret';
import { systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import type { Tool } from '@mini-agent/foundation/tool';
import { limits, resultsOf } from './arguments.ts';
import type { AnySearchQuery } from './arguments.ts';
import { createDiscovery } from './discovery.ts';
import type { DiscoveryStatus } from './discovery.ts';
import { AnySearchError } from './errors.ts';
import { createOperations } from './operations.ts';
import type { BatchItem } from './operations.ts';
import type { AnySearchPage } from './page-markdown.ts';
import { listToolNames } from './tool-list.ts';
import { toSearchResponse } from './search-response.ts';
import { createTools, olderCatalogueName, upstreamNames } from './tools.ts';
import { createTransport } from './transport.ts';
import type { Fetch } from './transport.ts';

export interface AnySearchOptions {
  /** Default `https://api.anysearch.com/mcp`. */
  readonly baseUrl?: string;
  /** The key, or a function that gives it at each call. Absent or blank: anonymous, and no header is sent. */
  readonly apiKey?: string | Secret | (() => string | Secret | undefined) | undefined;
  /** Limit of a call in milliseconds, from the first byte to the last. Default 30000. */
  readonly timeoutMs?: number;
  /** Limit of a discovery in milliseconds. Default 5000. */
  readonly discoveryTimeoutMs?: number;
  /** How long a discovered tool list counts, in milliseconds; 0 asks at every discovery. Default 3600000. */
  readonly cacheTtlMs?: number;
  /** Most text of a result, in UTF-16 units; the rest is left out with a note. Default 20000. */
  readonly maxResultChars?: number;
  readonly clock?: Clock;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch;
}

export interface CallSignal {
  readonly signal?: AbortSignal;
}

/**
 * A client of the AnySearch service over its MCP endpoint (plain JSON-RPC over POST, no session). Creating one does
 * nothing; wrong options reject the first call. Calls run in parallel and know nothing of each other.
 */
export interface AnySearchClient {
  /**
   * The tools that the service has at present, as far as they are known here. A list counts for `cacheTtlMs`; a failed
   * attempt keeps the last list, is never cached, and rejects only where there was none. Concurrent calls share a request.
   */
  discover(options?: CallSignal): Promise<readonly Tool[]>;
  /** `hits: []` is a true zero; a failure rejects. At most 10 results. */
  readonly search: Search;
  /** 1 to 5 searches in one request; one that failed carries its error in its place. */
  batch(queries: readonly AnySearchQuery[], options?: CallSignal): Promise<readonly BatchItem[]>;
  /** The main text of a public page, from `offset` (UTF-16 units) on. */
  extract(url: string, options?: CallSignal & { readonly offset?: number }): Promise<AnySearchPage>;
  /** The specialised sources of 1 to 5 domains, as the service describes them (untrusted text). */
  subDomains(domains: readonly string[], options?: CallSignal): Promise<string>;
  /** What the last discovery gave, and why the last attempt failed. */
  status(): DiscoveryStatus;
  /** Forgets the tool list: the next discovery asks again. */
  reset(): void;
}

export function createAnySearchClient(options: AnySearchOptions = {}): AnySearchClient {
  const timeoutMs = options.timeoutMs ?? 30_000;
  const discoveryTimeoutMs = options.discoveryTimeoutMs ?? 5000;
  const clock = options.clock ?? systemClock;
  const transport = createTransport({
    baseUrl: options.baseUrl ?? 'https://api.anysearch.com/mcp',
    apiKey: options.apiKey,
    clock,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  });
  const discovery = createDiscovery({
    list: (signal) => listToolNames(transport, { signal, timeoutMs: discoveryTimeoutMs }),
    ttlMs: options.cacheTtlMs ?? 3_600_000,
    clock,
  });
  const operations = createOperations({
    transport,
    timeoutMs,
    maxResultChars: options.maxResultChars ?? 20_000,
    catalogueTool: () =>
      discovery.status().names.includes(olderCatalogueName)
        ? olderCatalogueName
        : 'get_sub_domains',
    onUnknownTool: () => {
      discovery.expire();
    },
  });
  const tools = createTools(operations, timeoutMs);
  return {
    async discover({ signal } = {}) {
      const names = new Set(await discovery.names(signal));
      if (names.has(olderCatalogueName)) names.add('get_sub_domains');
      return upstreamNames.flatMap((name) => {
        const tool = tools[name];
        return tool !== undefined && names.has(name) ? [tool] : [];
      });
    },
    async search(query, { limit, signal }) {
      const text = textOf('query', query).trim();
      requireSize('query', text.length, limits.queryChars);
      const maxResults = resultsOf(limit);
      return toSearchResponse(query, await operations.search({ query: text, maxResults }, signal));
    },
    async batch(queries, { signal } = {}) {
      requireQueries(queries);
      return operations.batch(queries, signal);
    },
    async extract(url, { signal, offset = 0 } = {}) {
      return operations.extract({ url: textOf('url', url), offset }, signal);
    },
    async subDomains(domains, { signal } = {}) {
      requireSize('domains', sizeOf(domains), limits.domains);
      return (await operations.subDomains(domains, signal)).text;
    },
    status: () => discovery.status(),
    reset: () => {
      discovery.reset();
    },
  };
}

/** The types promise texts and lists; callers in JavaScript get an error of ours too. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new AnySearchError('validation_error', `${name} must be a text.`);
}

function requireQueries(queries: readonly AnySearchQuery[]): void {
  requireSize('queries', sizeOf(queries), limits.queries);
  for (const [index, { query }] of queries.entries()) {
    const name = `queries[${index}].query`;
    requireSize(name, textOf(name, query).trim().length, limits.queryChars);
  }
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function requireSize(name: string, size: number, most: number): void {
  if (size >= 1 && size <= most) return;
  throw new AnySearchError('validation_error', `${name} must have a length from 1 to ${most}.`);
}
