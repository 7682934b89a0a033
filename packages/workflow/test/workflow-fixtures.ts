import type { StepReport, WorkflowResult, WorkflowStep } from '../src/index.ts';

export function step(id: string, ...dependsOn: string[]): WorkflowStep {
  return { id, task: `task of ${id}`, dependsOn };
}

export function states(result: WorkflowResult | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((result?.steps ?? []).map((report) => [report.id, report.state]));
}

export function report(result: WorkflowResult, id: string): StepReport | undefined {
  return result.steps.find((entry) => entry.id === id);
}
