import type { Progress, RunState } from './run-state.ts';

export const noProgress: Progress = {
  emptyReplies: 0,
  invalidTurns: 0,
  forcedReplies: 0,
  lastCall: 0,
};

export function progressOf(state: RunState): Progress {
  return state.progress ?? noProgress;
}

/** The change of a state that notes how it goes. */
export function noted(state: RunState, change: Partial<Progress>): Pick<RunState, 'progress'> {
  return { progress: { ...progressOf(state), ...change } };
}
