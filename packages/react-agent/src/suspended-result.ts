import { digest } from './digest.ts';
import { sanitise } from './fence.ts';
import type { Run } from './run.ts';
import type { RunResult } from './run-state.ts';

/** What a run gives that was put aside: its state has no outcome and can be resumed. */
export function suspendedResult(run: Run): RunResult {
  const state = run.snapshot();
  const { suspended } = run.wording;
  const reason = run.aside ?? 'requested';
  const calls = state.pending.flatMap(({ call, state: at }) =>
    at === 'awaiting_approval' ? [call] : [],
  );
  const tools = [...new Set(calls.map(({ name }) => sanitise(name)))].join(', ');
  const why = calls.length > 0 ? suspended.approval(tools) : suspended.requested;
  return {
    outcome: 'aborted',
    answer: digest(why, state),
    partial: true,
    // The state that is not saved is at least in this result.
    ...(run.problem && { errorCode: run.problem.code }),
    durationMs: run.elapsedMs(),
    suspended: { reason, calls },
    state,
  };
}
