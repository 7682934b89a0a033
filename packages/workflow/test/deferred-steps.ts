import type { RunStep, StepAnswer, StepContext } from '../src/index.ts';

export interface DeferredSteps {
  readonly runStep: RunStep;
  /** Ids in the order in which the steps were started. */
  readonly started: readonly string[];
  task(id: string): string;
  context(id: string): StepContext;
  finish(id: string, answer?: string): Promise<void>;
  fail(id: string, message: string): Promise<void>;
}

interface Held {
  readonly task: string;
  readonly context: StepContext;
  readonly resolve: (answer: StepAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Steps that end when the test says so, and ignore their signal. */
export function deferredSteps(): DeferredSteps {
  const held = new Map<string, Held>();
  const started: string[] = [];
  const get = (id: string): Held => {
    const step = held.get(id);
    if (step === undefined) throw new Error(`step ${id} was not started`);
    return step;
  };
  return {
    started,
    runStep: (task, context) =>
      new Promise((resolve, reject) => {
        started.push(context.stepId);
        held.set(context.stepId, { task, context, resolve, reject });
      }),
    task: (id) => get(id).task,
    context: (id) => get(id).context,
    finish: async (id, answer = `answer of ${id}`) => {
      get(id).resolve({ answer });
      await settled();
    },
    fail: async (id, message) => {
      get(id).reject(new Error(message));
      await settled();
    },
  };
}

/** Everything that can go on without time passing has gone on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
