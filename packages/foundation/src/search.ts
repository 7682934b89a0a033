import type { SearchErrorCode } from './errors.ts';
import type { Language } from './tool.ts';

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
  readonly text?: string;
  /** ISO 8601 date or instant. */
  readonly publishedAt?: string;
  /** The engines that returned it. */
  readonly sources: readonly string[];
  readonly confidence?: number;
  readonly relevance?: number;
}

export interface SearchFailure {
  readonly engine: string;
  readonly type: SearchErrorCode;
  readonly message: string;
  readonly suggestion: string;
}

/** `hits: []` with no failure is a true zero; where every engine failed the search rejects with a SearchErrorCode. */
export interface SearchResponse {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly servedBy: 'anysearch' | 'web_search';
  readonly failures: readonly SearchFailure[];
}

export type Search = (
  query: string,
  options: {
    readonly limit: number;
    readonly signal: AbortSignal;
    readonly language?: Language;
  },
) => Promise<SearchResponse>;
