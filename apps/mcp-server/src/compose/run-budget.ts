import { createBudget, type Budget, type BudgetLimits } from '@mini-agent/llm-router';
import type { RunResult, RunState } from '@mini-agent/react-agent';
import { spentOf } from '../runs/run-usage.ts';
import type { RunJob } from '../runs/runner.ts';

type OnState = (state: RunState) => void;

/** The budget of one run that somebody started, which its nested runs share. */
export interface RunBudget {
  readonly budget: Budget;
  /**
   * Does the work with a listener that puts what was spent into every state. States are told between the run's own as well: a nested
   * run spends while the outer one waits for it, and a process that ends meanwhile must not forget it.
   */
  readonly follow: (
    onState: OnState,
    work: (onState: OnState) => Promise<RunResult>,
  ) => Promise<RunResult>;
}

export interface RunBudgetsOptions {
  readonly limits: BudgetLimits;
  readonly log: (line: string) => void;
}

/** Makes a new budget for every run; a resumed one goes on with what was spent. A warning is logged once, not for every run. */
export function createRunBudgets({
  limits,
  log,
}: RunBudgetsOptions): (job: Pick<RunJob, 'resumeFrom'>) => RunBudget {
  const said = new Set<string>();
  const onWarning = (text: string): void => {
    if (!said.has(text)) log(text);
    said.add(text);
  };
  return ({ resumeFrom }) => {
    let onRecord: (() => void) | undefined;
    const spent = spentOf(resumeFrom);
    const budget = createBudget(limits, {
      onWarning,
      onRecord: () => onRecord?.(),
      // The time limit starts anew with the run's own.
      ...(spent === undefined || resumeFrom === undefined
        ? {}
        : { spent: { ...spent, startedAt: resumeFrom.startedAt } }),
    });
    const withSpent = (state: RunState): RunState => ({ ...state, spent: budget.spent });
    return {
      budget,
      follow: async (onState, work) => {
        let latest: RunState | undefined;
        onRecord = () => {
          if (latest !== undefined) onState(withSpent(latest));
        };
        try {
          const result = await work((state) => {
            latest = state;
            onState(withSpent(state));
          });
          return { ...result, state: withSpent(result.state) };
        } finally {
          onRecord = undefined;
        }
      },
    };
  };
}
