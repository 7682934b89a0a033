import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runTask } from './run-task.ts';

/** What the section on rule mode of a README gives as examples. */
function examplesOf(file: string, heading: string): readonly string[] {
  const readme = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  const [, section = ''] = readme.split(`### ${heading}\n`);
  const [text = ''] = section.split('\n\nCommon endpoints:')[0]?.split('\n\n常用接口：') ?? [];
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace('…', 'a@b.example'));
}

describe.each([
  ['README.md', 'What rule mode understands', 20],
  ['README.zh-CN.md', '规则模式能理解什么', 20],
])('every example of rule mode in %s works', (file, heading, least) => {
  const examples = examplesOf(file, heading);

  test('there are some', () => {
    expect(examples.length).toBeGreaterThanOrEqual(least);
  });

  test.each(examples)('%s', async (example) => {
    const { answer, errorCode } = await runTask(example);
    expect([errorCode, answer === '']).toEqual([undefined, false]);
  });
});
