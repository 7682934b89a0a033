import type { StepState, WorkflowStep } from './workflow.ts';

/** Which step may start, and which never will (Kahn's algorithm; every step and every edge is visited once). */
export interface StepGraph {
  /** The next step whose dependencies are all done. */
  takeReady(): WorkflowStep | undefined;
  /** Records the end of a step. Resolves which steps are blocked by it, directly or through others. */
  finish(id: string, state: StepState): readonly string[];
}

export function createStepGraph(steps: readonly WorkflowStep[]): StepGraph {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const open = new Map(steps.map((step) => [step.id, step.dependsOn?.length ?? 0]));
  const dependants = new Map<string, string[]>();
  for (const step of steps) {
    for (const id of step.dependsOn ?? []) {
      const list = dependants.get(id) ?? [];
      list.push(step.id);
      dependants.set(id, list);
    }
  }
  const ready = steps.filter((step) => (step.dependsOn?.length ?? 0) === 0);
  let taken = 0;
  const blocked = new Set<string>();

  const release = (id: string): void => {
    for (const dependant of dependants.get(id) ?? []) {
      const left = (open.get(dependant) ?? 0) - 1;
      open.set(dependant, left);
      const step = byId.get(dependant);
      if (left === 0 && step !== undefined && !blocked.has(dependant)) ready.push(step);
    }
  };
  const block = (id: string): readonly string[] => {
    const found: string[] = [];
    const queue = [id];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const dependant of dependants.get(next) ?? []) {
        if (blocked.has(dependant)) continue;
        blocked.add(dependant);
        found.push(dependant);
        queue.push(dependant);
      }
    }
    return found;
  };

  return {
    takeReady: () => {
      const step = ready[taken];
      if (step !== undefined) taken += 1;
      return step;
    },
    finish: (id, state) => {
      if (state !== 'done') return block(id);
      release(id);
      return [];
    },
  };
}
