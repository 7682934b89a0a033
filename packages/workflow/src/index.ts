export { WorkflowError } from './errors.ts';
export { createLocalExecutor } from './local-executor.ts';
export type { LocalExecutorOptions } from './local-executor.ts';
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
