import type { ChatResponse, Usage } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';

/** What a model costs, in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Of input tokens that the provider read from its cache. Default: as `input`. */
  readonly cachedInput?: number;
}

/** What a run may use, its nested runs included. A limit that is left out does not exist; 0 allows nothing. */
export interface BudgetLimits {
  /** Replies of models, those of nested runs and pipelines too. Rules are no model. */
  readonly maxModelCalls?: number;
  /** Calls of each tool: one number for every tool, or a number for some tools by name. */
  readonly maxToolCalls?: number | Readonly<Record<string, number>>;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** In US dollars. Replies whose cost is not known do not count. */
  readonly maxCostUsd?: number;
  /** From the start of the budget, in milliseconds. */
  readonly timeoutMs?: number;
}

/** What was used so far. It is plain JSON: a new budget that is given it goes on from there. */
export interface BudgetSpent extends JsonObject {
  readonly modelCalls: number;
  /** How often each tool was called. */
  readonly toolCalls: Readonly<Record<string, number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** The part of `inputTokens` that providers read from their caches, as far as they told. */
  readonly cachedInputTokens: number;
  /** The sum of the known costs, in US dollars. It is the cost of the whole where `unpricedCalls` is 0. */
  readonly costUsd: number;
  /** Replies whose cost is not known. */
  readonly unpricedCalls: number;
  /** Whether some of the tokens were counted from the text instead of told by the provider. */
  readonly estimated: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

/** The outcome of a run whose budget is used up; `max_steps` is said of model calls. */
export type BudgetOutcome = 'budget_tokens' | 'budget_cost' | 'budget_time' | 'max_steps';

/** What may be used and what was, shared by all models and tool runners that it is given to. */
export interface Budget {
  readonly limits: BudgetLimits;
  /** As of now; later calls do not change it. */
  readonly spent: BudgetSpent;
  /** Which limit is reached; undefined while another request may be made. */
  exhausted(): BudgetOutcome | undefined;
  /** Milliseconds until the time is up; Infinity without a time limit. */
  remainingMs(): number;
  /** Adds one reply of a model. `by` names the model in a warning about a price that is not known. */
  record(usage: Usage, by?: Pick<ChatResponse, 'provider' | 'model'>): void;
  /** Counts a request that is under way against `maxModelCalls`, until the returned function is called. */
  beginModelCall(): () => void;
  /** Counts a call of a tool and returns true; returns false, and counts nothing, where its limit is reached. */
  takeToolCall(tool: string): boolean;
}

export interface BudgetOptions {
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** What was spent before, such as that of a saved run. */
  readonly spent?: BudgetSpent;
  /** Called when a reply was recorded, so that what was spent can be saved. */
  readonly onRecord?: () => void;
  /** Gets a sentence, once for each model, when there is a cost limit that cannot count a reply. */
  readonly onWarning?: (text: string) => void;
}
