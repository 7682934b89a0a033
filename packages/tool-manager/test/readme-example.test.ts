import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the example of the README returns what the README says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const promised = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const file = new URL(`./readme-example.${process.pid}.generated.ts`, import.meta.url);
  // The package cannot import itself by name from its own source.
  await writeFile(file, code.replace("'@mini-agent/tool-manager'", "'../src/index.ts'"));
  try {
    const module = (await import(file.href)) as { example: () => Promise<readonly string[]> };
    expect(await module.example()).toEqual(promised.trimEnd().split('\n'));
  } finally {
    await rm(file, { force: true });
  }
});
