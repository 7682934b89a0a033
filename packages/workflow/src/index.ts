export { WorkflowError } from './errors.ts';
export { createLocalExecutor } from './local-executor.ts';
export type { LocalExecutorOptions } from './local-executor.ts';
export { deepResearch } from './research/deep-research.ts';
export { researchPipeline } from './research/research-pipeline.ts';
export type { PipelinePorts, PipelineResult } from './research/research-pipeline.ts';
export { parseSubQuestions } from './research/sub-questions.ts';
export type {
  Ask,
  CitationChecks,
  ResearchOptions,
  ResearchPorts,
  ResearchProgress,
  ResearchResult,
  ResearchSource,
} from './research/research.ts';
export { buildStepTask } from './step-task.ts';
export { validateSteps } from './validate-steps.ts';
export type {
  Executor,
  RunStep,
  RunSummary,
  StepAnswer,
  StepContext,
  StepReport,
  StepState,
  WorkflowEvent,
  WorkflowOptions,
  WorkflowResult,
  WorkflowStep,
} from './workflow.ts';
