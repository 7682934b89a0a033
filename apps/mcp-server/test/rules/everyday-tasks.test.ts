import { expect, test } from 'vitest';
import { moreEverydayTasks } from './everyday-tasks-more.ts';
import { secondNumberTasks } from './everyday-numbers.ts';
import { secondOtherTasks } from './everyday-others.ts';
import { everydayTasks } from './everyday-tasks.ts';
import { meaningsOf } from './run-task.ts';

test.each(
  [...everydayTasks, ...moreEverydayTasks, ...secondNumberTasks, ...secondOtherTasks].map(
    ([task, ...meanings]) => ({ task, meanings }),
  ),
)('$task', ({ task, meanings }) => {
  expect(meaningsOf(task)).toEqual(meanings);
});
