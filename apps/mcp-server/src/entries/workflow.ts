import type { WorkflowResult, WorkflowStep } from '@mini-agent/workflow';
import { libraryTool } from '../library/tools.ts';

export { buildStepTask, parseSubQuestions } from '@mini-agent/workflow';
export type { StepReport, WorkflowResult, WorkflowStep } from '@mini-agent/workflow';

export interface ResearchReport {
  readonly report: string;
  readonly subQuestions: readonly string[];
  readonly totalSteps: number;
  readonly durationMs: number;
}

/** Runs steps, or their JSON text, each by an agent of its own. Rejects with a code for steps that cannot be run. */
export async function runWorkflow(
  steps: string | readonly WorkflowStep[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<WorkflowResult> {
  const { data } = await libraryTool('run_workflow').execute({ steps }, options);
  return data as unknown as WorkflowResult;
}

/** Researches a question. Rejects with `model_required` where there is no model. */
export async function deepResearch(
  question: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ResearchReport> {
  const { data } = await libraryTool('deep_research').execute({ question }, options);
  return data as unknown as ResearchReport;
}
