import { expect, test } from 'vitest';
import { moreHeldOutTasks } from './held-out-more-tasks.ts';
import { secondNumberTasks } from './held-out-second-numbers.ts';
import { secondOtherTasks } from './held-out-second-others.ts';
import { heldOutTasks } from './held-out-tasks.ts';
import { meaningsOf } from './run-task.ts';

test.each(
  [...heldOutTasks, ...moreHeldOutTasks, ...secondNumberTasks, ...secondOtherTasks].map(
    ([task, ...meanings]) => ({ task, meanings }),
  ),
)('$task', ({ task, meanings }) => {
  expect(meaningsOf(task)).toEqual(meanings);
});
