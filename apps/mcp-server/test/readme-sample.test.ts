import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cliCommand } from './stdio-harness.ts';

/** Without what is drawn at random. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<uuid>')
    .replaceAll(/(Password \(.*\):\s+)\S+/g, '$1<password>')
    .trim();
}

test.each(['README.md', 'README.zh-CN.md'])(
  'the first example of %s prints what stands below it',
  { timeout: 30_000 },
  (file) => {
    const readme = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const [, task = '', shown = ''] =
      /npm start -- "([^"]+)"\n```\n\n```text\n([^]*?)```/.exec(readme) ?? [];
    const { command, args = [], cwd, env } = cliCommand(['run', task]);
    const { stdout, stderr } = spawnSync(command, args, {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
      timeout: 20_000,
    });
    expect(withoutChance(stderr + stdout)).toBe(withoutChance(shown));
  },
);
