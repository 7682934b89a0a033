import type { StepReport, WorkflowStep } from './workflow.ts';

/**
 * The task of a step with the answers of the steps it depends on, each under a line with its label. The answers are put in
 * literally and once: braces or markers in them mean nothing.
 */
export function buildStepTask(step: WorkflowStep, results: readonly StepReport[]): string {
  const reports = new Map(results.map((report) => [report.id, report]));
  const parts = (step.dependsOn ?? []).flatMap((id) => {
    const report = reports.get(id);
    if (!report?.result) return [];
    return [`--- ${report.label.replace(/\s+/g, ' ').trim()} ---\n${report.result.answer}`];
  });
  return [step.task, ...parts].join('\n\n');
}
