import type { JsonObject, JsonSchema, Tool, ToolResult } from '@mini-agent/foundation/tool';
import { limits, readBatch, readDomains, readExtract, readQuery } from './arguments.ts';
import type { BatchItem, Operations } from './operations.ts';
import { renderPage } from './page-markdown.ts';
import { renderRows } from './search-response.ts';
import type { TrimmedRows } from './search-response.ts';

/** The service's names of its tools, in the order in which ours are listed. */
export const upstreamNames: readonly string[] = [
  'search',
  'batch_search',
  'extract',
  'get_sub_domains',
];

/** What an older server calls `get_sub_domains`. */
export const olderCatalogueName = 'list_domains';

const querySchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: limits.queryChars,
      description: 'What to search for, in any language.',
    },
    max_results: {
      type: 'integer',
      minimum: 1,
      maximum: limits.results,
      description: 'How many results at most. Default 5.',
    },
    sub_domain: {
      type: 'string',
      pattern: '^\\w+\\.\\w+$',
      description:
        'A specialised source such as finance.quote or academic.search; anysearch_get_sub_domains lists them. Leave out for the general web.',
    },
    params: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Parameters of that source, all as strings.',
    },
  },
};

/**
 * Our tools for those of the service. Names, descriptions and schemas are ours: what a server says about its tools is
 * untrusted text and reaches no model.
 */
export function createTools(operations: Operations, timeoutMs: number): Record<string, Tool> {
  const define = (own: OwnTool): Tool => ({
    ...own,
    inputSchema: { jsonSchema: own.inputSchema },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: true,
      destructive: false,
      untrustedOutput: true,
    },
    // The client's own limit comes first, so that the failure says what it was that took too long.
    policy: { timeoutMs: timeoutMs + 1000 },
  });
  return {
    search: define(searchTool(operations)),
    batch_search: define(batchTool(operations)),
    extract: define(extractTool(operations)),
    get_sub_domains: define(subDomainsTool(operations)),
  };
}

type OwnTool = Pick<Tool, 'name' | 'title' | 'description' | 'execute'> & {
  readonly inputSchema: JsonSchema;
};

function searchTool(operations: Operations): OwnTool {
  return {
    name: 'anysearch_search',
    title: 'Search the web',
    description:
      'Searches the web, or one specialised source (finance, academic, code, travel …), and returns titles, addresses and texts.',
    inputSchema: querySchema,
    async execute(args, context) {
      const query = readQuery(args);
      const rows = await operations.search(query, context?.signal);
      return {
        text: renderRows(query.query, rows),
        data: { query: query.query, results: rowsData(rows), dropped: rows.dropped },
        origin: 'anysearch',
        truncated: rows.cutChars > 0,
      };
    },
  };
}

function batchTool(operations: Operations): OwnTool {
  return {
    name: 'anysearch_batch_search',
    title: 'Search the web several times',
    description: 'Runs 1 to 5 searches at once. One that fails does not hold up the others.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['queries'],
      properties: {
        queries: { type: 'array', minItems: 1, maxItems: limits.queries, items: querySchema },
      },
    },
    async execute(args, context) {
      const items = await operations.batch(readBatch(args), context?.signal);
      const firstFailure = items.find((item) => 'error' in item);
      if (firstFailure !== undefined && items.every((item) => 'error' in item)) {
        throw firstFailure.error;
      }
      return batchResult(items);
    },
  };
}

function batchResult(items: readonly BatchItem[]): ToolResult {
  return {
    text: items
      .map((item) =>
        'error' in item
          ? `Query: ${item.query}\nError: ${item.error.message}`
          : renderRows(item.query, item.rows),
      )
      .join('\n\n'),
    data: {
      queries: items.map((item) =>
        'error' in item
          ? { query: item.query, error: { code: item.error.code, message: item.error.message } }
          : { query: item.query, results: rowsData(item.rows) },
      ),
    },
    origin: 'anysearch',
    truncated: items.some((item) => 'rows' in item && item.rows.cutChars > 0),
  };
}

function extractTool(operations: Operations): OwnTool {
  return {
    name: 'anysearch_extract',
    title: 'Read a web page',
    description:
      'Fetches a public web page and returns its main text. Long pages come in parts: ask again with the offset that the answer names.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: {
        url: { type: 'string', description: 'Full address, with https:// or http://.' },
        offset: {
          type: 'integer',
          minimum: 0,
          description: 'Where to go on in a long page, in characters. Default 0.',
        },
      },
    },
    async execute(args, context) {
      const page = await operations.extract(readExtract(args), context?.signal);
      const { end } = page.range;
      const isPart = end < page.totalChars;
      return {
        text: renderPage(page),
        data: {
          url: page.url,
          title: page.title,
          range: { start: page.range.start, end },
          totalChars: page.totalChars,
          cutByService: page.cutByService,
        },
        origin: page.url,
        truncated: isPart || page.cutByService,
        ...(isPart ? { next: { url: page.url, offset: end } } : {}),
      };
    },
  };
}

function subDomainsTool(operations: Operations): OwnTool {
  return {
    name: 'anysearch_get_sub_domains',
    title: 'List specialised sources',
    description:
      'Lists the specialised sources of 1 to 5 domains and the parameters each needs. Domains: academic, agriculture, business, code, energy, environment, film, finance, gaming, general, health, ip, legal, resource, security, social_media, travel.',
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['domains'],
      properties: {
        domains: {
          type: 'array',
          minItems: 1,
          maxItems: limits.domains,
          items: { type: 'string' },
          description: 'Names of domains, such as finance.',
        },
      },
    },
    async execute(args, context) {
      const domains = readDomains(args);
      const { text, cutChars } = await operations.subDomains(domains, context?.signal);
      const note =
        cutChars > 0 ? `Note: ${cutChars} characters are left out; ask for fewer domains.\n` : '';
      return {
        text: `Domains: ${domains.join(', ')}\n${note}${text}`,
        origin: 'anysearch',
        truncated: cutChars > 0,
      };
    },
  };
}

function rowsData(rows: TrimmedRows): readonly JsonObject[] {
  return rows.rows.map(({ title, url, text }) => ({
    title,
    ...(url === undefined ? {} : { url }),
    text,
  }));
}
