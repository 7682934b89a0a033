// Runs six steps in a chain; the fourth one never ends. Prints the id of each step that starts.
import { writeSync } from 'node:fs';
import { createLocalExecutor } from '../../src/index.ts';

const [directory = '', runId = ''] = process.argv.slice(2);
const executor = createLocalExecutor({
  directory,
  runStep: (task, { stepId }) => {
    writeSync(1, `${stepId}\n`);
    if (stepId === 's4') return new Promise(() => setTimeout(() => undefined, 1_000_000));
    return Promise.resolve({ answer: `paid for: ${task.split('\n')[0] ?? ''}` });
  },
});
await executor.run(
  ['s1', 's2', 's3', 's4', 's5', 's6'].map((id, index, ids) => ({
    id,
    task: id,
    dependsOn: ids.slice(Math.max(0, index - 1), index),
    timeout: 1000,
  })),
  { runId },
);
