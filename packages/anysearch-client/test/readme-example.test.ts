import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startAnySearch } from '@mini-agent/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';

it('the example in the README runs and prints what it found', async () => {
  const fake = await startAnySearch();
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const place = fileURLToPath(new URL(`readme-example-${process.pid}.ts`, import.meta.url));
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const failure = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await rm(place, { force: true });
    await fake.close();
  });
  vi.stubEnv('ANYSEARCH_BASE_URL', fake.url);
  vi.stubEnv('ANYSEARCH_API_KEY', undefined);
  await writeFile(place, /```ts\n([^]*?)```/.exec(readme)?.[1] ?? '');
  await import(/* @vite-ignore */ place);
  expect(failure.mock.calls).toEqual([]);
  expect(log.mock.calls).toEqual([
    ['Delta bird census', 'https://birds.example/delta'],
    ['Wading birds of the coast', 'https://birds.example/coast'],
    ['anysearch_search anysearch_batch_search anysearch_extract anysearch_get_sub_domains'],
  ]);
});
