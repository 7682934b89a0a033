import type { Usage } from '@mini-agent/foundation/chat';
import type { Search } from '@mini-agent/foundation/search';
import type { Clock } from '@mini-agent/foundation/time';
import type { Language } from '@mini-agent/foundation/tool';

/** Asks a model. Rejects when there is none or it does not answer; `cut` tells that the text reached the output limit. */
export type Ask = (
  prompt: string,
  options: {
    readonly signal: AbortSignal;
    readonly purpose: 'plan' | 'write';
    readonly language: Language;
  },
) => Promise<{ readonly text: string; readonly cut: boolean; readonly usage: Usage }>;

/** What research needs from outside. */
export interface ResearchPorts {
  readonly ask: Ask;
  readonly search: Search;
  /** Reads a page; without it the texts that the search returns are all there is. */
  readonly read?: (
    url: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<{ readonly text: string; readonly truncated: boolean }>;
}

export interface ResearchProgress {
  readonly message: string;
  readonly done: number;
  readonly total: number;
}

export interface ResearchOptions {
  readonly signal?: AbortSignal;
  /** Limit of the whole work in milliseconds, default 300,000. What was found until then is reported. */
  readonly timeoutMs?: number;
  /** Default: the language of the question. */
  readonly language?: Language;
  /** 1–10, default 5. */
  readonly maxSubQuestions?: number;
  /** How many search results are taken for each sub-question; 1–20, default 5. */
  readonly sourcesPerQuestion?: number;
  /** Most tokens that may be spent on the model; default: no limit. A part is kept for writing the report. */
  readonly maxTokens?: number;
  readonly onProgress?: (progress: ResearchProgress) => void;
  readonly clock?: Clock;
}

export interface ResearchSource {
  /** The number in the report's marks, from 1. */
  readonly id: number;
  readonly title: string;
  readonly url: string;
  /** ISO 8601, as the search told it. */
  readonly publishedAt?: string;
}

/** What the check of the report against the retrieved sources found. */
export interface CitationChecks {
  /** Marks and links that name a retrieved source. */
  readonly kept: number;
  /** Marks and links that name none; they are no longer in the report. */
  readonly removed: number;
  /** Retrieved sources that the report does not cite; they are not listed. */
  readonly unused: number;
  /** Numbers in cited sentences that the cited sources do not have; at most ten. They stay, and the report names them. */
  readonly unsupportedNumbers?: readonly string[];
}

export interface ResearchResult {
  readonly subQuestions: readonly string[];
  /** Planning, one retrieval for each sub-question, and writing. */
  readonly totalSteps: number;
  readonly durationMs: number;
  /** Markdown with executive summary, key findings, conclusions and sources. */
  readonly report: string;
  /** The sources that the report cites, in the order of their numbers. */
  readonly sources: readonly ResearchSource[];
  readonly checks: CitationChecks;
  /** True when something is missing: nothing was found, the text was cut off, or it could not be written. */
  readonly partial: boolean;
  /** Why it is partial, and which searches failed; for people. */
  readonly problems: readonly string[];
  readonly usage: Usage;
}
