import { randomUUID } from 'node:crypto';
import type { Mode } from '@mini-agent/foundation/chat';
import type { Outcome, Step } from '@mini-agent/react-agent';
import { AppError } from '../errors.ts';
import { fullAnswer } from '../render.ts';
import { finishedReport } from '../runs/report.ts';
import { longestTask, mostTurns } from '../server/tool-definition.ts';
import { instance } from './instance.ts';
import { currentJob, requestContext } from './request-context.ts';

export interface AgentAnswer {
  /** True where the task was done: `outcome` is then `completed`. */
  readonly success: boolean;
  /** Never empty: a run that failed says why and what to do. */
  readonly answer: string;
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
  /** Why it failed, such as `rule_abstained` or `model_unavailable`. */
  readonly error_code?: string;
  /** Who gave the answer. */
  readonly mode: Mode;
}

export interface RunAgentOptions {
  /** Stops the run: `outcome` is then `aborted`. */
  readonly signal?: AbortSignal;
  /** Most model calls, 1–50; default `AGENT_MAX_TURNS`. */
  readonly maxTurns?: number;
}

/**
 * Solves a task with the models of the environment, or with rules alone. A run ends after `AGENT_RUN_TIMEOUT_MS` (600 s) at the
 * latest. Rejects with `invalid_arguments` where it is asked for wrongly; a run that fails resolves, with `success: false`.
 */
export async function runAgent(
  task: string,
  mode: 'auto' | 'rule' = 'auto',
  options: RunAgentOptions = {},
): Promise<AgentAnswer> {
  checkArguments(task, mode, options);
  const { signal = new AbortController().signal, maxTurns } = options;
  const { runner } = instance();
  const job = currentJob(task, { mode, maxTurns });
  const runId = randomUUID();
  const result = await runner.run(job, {
    runId,
    signal,
    sampling: requestContext().broker,
    onEvent: () => undefined,
    onState: () => undefined,
  });
  const [plannedMode = 'rule'] = runner.modes(job);
  const fallbacks = runner.fallbacks(job);
  const source = { runId, task, plannedMode, fallbacks, state: result.state };
  const report = finishedReport({ ...source, durationMs: result.durationMs }, result);
  const { outcome = 'error', errorCode, steps, last } = report;
  return {
    success: outcome === 'completed',
    answer: fullAnswer(report),
    steps,
    outcome,
    ...(errorCode !== undefined && { error_code: errorCode }),
    mode: last?.mode ?? plannedMode,
  };
}

/** The types promise a shape, but a JavaScript caller may give anything. */
function checkArguments(task: unknown, mode: unknown, { maxTurns }: RunAgentOptions): void {
  const refuse = (problem: string): never => {
    throw new AppError('invalid_arguments', problem);
  };
  if (typeof task !== 'string' || task.trim() === '' || task.length > longestTask) {
    refuse(`task must be a text of 1 to ${longestTask} characters.`);
  }
  if (mode !== 'auto' && mode !== 'rule') refuse('mode must be "auto" or "rule".');
  if (maxTurns === undefined) return;
  if (!Number.isInteger(maxTurns) || maxTurns < 1 || maxTurns > mostTurns) {
    refuse(`maxTurns must be a whole number from 1 to ${mostTurns}.`);
  }
}
