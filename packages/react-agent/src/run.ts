import type { ChatResponse, Usage } from '@mini-agent/foundation/chat';
import type { AgentEvent, AgentOptions, RunOptions } from './agent-options.ts';
import type { CreateHook, NextHook } from './hooks.ts';
import type { Outcome, RunState, Step } from './run-state.ts';

type EventBody<Event = AgentEvent> = Event extends AgentEvent
  ? Omit<Event, 'seq' | 'at' | 'runId'>
  : never;

/** One run at work: its state, and the ways to change it. */
export interface Run {
  readonly agent: AgentOptions;
  readonly createHooks: readonly CreateHook[];
  readonly nextHooks: readonly NextHook[];
  readonly now: () => number;
  /** Aborted by the caller or by the time limit. */
  readonly signal: AbortSignal;
  readonly state: RunState;
  update(change: Partial<RunState>): void;
  emit(event: EventBody): void;
  addStep(step: Omit<Step, 'index'>): void;
  /** Resolves when the caller has saved the state. */
  save(): Promise<void>;
  finish(ending: Ending): void;
}

export interface Ending {
  readonly outcome: Outcome;
  readonly answer: string;
  readonly thought?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly durationMs?: number | undefined;
}

export interface RunParts {
  readonly agent: AgentOptions;
  readonly options: RunOptions;
  readonly createHooks: readonly CreateHook[];
  readonly nextHooks: readonly NextHook[];
  readonly signal: AbortSignal;
}

export function createRun(start: RunState, parts: RunParts): Run {
  const { agent, options, createHooks, nextHooks, signal } = parts;
  const now = agent.now ?? Date.now;
  let state = start;
  const update = (change: Partial<RunState>): void => {
    state = { ...state, ...change };
  };
  const emit = (event: EventBody): void => {
    update({ seq: state.seq + 1 });
    try {
      options.onEvent?.({ ...event, seq: state.seq, at: now(), runId: state.runId });
    } catch {
      // A listener that throws must not end the run it listens to.
    }
  };
  const addStep = (body: Omit<Step, 'index'>): void => {
    const step: Step = { index: state.steps.length + 1, ...body };
    update({ steps: [...state.steps, step] });
    emit({ type: 'step', step });
  };
  const finish = ({ outcome, answer, thought = '', errorCode, durationMs = 0 }: Ending): void => {
    if (state.outcome !== undefined) return;
    const turn = Math.max(1, state.iterations);
    addStep({ turn, thought, finalAnswer: answer, durationMs });
    update({ outcome, answer, pending: [], ...(errorCode !== undefined && { errorCode }) });
    emit({ type: 'run_finished', outcome });
  };
  return {
    agent,
    createHooks,
    nextHooks,
    now,
    signal,
    get state() {
      return state;
    },
    update,
    emit,
    addStep,
    finish,
    save: async () => {
      await options.onState?.(state);
    },
  };
}

/** The state after a reply: its cost, its fallbacks, and who gave it. */
export function accountFor(state: RunState, response: ChatResponse): Partial<RunState> {
  const { mode, provider, model } = response;
  return {
    iterations: state.iterations + 1,
    usage: addUsage(state.usage, response.usage),
    last: { mode, provider, model },
    fallbacks: [...state.fallbacks, ...response.fallbacks],
  };
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false };

function addUsage(sum: Usage, next: Usage): Usage {
  const costUsd = (sum.costUsd ?? 0) + (next.costUsd ?? 0);
  return {
    inputTokens: sum.inputTokens + next.inputTokens,
    outputTokens: sum.outputTokens + next.outputTokens,
    totalTokens: sum.totalTokens + next.totalTokens,
    estimated: sum.estimated || next.estimated,
    ...((sum.costUsd !== undefined || next.costUsd !== undefined) && { costUsd }),
  };
}
