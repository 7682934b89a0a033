import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolders } from '@mini-agent/testkit/folders';

const newFolder = temporaryFolders();

test('the example of the README does what its comments say', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const code = /^(`{3,})ts\n([\s\S]*?)^\1$/m.exec(readme)?.[2] ?? '';
  const file = new URL(`./readme-example.${process.pid}.generated.ts`, import.meta.url);
  await writeFile(file, code);
  try {
    const module = (await import(file.href)) as {
      example: (folder: string) => Promise<readonly unknown[]>;
    };
    const promised = [...code.matchAll(/, \/\/ (.*)$/gm)].map(([, comment]) => comment);
    expect(promised).toHaveLength(4);
    expect((await module.example(await newFolder())).map(String)).toEqual(promised);
  } finally {
    await rm(file, { force: true });
  }
});
