import { randomUUID } from 'node:crypto';
import type { Mode } from '@mini-agent/foundation/chat';
import type { Outcome, Step } from '@mini-agent/react-agent';
import { AppError } from '../errors.ts';
import type { RunJob } from '../runs/runner.ts';
import { longestTask } from '../server/tool-definition.ts';
import { instance } from './instance.ts';
import { requestContext } from './request-context.ts';

export interface AgentAnswer {
  /** True where the task was done: `outcome` is then `completed`. */
  readonly success: boolean;
  readonly answer: string;
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
  readonly error_code?: string;
  /** Who gave the answer. */
  readonly mode: Mode;
}

/** What a run or a model call of this moment may use. */
export function currentJob(task: string, mode: 'auto' | 'rule' = 'auto'): RunJob {
  const { clientModel } = requestContext();
  return { task, mode, maxTurns: undefined, agent: undefined, clientModel };
}

/**
 * Solves a task with the models of the environment, or with rules alone. Rejects with `invalid_arguments` for an empty or
 * too long task; a run that fails resolves, with `success: false`.
 */
export async function runAgent(task: string, mode: 'auto' | 'rule' = 'auto'): Promise<AgentAnswer> {
  if (typeof task !== 'string' || task.trim() === '' || task.length > longestTask) {
    throw new AppError(
      'invalid_arguments',
      `task must be a text of 1 to ${longestTask} characters.`,
    );
  }
  const { runner } = instance();
  const result = await runner.run(currentJob(task, mode), {
    runId: randomUUID(),
    signal: new AbortController().signal,
    sampling: requestContext().broker,
    onEvent: () => undefined,
    onState: () => undefined,
  });
  const { outcome, answer, errorCode, state } = result;
  return {
    success: outcome === 'completed',
    answer,
    steps: state.steps,
    outcome,
    ...(errorCode !== undefined && { error_code: errorCode }),
    mode: state.last?.mode ?? 'rule',
  };
}
