import type { ToolRunner } from '@mini-agent/foundation/chat';
import { withToolBudget } from '@mini-agent/llm-router';
import type { RunInfo, Telemetry } from '@mini-agent/llm-router/telemetry';
import { createAgent, type Hooks, type RunResult, type RunState } from '@mini-agent/react-agent';
import { defaultApprovals } from '../config/approvals.ts';
import type { Settings } from '../config/settings.ts';
import type { ClientBroker } from '../runs/client-broker.ts';
import type { Runner, RunJob, RunPorts } from '../runs/runner.ts';
import { createApprovals, type ApprovalsFor } from './approvals.ts';
import type { Discovery } from './discovery.ts';
import type { Models } from './models.ts';
import { agentParts, type NestedRuns, type RunParts } from './nested-runs.ts';
import type { RunBudget } from './run-budget.ts';
import { createRunTools } from './run-tools.ts';
import { type LoadTelemetry, summaryOf } from './telemetry.ts';

export interface RunnerOptions {
  readonly settings: Pick<Settings, 'maxTurns' | 'runTimeoutMs'>;
  readonly models: Models;
  readonly tools: ToolRunner;
  readonly discovery: Discovery | undefined;
  readonly nested: NestedRuns;
  /** Text that goes with a task to the model, such as a skill that fits it. */
  readonly hint?: (task: string, runId: string) => Promise<string | undefined>;
  readonly hooks?: Hooks | undefined;
  readonly telemetry?: LoadTelemetry;
  /** Default: as `MINI_AGENT_APPROVALS` has it where it is not set. */
  readonly approvalsFor?: ApprovalsFor;
}

/** A runner that also tells what a job works with, for tools that start runs of their own. */
export interface AgentRunner extends Runner {
  readonly parts: (job: RunJob, sampling: ClientBroker) => RunParts;
}

/** A plan of rules is made and answered in two rounds; the limit of model calls is not meant for it. */
const ruleTurns = 4;

const defaultApprovalsFor = createApprovals({ policy: defaultApprovals, secrets: [] });

/** The agent of all packages together. */
export function createRunner(options: RunnerOptions): AgentRunner {
  const { models } = options;
  return {
    modes: models.modes,
    fallbacks: models.fallbacks,
    parts: (job, sampling) => partsOf(job, { sampling }, options),
    run: async (job, ports) => {
      const telemetry = await options.telemetry?.();
      await models.prepare(job);
      const parts = partsOf(job, { ...ports, telemetry }, options);
      const end = options.nested.begin(ports.runId, parts);
      try {
        const go = (): Promise<RunResult> => work(job, ports, { ...options, parts });
        return await (telemetry?.run(infoOf(job, ports.runId), go) ?? go());
      } finally {
        end();
      }
    },
  };
}

/** The parts of a run and what it may spend. Nested runs work with the same parts, so their calls are counted with its own. */
type BudgetedParts = RunParts & {
  readonly spending: RunBudget;
  /** Told each state of the run. */
  readonly onState: (state: RunState) => void;
};

interface PartsPorts
  extends Pick<RunPorts, 'sampling'>, Partial<Pick<RunPorts, 'onEvent' | 'secure'>> {
  readonly telemetry?: Telemetry | undefined;
}

function partsOf(
  job: RunJob,
  { sampling, telemetry, onEvent, secure }: PartsPorts,
  options: RunnerOptions,
): BudgetedParts {
  const { settings, models, tools, discovery, hooks, approvalsFor = defaultApprovalsFor } = options;
  const usesModel = models.modes(job).some((mode) => mode !== 'rule');
  const spending = models.budgetFor(job);
  const { budget } = spending;
  const contextTokens = models.contextTokens(job);
  let isTainted = false;
  const runTools = createRunTools({
    tools,
    discovery: usesModel ? discovery : undefined,
    secure: usesModel ? secure : undefined,
  });
  return {
    spending,
    model: models.forRun(job, sampling, { budget, telemetry }),
    tools: withToolBudget(telemetry?.tools(runTools) ?? runTools, budget),
    telemetry,
    usesModel,
    maxTurns: usesModel ? (job.maxTurns ?? settings.maxTurns) : ruleTurns,
    hooks,
    ...approvalsFor(job, sampling),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    onApproval: onEvent,
    isTainted: () => isTainted,
    onState: ({ tainted }) => {
      isTainted = tainted;
    },
  };
}

function infoOf(job: RunJob, runId: string): RunInfo<RunResult> {
  return {
    runId,
    task: job.task,
    conversationId: runId,
    summary: summaryOf,
    ...(job.trace === undefined ? {} : { carrier: job.trace }),
  };
}

/** Rules spend nothing. */
const followNothing: RunBudget['follow'] = (onState, work) => work(onState);

async function work(
  job: RunJob,
  { runId, signal, onEvent, onState }: RunPorts,
  { settings, parts, hint }: RunnerOptions & { readonly parts: BudgetedParts },
): Promise<RunResult> {
  const { maxTurns, usesModel, spending } = parts;
  const { timeoutMs = Infinity } = spending.budget.limits;
  const limits = { maxTurns, timeoutMs: Math.min(settings.runTimeoutMs, timeoutMs) };
  const agent = createAgent({ ...agentParts(parts), limits });
  const follow = usesModel ? spending.follow : followNothing;
  return follow(onState, async (follower) => {
    const onEachState = (state: RunState): void => {
      parts.onState(state);
      follower(state);
    };
    const runOptions = { runId, signal, onEvent, onState: onEachState };
    if (job.resumeFrom !== undefined) return agent.resume(job.resumeFrom, runOptions);
    const text = usesModel ? await hint?.(job.task, runId) : undefined;
    return agent.run(job.task, {
      ...runOptions,
      ...(job.history === undefined ? {} : { history: job.history }),
      ...(job.earlier === undefined ? {} : { earlier: job.earlier }),
      ...(text === undefined ? {} : { hint: text }),
    });
  });
}
