import { expect, test } from 'vitest';
import {
  clientNames,
  commandTable,
  commonFlags,
  flagsOf,
  shellNames,
} from '../../src/cli/command-table.ts';
import { helpText } from '../../src/cli/help.ts';

const topics = [undefined, ...commandTable.map(({ name }) => name)];
const chinese = /[\u4e00-\u9fff]/;

test.each(topics)('%s: the help names every flag in both languages', (topic) => {
  for (const language of ['en', 'zh'] as const) {
    const text = helpText(topic, language);
    for (const { name } of [...flagsOf(topic), ...commonFlags]) expect(text).toContain(name);
    for (const line of text.split('\n')) expect(line).toBe(line.trimEnd());
    expect(text).not.toMatch(/undefined|\n\n\n/);
  }
});

test.each(topics)('%s: English has no Chinese, and Chinese tells about each flag', (topic) => {
  expect(helpText(topic)).toBe(helpText(topic, 'en'));
  expect(helpText(topic, 'en')).not.toMatch(chinese);
  const lines = helpText(topic, 'zh').split('\n');
  for (const { name } of flagsOf(topic)) {
    const about = lines.filter((line) => line.startsWith(`  ${name} `));
    expect(about.map((line) => chinese.test(line))).toEqual([true]);
  }
});

test('the whole help names the commands and the clients', () => {
  for (const language of ['en', 'zh'] as const) {
    const text = helpText(undefined, language);
    for (const name of [...commandTable.map((spec) => spec.name), ...clientNames]) {
      expect(text).toContain(name);
    }
    for (const name of shellNames) expect(helpText('completion', language)).toContain(name);
  }
});
