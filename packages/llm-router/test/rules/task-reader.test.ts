import { describe, expect, test } from 'vitest';
import { createTaskReader } from '../../src/rules/index.ts';
import type { RuleIntent, TaskReader } from '../../src/rules/index.ts';
import { toyMatch } from './toy-intents.ts';

/** A reader that claims every word, and the texts that it was asked about. */
function watchedReader(): { reader: TaskReader; read: string[] } {
  const read: string[] = [];
  const intent: RuleIntent = {
    name: 'words',
    match: ({ text, language }) => {
      read.push(`${language} ${text}`);
      return toyMatch(text);
    },
  };
  return { reader: createTaskReader([intent]), read };
}

const tasks = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `task${index + 1}`);

describe('a task reader', () => {
  test('keeps what it read while several runs ask in turns', async () => {
    const { reader, read } = watchedReader();
    const first = await Promise.all(tasks(8).map((task) => reader.read(task, 'en')));
    const again = await Promise.all(tasks(8).map((task) => reader.read(task, 'en')));
    expect(read).toEqual(tasks(8).map((task) => `en ${task}`));
    again.forEach((reading, index) => {
      expect(reading).toBe(first[index]);
    });
    expect(first.map((reading) => reading.understood && reading.parts[0]?.text)).toEqual(tasks(8));
  });

  test('forgets the oldest of more than eight', async () => {
    const { reader, read } = watchedReader();
    for (const task of tasks(9)) await reader.read(task, 'en');
    read.length = 0;
    for (const task of tasks(9).toReversed()) await reader.read(task, 'en');
    expect(read).toEqual(['en task1']);
  });

  test('reads a task again in another language', async () => {
    const { reader, read } = watchedReader();
    for (const language of ['en', 'zh', 'zh', 'en'] as const) await reader.read('task', language);
    expect(read).toEqual(['en task', 'zh task', 'en task']);
  });

  test('keeps no long task', async () => {
    const { reader, read } = watchedReader();
    const task = 'x'.repeat(2_001);
    await reader.read(task, 'en');
    const once = read.length;
    await reader.read(task, 'en');
    expect(read).toHaveLength(once * 2);
  });
});
