import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { Deadline } from '@mini-agent/foundation/time';
import { digest } from './digest.ts';
import { reasonOf } from './errors.ts';
import type { Run } from './run.ts';
import type { Outcome } from './run-state.ts';
import type { Wording } from './wording.ts';

const reasons: Readonly<Partial<Record<Outcome, keyof Wording['stopped']>>> = {
  max_steps: 'max_steps',
  budget_tokens: 'budget',
  budget_cost: 'budget',
  budget_time: 'time',
  loop_detected: 'loop',
  invalid_tool_calls: 'invalid',
  aborted: 'aborted',
  denied: 'denied',
  content_filter: 'filtered',
};

/** Ends a run without an answer of its model: why, and what was found. */
export function endWithDigest(run: Run, outcome: Outcome): void {
  const { stopped } = run.wording;
  const reason = stopped[reasons[outcome] ?? 'max_steps'];
  run.finish({ outcome, answer: digest(reason, run.state) });
}

/** Ends a run whose model gave nothing but empty replies. */
export function endEmpty(run: Run): void {
  const { modelFailed, emptyReplies } = run.wording;
  const answer = digest(modelFailed(emptyReplies), run.state);
  run.finish({ outcome: 'error', answer, errorCode: 'malformed' });
}

/** Whatever was thrown becomes an outcome. */
export function endByError(run: Run, error: unknown, deadline: Deadline): void {
  if (run.signal.aborted) {
    endWithDigest(run, deadline.expired() ? 'budget_time' : 'aborted');
    return;
  }
  const errorCode = codeOf(error) ?? 'error';
  const outcome = errorCode === 'budget' ? budgetOutcome(error) : outcomes[errorCode];
  if (outcome) {
    endWithDigest(run, outcome);
    return;
  }
  const reason = describe(run.wording, errorCode, reasonOf(error));
  const hasResults = run.state.steps.some(({ action }) => action !== undefined);
  const answer = hasResults ? digest(reason, run.state) : reason;
  run.finish({ outcome: 'error', answer, errorCode });
}

/** Errors of a model that are a decision, not a failure. */
const outcomes: Readonly<Partial<Record<string, Outcome>>> = {
  declined: 'denied',
  aborted: 'aborted',
  content_filter: 'content_filter',
};

const budgetOutcomes: ReadonlySet<unknown> = new Set<Outcome>([
  'budget_tokens',
  'budget_cost',
  'budget_time',
  'max_steps',
]);

/** The budget that a model shares with others tells which of its limits it was. */
function budgetOutcome(error: unknown): Outcome {
  const outcome = MiniAgentError.isInstance(error) ? error.details?.['outcome'] : undefined;
  return budgetOutcomes.has(outcome) ? (outcome as Outcome) : 'budget_tokens';
}

function describe(wording: Wording, code: string, reason: string): string {
  if (code === 'hook_failed') return wording.hookFailed(reason);
  return code === 'state_not_saved' ? wording.notSaved(reason) : wording.modelFailed(reason);
}

export function codeOf(error: unknown): string | undefined {
  if (!MiniAgentError.isInstance(error)) return undefined;
  const code: unknown = error.code;
  return typeof code === 'string' ? code : undefined;
}
