import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

import { example } from './readme-example.ts';

test('the example of the README is the tested one and does what its comments say', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const code = await readFile(new URL('./readme-example.ts', import.meta.url), 'utf8');
  expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(code);
  const promised = [...code.matchAll(/, \/\/ (.*)$/gm)].map(
    ([, comment = '']) => JSON.parse(comment) as unknown,
  );
  expect(promised).toHaveLength(14);
  expect(await example()).toEqual(promised);
});
