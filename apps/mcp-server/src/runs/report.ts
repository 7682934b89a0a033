import type { Fallback, Mode, Usage } from '@mini-agent/foundation/chat';
import { detectLanguage } from '@mini-agent/foundation/language';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Language } from '@mini-agent/foundation/tool';
import type { Outcome, RunResult, RunState, Step } from '@mini-agent/react-agent';
import { failureAnswer } from '../messages.ts';
import { usageOf } from './run-usage.ts';

export { noUsage } from './run-usage.ts';

export type RunStatus =
  'completed' | 'running' | 'needs_input' | 'budget_exceeded' | 'cancelled' | 'failed';

/** What is known of a run at one moment; plain JSON, so that a later process can show it. */
export interface RunReport {
  readonly runId: string;
  readonly task: string;
  readonly language: Language;
  readonly status: RunStatus;
  readonly outcome?: Outcome;
  /** The whole answer, also of a run that failed; empty while it is running. */
  readonly answer: string;
  /** The mode tried first; what the text names until a model has answered. */
  readonly plannedMode: Mode;
  /** Who answered last. */
  readonly last?: { readonly mode: Mode; readonly provider: string; readonly model: string };
  readonly steps: readonly Step[];
  /** Of the whole run, its nested runs included. */
  readonly usage: Usage;
  readonly iterations: number;
  readonly durationMs: number;
  readonly errorCode?: string;
  readonly fallbacks: readonly Fallback[];
}

const statuses: Readonly<Record<Outcome, RunStatus>> = {
  completed: 'completed',
  max_steps: 'budget_exceeded',
  budget_tokens: 'budget_exceeded',
  budget_cost: 'budget_exceeded',
  budget_time: 'budget_exceeded',
  aborted: 'cancelled',
  denied: 'cancelled',
  loop_detected: 'failed',
  invalid_tool_calls: 'failed',
  content_filter: 'failed',
  error: 'failed',
};

export interface ReportSource {
  readonly runId: string;
  readonly task: string;
  readonly plannedMode: Mode;
  /** Falls before the run began. */
  readonly fallbacks: readonly Fallback[];
  readonly state: RunState | undefined;
  readonly durationMs: number;
}

/** The report of a run that goes on. */
export function runningReport(source: ReportSource): RunReport {
  const { runId, task, plannedMode, state, durationMs } = source;
  return {
    runId,
    task,
    language: state?.language ?? detectLanguage(task),
    status: 'running',
    answer: '',
    plannedMode,
    ...(state?.last === undefined ? {} : { last: state.last }),
    steps: state?.steps ?? [],
    usage: usageOf(state),
    iterations: state?.iterations ?? 0,
    durationMs,
    fallbacks: [...source.fallbacks, ...(state?.fallbacks ?? [])],
  };
}

/** The report of a run that is over. */
export function finishedReport(source: ReportSource, result: RunResult): RunReport {
  const state = result.state;
  // A rule answer that abstains or misses a part is a failure, though the loop itself ended well.
  const isRuleFailure = result.errorCode === 'rule_abstained' || result.errorCode === 'part_failed';
  const outcome = result.outcome === 'completed' && isRuleFailure ? 'error' : result.outcome;
  const errorCode = publicErrorCode(outcome, result.errorCode);
  return {
    ...runningReport({ ...source, state, durationMs: result.durationMs }),
    status: statuses[outcome],
    outcome,
    answer: errorCode === 'model_unavailable' ? withAdvice(result) : result.answer,
    ...(errorCode === undefined ? {} : { errorCode }),
  };
}

/** The cause is the router's sentence; what can be done about it is the app's to say. */
function withAdvice({ answer, state }: RunResult): string {
  const advice = failureAnswer('model_unavailable', state.language);
  return answer.trim() === '' ? advice : `${redactSecrets(answer)}\n\n${advice}`;
}

const modelErrorCodes: ReadonlySet<string> = new Set([
  'bad_request',
  'auth',
  'quota',
  'rate_limited',
  'transient',
  'timeout',
  'malformed',
  'unavailable',
]);

/** The router gives up only after every mode: that is one fact for the caller, whatever the last cause was. */
function publicErrorCode(outcome: Outcome, code: string | undefined): string | undefined {
  if (outcome !== 'error' || code === undefined) return code;
  return modelErrorCodes.has(code) ? 'model_unavailable' : code;
}
