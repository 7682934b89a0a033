import { setMaxListeners } from 'node:events';
import { startDeadline } from '@mini-agent/foundation/time';
import type { Agent, AgentOptions, RunOptions } from './agent-options.ts';
import type { CreateHook, NextHook } from './hooks.ts';
import { runToEnd } from './run-loop.ts';
import { Run } from './run.ts';
import type { RunResult, RunState } from './run-state.ts';
import { suspendedResult } from './suspended-result.ts';
import { resumedState, startState } from './start-state.ts';

/** An agent that solves tasks with a model and tools. Agents share nothing. */
export function createAgent(options: AgentOptions): Agent {
  const createHooks: CreateHook[] = [...(options.hooks?.create ?? [])];
  const nextHooks: NextHook[] = [...(options.hooks?.next ?? [])];
  const goOn = (state: RunState, runOptions: RunOptions): Promise<RunResult> =>
    work(state, runOptions, {
      agent: options,
      createHooks: [...createHooks],
      nextHooks: [...nextHooks],
    });
  return {
    run: async (task, runOptions = {}) => goOn(startState(task, options, runOptions), runOptions),
    resume: async (state, runOptions = {}) =>
      goOn(resumedState(state, options, runOptions), runOptions),
    addCreateHook: (hook) => {
      createHooks.push(hook);
    },
    addNextHook: (hook) => {
      nextHooks.push(hook);
    },
    clearHooks: () => {
      createHooks.length = 0;
      nextHooks.length = 0;
    },
  };
}

interface AgentParts {
  readonly agent: AgentOptions;
  readonly createHooks: readonly CreateHook[];
  readonly nextHooks: readonly NextHook[];
}

async function work(start: RunState, options: RunOptions, parts: AgentParts): Promise<RunResult> {
  if (start.outcome !== undefined) return toResult(start);
  const now = parts.agent.now ?? Date.now;
  // A clock that was set back must not make the limit longer.
  const left = start.limits.timeoutMs - Math.max(0, now() - start.startedAt);
  // Runs side by side may share a signal of their caller; Node would print a warning for the eleventh.
  for (const signal of [options.signal, options.suspend]) if (signal) setMaxListeners(0, signal);
  const deadline = startDeadline(Math.max(0, left), options.signal);
  const run = new Run(start, { ...parts, options, signal: deadline.signal });
  try {
    if (start.seq === 0) {
      run.emit({ type: 'run_started', task: start.task });
      await run.save();
    }
    await runToEnd(run, deadline);
    return run.aside === undefined
      ? toResult(run.snapshot(), run.elapsedMs())
      : suspendedResult(run);
  } finally {
    run.close();
    deadline.clear();
  }
}

function toResult(state: RunState, durationMs = 0): RunResult {
  const { outcome = 'error', answer = '', errorCode, answerCut = false } = state;
  return {
    outcome,
    answer,
    partial: outcome !== 'completed' || answerCut,
    ...(errorCode !== undefined && { errorCode }),
    durationMs,
    state,
  };
}
