import { readFileSync } from 'node:fs';
import { startModelServer } from '@mini-agent/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from './readme-example.ts';

it('the first example of the README is the one that runs here', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = readFileSync(new URL('./readme-example.ts', import.meta.url), 'utf8');
  expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(example);
});

it('it asks a question and gets the answer', async () => {
  const server = await startModelServer([{ content: '4' }]);
  onTestFinished(() => server.close());
  expect(await ask(server.url, 'sk-example', 'What is 2 + 2?')).toBe('4');
  expect(server.requests[0]?.body.messages).toEqual([{ role: 'user', content: 'What is 2 + 2?' }]);
});
