import type { ToolRunner } from '@mini-agent/foundation/chat';
import { createAgent, type Hooks, type RunResult } from '@mini-agent/react-agent';
import type { Settings } from '../config/settings.ts';
import type { Runner, RunJob, RunPorts } from '../runs/runner.ts';
import type { SamplingBroker } from '../runs/sampling-broker.ts';
import type { Discovery } from './discovery.ts';
import type { Models } from './models.ts';
import type { NestedRuns, RunParts } from './nested-runs.ts';
import { createRunTools } from './run-tools.ts';

export interface RunnerOptions {
  readonly settings: Pick<Settings, 'maxTurns' | 'runTimeoutMs'>;
  readonly models: Models;
  readonly tools: ToolRunner;
  readonly discovery: Discovery | undefined;
  readonly nested: NestedRuns;
  /** Text that goes with a task to the model, such as a skill that fits it. */
  readonly hint?: (task: string, runId: string) => Promise<string | undefined>;
  readonly hooks?: Hooks | undefined;
}

/** A runner that also tells what a job works with, for tools that start runs of their own. */
export interface AgentRunner extends Runner {
  readonly parts: (job: RunJob, sampling: SamplingBroker) => RunParts;
}

/** A plan of rules is made and answered in two rounds; the limit of model calls is not meant for it. */
const ruleTurns = 4;

/** The agent of all packages together. */
export function createRunner(options: RunnerOptions): AgentRunner {
  const { models } = options;
  return {
    modes: models.modes,
    fallbacks: models.fallbacks,
    parts: (job, sampling) => partsOf(job, sampling, options),
    run: async (job, ports) => {
      const parts = partsOf(job, ports.sampling, options);
      const end = options.nested.begin(ports.runId, parts);
      try {
        return await work(job, ports, { ...options, parts });
      } finally {
        end();
      }
    },
  };
}

function partsOf(job: RunJob, sampling: SamplingBroker, options: RunnerOptions): RunParts {
  const { settings, models, tools, discovery, hooks } = options;
  const usesModel = models.modes(job).some((mode) => mode !== 'rule');
  return {
    model: models.forRun(job, sampling),
    tools: createRunTools({ tools, discovery: usesModel ? discovery : undefined }),
    usesModel,
    maxTurns: usesModel ? (job.maxTurns ?? settings.maxTurns) : ruleTurns,
    hooks,
  };
}

async function work(
  job: RunJob,
  { runId, signal, onEvent, onState }: RunPorts,
  { settings, parts, hint, hooks = {} }: RunnerOptions & { readonly parts: RunParts },
): Promise<RunResult> {
  const { model, tools, maxTurns, usesModel } = parts;
  const limits = { maxTurns, timeoutMs: settings.runTimeoutMs };
  const agent = createAgent({ model, tools, limits, hooks });
  const runOptions = { runId, signal, onEvent, onState };
  if (job.resumeFrom !== undefined) return agent.resume(job.resumeFrom, runOptions);
  const text = usesModel ? await hint?.(job.task, runId) : undefined;
  return agent.run(job.task, {
    ...runOptions,
    ...(job.history === undefined ? {} : { history: job.history }),
    ...(text === undefined ? {} : { hint: text }),
  });
}
