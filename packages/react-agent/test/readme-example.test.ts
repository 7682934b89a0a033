import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [first = '', later = '', middleware = ''] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code]) => code,
);
const printed = [...readme.matchAll(/^It prints `(.*?)`/gm)].map(([, text]) => text);

it.each([
  ['the first', first, [printed[0]]],
  ['an approval that comes later', later, [printed[1]]],
  ['a model and tools that are wrapped', first + middleware, [printed[0], printed[2]]],
])('the README example of %s prints what it says', (name, code, expected) => {
  const file = fileURLToPath(
    new URL(`readme-${name.replaceAll(' ', '-')}.tmp.ts`, import.meta.url),
  );
  writeFileSync(file, code);
  try {
    const argv = ['--import', 'tsx', '--conditions=@mini-agent/source', file];
    const output = execFileSync(process.execPath, argv, {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    });
    expect(output.trim().split('\n')).toEqual(expected);
  } finally {
    rmSync(file, { force: true });
  }
});
