import { expect, test } from 'vitest';
import { skillHint } from '../src/compose/skill-hint.ts';
import { createStores } from '../src/compose/stores.ts';
import { temporaryFolder } from './stdio-harness.ts';

test('a skill that fits is given as a hint and its use is counted; others are not', async () => {
  const home = temporaryFolder();
  const stores = createStores(() => Promise.resolve(home));
  const skills = await stores.openSkills();
  await skills.extract({
    name: 'weekly report',
    description: 'how the report is made',
    exampleTask: 'Write the weekly report',
    steps: ['Collect the numbers', 'Write one page'],
    tags: ['report'],
  });
  const hint = await skillHint('please write a report', 'run-1', stores);
  expect(hint).toMatch(
    /weekly report – how the report is made\n1\. Collect the numbers\n2\. Write one page\)$/,
  );
  expect((await skills.list())[0]).toMatchObject({ useCount: 1 });
  expect(await skillHint('something else', 'run-2', stores)).toBeUndefined();
  await stores.close();
});

test('a store that fails or never answers costs no run more than a second', async () => {
  const failing = { openSkills: () => Promise.reject(new Error('broken')) };
  expect(await skillHint('x', 'r', failing)).toBeUndefined();
  const begun = performance.now();
  const silent = { openSkills: () => new Promise<never>(() => undefined) };
  expect(await skillHint('x', 'r', silent)).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(2_000);
});
