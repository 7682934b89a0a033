import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

it('the example in the README runs, and plays what it says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const place = fileURLToPath(new URL(`readme-example-${process.pid}.ts`, import.meta.url));
  onTestFinished(() => rm(place, { force: true }));
  const ask = `const ask = async () => {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
  const response = await fetch(server.url + '/chat/completions', { method: 'POST', body });
  return [response.status, response.headers.get('retry-after'), await response.json()];
};
export const seen = [await ask(), await ask(), await ask()];
`;
  const example = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? '';
  await writeFile(place, example.replace(/\/\/ ….*\n/, ask));
  const { seen } = (await import(/* @vite-ignore */ place)) as { seen: unknown };
  expect(seen).toMatchObject([
    [200, null, { choices: [{ message: { tool_calls: [{ function: { name: 'calculator' } }] } }] }],
    [429, '1', { error: { message: 'slow down' } }],
    [200, null, { choices: [{ message: { content: 'you sent 1 messages' } }] }],
  ]);
});
