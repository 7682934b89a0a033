import { readTask } from '@mini-agent/llm-router/rules';
import { expect, test } from 'vitest';
import { ruleIntents } from '../../src/rules/index.ts';

/** CPU time of one reading in milliseconds, the best of several: other processes do not count. */
function cpuMs(task: string): number {
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    readTask(task, { intents: ruleIntents, language: 'en' });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test('D-063: 250 spaces behind "analyze" take less than 5 ms', () => {
  expect(cpuMs(`analyze ${' '.repeat(250)}\n`)).toBeLessThan(5);
});

test.each(['time in aaaaaaaaaaaaaaaaaaaaaaaa-', 'current time tz=aaaaaaaaaaaaaaaaaaaaaaaa-'])(
  '%s takes less than 20 ms',
  (task) => {
    expect(cpuMs(task)).toBeLessThan(20);
  },
);

const repeated: Readonly<Record<string, string>> = {
  spaces: ' ',
  words: 'a ',
  'Chinese clauses': '今天和明天，',
  'double quotes': '"',
  apostrophes: "'a",
  parentheses: '(',
  signs: '-',
  sums: '1+',
  'commas between digits': '1,',
  conjunctions: 'and ',
  'Chinese conjunctions': '和',
  'list items': 'a, ',
  courtesies: 'please ',
  numbers: 'twenty and ',
  emoji: '😀',
};

test.each(Object.entries(repeated))('200,000 characters of %s take linear time', (_name, text) => {
  const task = (length: number): string =>
    `analyze ${text.repeat(Math.ceil(length / text.length))}`;
  cpuMs(task(20_000));
  const short = Math.max(cpuMs(task(20_000)), 0.5);
  expect(cpuMs(task(200_000))).toBeLessThan(40 * short);
});

test.each(Object.entries(repeated))('1,900 characters of %s take bounded time', (_name, text) => {
  expect(cpuMs(`calculate ${text.repeat(Math.ceil(1_900 / text.length))}`)).toBeLessThan(100);
});
