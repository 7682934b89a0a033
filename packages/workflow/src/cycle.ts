import type { WorkflowStep } from './workflow.ts';

interface Frame {
  readonly id: string;
  next: number;
}

/** A circle of dependencies, from a step back to itself, or undefined. Iterative: a chain of any length is fine. */
export function findCycle(steps: ReadonlyMap<string, WorkflowStep>): readonly string[] | undefined {
  const finished = new Set<string>();
  for (const start of steps.keys()) {
    const path: Frame[] = [{ id: start, next: 0 }];
    const onPath = new Set([start]);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const dependency = steps.get(frame.id)?.dependsOn?.[frame.next];
      frame.next += 1;
      if (dependency === undefined || finished.has(frame.id)) {
        path.pop();
        onPath.delete(frame.id);
        finished.add(frame.id);
      } else if (onPath.has(dependency)) {
        const ids = path.map((entry) => entry.id);
        return [...ids.slice(ids.indexOf(dependency)), dependency];
      } else if (!finished.has(dependency)) {
        path.push({ id: dependency, next: 0 });
        onPath.add(dependency);
      }
    }
  }
  return undefined;
}
