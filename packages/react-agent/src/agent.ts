import { randomUUID } from 'node:crypto';
import { detectLanguage } from '@mini-agent/foundation/language';
import { startDeadline } from '@mini-agent/foundation/time';
import type { Agent, AgentOptions, RunOptions } from './agent-options.ts';
import { repairPairs } from './conversation.ts';
import { AgentError } from './errors.ts';
import type { CreateHook, NextHook } from './hooks.ts';
import { resumeCalls } from './pending-calls.ts';
import { startingMessages } from './prompt.ts';
import { runToEnd } from './run-loop.ts';
import { createRun, noUsage } from './run.ts';
import type { Limits, RunResult, RunState } from './run-state.ts';

const defaultLimits: Limits = { maxTurns: 5, timeoutMs: 600_000 };

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
    resume: async (state, runOptions = {}) => goOn(state, runOptions),
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
  const now = parts.agent.now ?? Date.now;
  const began = now();
  if (start.outcome !== undefined) return toResult(start, 0);
  const deadline = startDeadline(
    start.limits.timeoutMs - (began - start.startedAt),
    options.signal,
  );
  try {
    const run = createRun(start, { ...parts, options, signal: deadline.signal });
    if (start.seq === 0) run.emit({ type: 'run_started', task: start.task });
    await resumeCalls(run);
    await runToEnd(run, deadline);
    return toResult(run.state, now() - start.startedAt);
  } finally {
    deadline.clear();
  }
}

function startState(task: string, agent: AgentOptions, options: RunOptions): RunState {
  if (typeof task !== 'string' || task.trim() === '') {
    throw new AgentError('invalid_arguments', 'The task is empty; say what is to be done.');
  }
  const random = agent.random ?? randomUUID;
  const language = detectLanguage(task);
  const boundary = random().replaceAll('-', '').slice(0, 12);
  const history = options.history && repairPairs(options.history);
  const { instructions } = agent;
  return {
    version: 1,
    runId: options.runId ?? random(),
    task,
    language,
    depth: options.depth ?? 0,
    seq: 0,
    startedAt: (agent.now ?? Date.now)(),
    messages: startingMessages({
      task,
      language,
      boundary,
      instructions,
      hint: options.hint,
      history,
    }),
    pending: [],
    steps: [],
    iterations: 0,
    usage: noUsage,
    limits: { ...defaultLimits, ...agent.limits, ...options.limits },
    tainted: (history ?? []).some(
      (message) => message.role === 'tool' && isUntrusted(message.outcome),
    ),
    calls: {},
    fallbacks: [],
    boundary,
  };
}

function isUntrusted(outcome: { readonly ok: boolean; readonly trusted?: boolean }): boolean {
  return outcome.ok && outcome.trusted === false;
}

function toResult(state: RunState, durationMs: number): RunResult {
  const outcome = state.outcome ?? 'error';
  return {
    outcome,
    answer: state.answer ?? '',
    partial: outcome !== 'completed',
    ...(state.errorCode !== undefined && { errorCode: state.errorCode }),
    durationMs,
    state,
  };
}
