import { AnySearchError } from './errors.ts';
import { isFields } from './rpc-answer.ts';
import type { Fields } from './rpc-answer.ts';

/** One search, general or in a specialised source. */
export interface AnySearchQuery {
  readonly query: string;
  /** 1–10; default 5. */
  readonly maxResults?: number;
  /** `finance.quote`, from the catalogue of sub-domains. */
  readonly subDomain?: string;
  /** What that sub-domain asks for. */
  readonly params?: Readonly<Record<string, string>>;
}

/** The service's own ceilings. */
export const limits = { queryChars: 2000, results: 10, queries: 5, domains: 5 } as const;

const defaultResults = 5;

/** How many results to ask for: within the service's limits, the default for what is no number. */
export function resultsOf(wanted: number = defaultResults): number {
  const whole = Math.floor(wanted);
  return Number.isNaN(whole) ? defaultResults : Math.max(1, Math.min(limits.results, whole));
}

export function readQuery(args: unknown, where = ''): AnySearchQuery {
  const fields = strictFields(args, ['query', 'max_results', 'sub_domain', 'params'], where);
  const query = text(fields, 'query', where).trim();
  if (query === '') throw invalid(`${where}query`, 'must not be empty');
  if (query.length > limits.queryChars) {
    throw invalid(`${where}query`, `is over ${limits.queryChars} characters`);
  }
  const max = fields['max_results'];
  if (max !== undefined && !isWhole(max, 1, limits.results)) {
    throw invalid(`${where}max_results`, `must be a whole number from 1 to ${limits.results}`);
  }
  const sub = fields['sub_domain'];
  if (sub !== undefined && (typeof sub !== 'string' || !/^\w+\.\w+$/.test(sub))) {
    throw invalid(`${where}sub_domain`, 'must look like finance.quote');
  }
  const params = readParams(fields['params'], `${where}params`);
  if (params !== undefined && sub === undefined) {
    throw invalid(`${where}params`, 'needs a sub_domain');
  }
  return {
    query,
    ...(max === undefined ? {} : { maxResults: max }),
    ...(sub === undefined ? {} : { subDomain: sub }),
    ...(params === undefined ? {} : { params }),
  };
}

export function readBatch(args: unknown): readonly AnySearchQuery[] {
  const queries = strictFields(args, ['queries'])['queries'];
  if (!Array.isArray(queries) || queries.length < 1 || queries.length > limits.queries) {
    throw invalid('queries', `must be a list of 1 to ${limits.queries} queries`);
  }
  return queries.map((item: unknown, index) => readQuery(item, `queries[${index}].`));
}

export function readExtract(args: unknown): { readonly url: string; readonly offset: number } {
  const fields = strictFields(args, ['url', 'offset']);
  const offset = fields['offset'] ?? 0;
  if (!isWhole(offset, 0, 10_000_000)) throw invalid('offset', 'must be a whole number from 0 on');
  return { url: text(fields, 'url'), offset };
}

export function readDomains(args: unknown): readonly string[] {
  const domains = strictFields(args, ['domains'])['domains'];
  if (!Array.isArray(domains) || domains.length < 1 || domains.length > limits.domains) {
    throw invalid('domains', `must be a list of 1 to ${limits.domains} names`);
  }
  return domains.map((name: unknown) => {
    if (typeof name !== 'string' || !/^\w{1,40}$/.test(name)) {
      throw invalid('domains', 'must hold names such as finance');
    }
    return name;
  });
}

function readParams(value: unknown, name: string): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  if (!isFields(value)) throw invalid(name, 'must be an object of strings');
  const entries = Object.entries(value).map(([key, inner]): [string, string] => {
    if (typeof inner !== 'string') throw invalid(`${name}.${key}`, 'must be a string');
    return [key, inner];
  });
  return Object.fromEntries(entries);
}

function strictFields(args: unknown, known: readonly string[], where = ''): Fields {
  if (!isFields(args)) throw invalid(where === '' ? 'the arguments' : where, 'must be an object');
  const unknownKey = Object.keys(args).find((key) => !known.includes(key));
  if (unknownKey !== undefined) {
    throw invalid(`${where}${unknownKey}`, `is unknown; known are ${known.join(', ')}`);
  }
  return args;
}

function text(fields: Fields, name: string, where = ''): string {
  const value = fields[name];
  if (typeof value !== 'string') throw invalid(`${where}${name}`, 'must be a string');
  return value;
}

function isWhole(value: unknown, from: number, to: number): value is number {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}

function invalid(name: string, problem: string): AnySearchError {
  return new AnySearchError('validation_error', `${name} ${problem}.`, {
    details: { argument: name },
  });
}
