import { readFileSync, readdirSync } from 'node:fs';
import { detectLanguage } from '@mini-agent/foundation/language';
import { checkPhrases, createTaskReader, readTask } from '@mini-agent/llm-router/rules';
import type * as Rules from '@mini-agent/llm-router/rules';
import { expect, test, vi } from 'vitest';
import { ruleFamilies } from '../../src/rules/families.ts';
import { ruleIntents } from '../../src/rules/index.ts';
import { caseTasks } from './case-tasks.ts';
import { secondNumberTasks } from './everyday-numbers.ts';
import { secondOtherTasks } from './everyday-others.ts';
import { moreEverydayTasks } from './everyday-tasks-more.ts';
import { everydayTasks } from './everyday-tasks.ts';
import { expansions, type PhraseSet } from './phrase-expansions.ts';

const sets = vi.hoisted((): PhraseSet[] => []);

/** Every set of phrases is noted as it is made. */
vi.mock('@mini-agent/llm-router/rules', async (importActual) => {
  const actual = await importActual<typeof Rules>();
  return {
    ...actual,
    createPhrases: (options: Parameters<typeof actual.createPhrases>[0]) => {
      sets.push(options);
      return actual.createPhrases(options);
    },
  };
});

const reader = createTaskReader(ruleFamilies);

function meaningOf(reading: Rules.TaskReading): string {
  if (!reading.understood) return '-';
  return JSON.stringify([reading.parts.map(({ match }) => match.calls), reading.leftOut]);
}

/** What is understood with only the families that the task may concern, and with all of them. */
async function bothReadings(task: string): Promise<readonly [lazy: string, whole: string]> {
  const language = detectLanguage(task);
  const whole = readTask(task, { intents: ruleIntents, language });
  return [meaningOf(await reader.read(task, language)), meaningOf(whole)];
}

/** Thousands of readings, beside other tests. */
const patient = { timeout: 60_000 };

const folder = new URL('tables/', import.meta.url);

const tableTasks = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
  .filter((line) => line.includes(' => '))
  .map((line) => line.slice(0, line.lastIndexOf(' => ')).replaceAll('⏎', '\n'));

const allTasks = [
  ...tableTasks,
  ...Object.values(caseTasks).map(([task]) => task),
  ...[everydayTasks, moreEverydayTasks, secondNumberTasks, secondOtherTasks].flatMap((tasks) =>
    tasks.map(([task]) => task),
  ),
];

test('the families are the intents, in their order', async () => {
  const loaded = await Promise.all(ruleFamilies.map(({ load }) => load()));
  expect(loaded).toEqual(ruleIntents);
});

test('every phrase is well formed, to its end', () => {
  expect(sets.length).toBeGreaterThan(15);
  for (const { phrases, parts } of sets) checkPhrases(phrases, parts);
});

test('no task of the tables needs an intent that is not loaded for it', patient, async () => {
  expect(allTasks.length).toBeGreaterThan(1_500);
  const missed: string[] = [];
  for (const [index, task] of allTasks.entries()) {
    const given = [task, task.toUpperCase(), fullWidth(task)][index % 3] ?? task;
    const [lazy, whole] = await bothReadings(given);
    if (lazy !== whole) missed.push(given);
  }
  expect(missed).toEqual([]);
});

test('nor does any sentence that a phrase allows', patient, async () => {
  const missed: string[] = [];
  let understood = 0;
  for (const set of sets) {
    for (const task of expansions(set, 5)) {
      const [lazy, whole] = await bothReadings(task);
      if (whole !== '-') understood += 1;
      if (lazy !== whole) missed.push(task);
    }
  }
  expect(understood).toBeGreaterThan(1_000);
  expect(missed).toEqual([]);
});

test('nor does any sentence behind another part', patient, async () => {
  const before = [
    'calculate 2+2',
    'convert 5 km to miles',
    'time in tokyo',
    'uppercase "abc"',
    'generate a uuid',
  ];
  const missed: string[] = [];
  let understood = 0;
  for (const set of sets) {
    for (const [index, end] of expansions(set, 2).entries()) {
      const task = `${before[index % before.length] ?? ''} and ${end}`;
      const [lazy, whole] = await bothReadings(task);
      if (whole !== '-') understood += 1;
      if (lazy !== whole) missed.push(task);
    }
  }
  expect(understood).toBeGreaterThan(300);
  expect(missed).toEqual([]);
});

test.each(['1', '1,', '1 ', '- ', 'a ', '"', "'a", '几', '一', '(', 'd'])(
  'what a task concerns is found in linear time in 200,000 characters of %s',
  (text) => {
    const task = text.repeat(200_000 / text.length);
    const start = process.cpuUsage();
    for (const { concerns } of ruleFamilies) concerns.test(task);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(400);
  },
);

test('a task that is for no intent loads nothing', async () => {
  const loaded: string[] = [];
  const watched = ruleFamilies.map((family) => ({
    ...family,
    load: () => {
      loaded.push(family.name);
      return family.load();
    },
  }));
  const tasks = createTaskReader(watched);
  await tasks.read('write a poem about love', 'en');
  expect(loaded).toEqual([]);
  await tasks.read('calculate 2+2', 'en');
  expect(loaded).toEqual(['arithmetic']);
});

function fullWidth(task: string): string {
  return task.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}
