import { expect, test } from 'vitest';
import { moreHeldOutTasks } from './held-out-more-tasks.ts';
import { heldOutTasks } from './held-out-tasks.ts';
import { meaningsOf } from './run-task.ts';

test.each(
  [...heldOutTasks, ...moreHeldOutTasks].map(([task, ...meanings]) => ({ task, meanings })),
)('$task', ({ task, meanings }) => {
  expect(meaningsOf(task)).toEqual(meanings);
});
