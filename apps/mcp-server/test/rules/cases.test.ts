import { describe, expect, test } from 'vitest';
import { answerCases } from './answer-cases.ts';
import { caseTasks } from './case-tasks.ts';
import { meaningsOf, runTask } from './run-task.ts';

describe('tasks become the right calls, or none', () => {
  test.each(Object.entries(caseTasks))('%s %j', (_id, [task, ...meanings]) => {
    expect(meaningsOf(task)).toEqual(meanings);
  });
});

describe('answers', () => {
  test.each(answerCases)('$id $task', async ({ task, matches, not }) => {
    const { answer, errorCode } = await runTask(task);
    expect(answer).toMatch(matches);
    if (not !== undefined) expect(answer).not.toMatch(not);
    if (errorCode === 'rule_abstained') expect(answer).not.toContain('Result:');
  });
});
