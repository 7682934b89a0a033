import type { Tool, ToolAnnotations, ToolContext, ToolSchema } from '@mini-agent/foundation/tool';
import {
  createLocalExecutor,
  deepResearch,
  researchPipeline,
  validateSteps,
  type ResearchOptions,
  type ResearchPorts,
  type RunStep,
} from '@mini-agent/workflow';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { requiredText } from './argument-schemas.ts';
import { defineInternalTool, jsonResult, toJson } from './internal-tool.ts';

/** What pipelines need of the run they are called in. */
export interface PipelinePorts {
  /** Runs one step as a nested run. */
  readonly runStep: (context: ToolContext) => RunStep;
  /** The model, search and page reader of research; undefined where there is no model. */
  readonly research: (context: ToolContext) => ResearchPorts | undefined;
  /** Where workflow runs are kept. */
  readonly workflowFolder: () => Promise<string>;
}

export interface RunWorkflowArguments {
  readonly steps: string | readonly unknown[];
}

const annotations: ToolAnnotations = {
  readOnly: false,
  idempotent: false,
  openWorld: true,
  destructive: false,
  untrustedOutput: true,
};
const minute = 60_000;
/** A workflow is limited by its steps, and by the run it belongs to; this only ends one that is lost. */
const workflowPolicy = { timeoutMs: 60 * minute, maxInputChars: 200_000, occupiesSlot: false };
const researchPolicy = { timeoutMs: 5 * minute, maxInputChars: 10_000, occupiesSlot: false };
const pipelinePolicy = { ...researchPolicy, timeoutMs: 10 * minute };
/** Research ends by itself a little before its tool is ended: only then there is a report of what was found. */
const reportTimeMs = 10_000;

/** `run_workflow`, `deep_research` and `research_pipeline`: tools that start runs of their own. */
export function createPipelineTools(ports: PipelinePorts): {
  runWorkflow: Tool<RunWorkflowArguments>;
  deepResearch: Tool<{ question: string }>;
  researchPipeline: Tool<{ topic: string }>;
} {
  return {
    runWorkflow: defineRunWorkflow(ports),
    deepResearch: defineDeepResearch(ports),
    researchPipeline: defineResearchPipeline(ports),
  };
}

const stepSchema = z.strictObject({
  id: z.string().describe('unique name of the step'),
  label: z.string().optional().describe('what people see'),
  task: z
    .string()
    .describe('what the step does; it is given the answers of the steps it depends on'),
  dependsOn: z.array(z.string()).optional().describe('ids of steps that come first'),
  timeout: z.number().positive().max(86_400).optional().describe('seconds, default 60'),
});

function defineRunWorkflow(ports: PipelinePorts): Tool<RunWorkflowArguments> {
  return defineInternalTool<RunWorkflowArguments>({
    name: 'run_workflow',
    title: 'Run a workflow',
    description:
      'Run tasks that depend on each other. Steps without open dependencies run at the same time; each is done by an agent of its own.',
    inputSchema: stepsSchema,
    annotations,
    policy: workflowPolicy,
    run: async ({ steps }, context) => {
      refuseNested(context);
      const executor = createLocalExecutor({
        runStep: ports.runStep(context),
        directory: await ports.workflowFolder(),
      });
      try {
        const result = await executor.run(validateSteps(steps), {
          ...(context.signal && { signal: context.signal }),
          onEvent: ({ step }) => {
            context.onProgress?.({ message: `${step.label}: ${step.state}` });
          },
        });
        return jsonResult(toJson(result) as { success: boolean });
      } finally {
        await executor.close();
      }
    },
  });
}

const shownSteps = z.strictObject({ steps: z.array(stepSchema).min(1).describe('the steps') });
const acceptedSteps = z.strictObject({
  steps: z.union([z.string(), z.array(z.unknown())], {
    error: 'is required and must be an array of steps, or its JSON text',
  }),
});

/** Models see what a step looks like; what arrives, also as JSON text, is judged by the workflow package, which names each fault. */
const stepsSchema: ToolSchema<RunWorkflowArguments> = {
  '~standard': {
    ...acceptedSteps['~standard'],
    jsonSchema: { input: (options) => shownSteps['~standard'].jsonSchema.input(options) },
  },
};

function defineDeepResearch(ports: PipelinePorts): Tool<{ question: string }> {
  return defineInternalTool<{ question: string }>({
    name: 'deep_research',
    title: 'Deep research',
    description:
      'Answer a question from many sources: sub-questions, searches side by side, one report with checked citations. Takes minutes; not for simple look-ups.',
    inputSchema: z.strictObject({ question: requiredText('the question') }),
    annotations: { ...annotations, readOnly: true },
    policy: researchPolicy,
    run: async ({ question }, context) => {
      const options = researchOptions(context, researchPolicy.timeoutMs);
      const result = await deepResearch(question, requireModel(ports, context), options);
      return { text: result.report, data: toJson(result) as { report: string } };
    },
  });
}

function defineResearchPipeline(ports: PipelinePorts): Tool<{ topic: string }> {
  return defineInternalTool<{ topic: string }>({
    name: 'research_pipeline',
    title: 'Research pipeline',
    description:
      'Plan a larger topic, research its parts as a workflow, and write one report. Longer than deep_research.',
    inputSchema: z.strictObject({ topic: requiredText('the topic') }),
    annotations: { ...annotations, readOnly: true },
    policy: pipelinePolicy,
    run: async ({ topic }, context) => {
      const options = researchOptions(context, pipelinePolicy.timeoutMs);
      const result = await researchPipeline(topic, requireModel(ports, context), options);
      return { text: result.report, data: toJson(result) as { report: string } };
    },
  });
}

function researchOptions(context: ToolContext, toolTimeoutMs: number): ResearchOptions {
  return {
    timeoutMs: toolTimeoutMs - reportTimeMs,
    ...(context.signal && { signal: context.signal }),
    onProgress: ({ message }) => context.onProgress?.({ message }),
  };
}

function requireModel(ports: PipelinePorts, context: ToolContext): ResearchPorts {
  refuseNested(context);
  const research = ports.research(context);
  if (research) return research;
  const message =
    context.language === 'zh'
      ? '研究需要语言模型。请设置 LLM_API_KEY、LLM_BASE_URL 和 LLM_MODEL，或使用提供模型的客户端。'
      : 'Research needs a model. Set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL, or use a client that offers its model.';
  throw new AppError('model_required', message);
}

/** A step whose agent started workflows of its own would wait for itself. */
function refuseNested({ depth = 0 }: ToolContext): void {
  if (depth === 0) return;
  const message =
    'A step of a workflow or of research cannot start another one; do its work directly.';
  throw new AppError('denied', message);
}
