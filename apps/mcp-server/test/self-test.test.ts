import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { selfTestCases } from '../src/cli/self-test-cases.ts';
import { selfTest } from '../src/cli/self-test.ts';

test('every one of the 14 internal tools is called once and works, and nothing is left behind', async () => {
  const leftovers = (): readonly string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('mini-agent-self-test-'));
  const before = leftovers();
  const lines: string[] = [];
  expect(await selfTest((line) => lines.push(line)), lines.join('\n')).toBe(0);
  expect(lines).toHaveLength(15);
  expect(lines.at(-1)).toBe('14 of 14 tools work');
  expect(new Set(selfTestCases.map(({ tool }) => tool)).size).toBe(14);
  for (const line of lines.slice(0, 14)) expect(line).toMatch(/^ok {3}\w+: \d+ ms, /);
  expect(leftovers()).toEqual(before);
  expect(existsSync('.memory')).toBe(false);
}, 30_000);
