import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointPresets, profileNames, readProviders } from '@mini-agent/llm-router';
import { refusedOrigin, startModelServer } from '@mini-agent/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { entryFields } from '../src/config/provider-entry.ts';
import { profileSchema } from '../src/http/profile-schema.ts';
import { ask } from './readme-example.ts';
import { doctor, openModel } from './readme-providers.ts';
import { chatRequest } from './support/requests.ts';

function textOf(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function blocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code ?? '',
  );
}

const readmes = ['../README.md', '../README.zh-CN.md'];
const guides = ['../../../docs/providers.md', '../../../docs/providers.zh-CN.md'];

describe.each(readmes)('%s', (path) => {
  const readme = textOf(path);

  it('has the examples that run here', () => {
    const withoutComments = (code: string): string => code.replace(/^\/\*\*.*\*\/\n/gm, '');
    const examples = ['./readme-example.ts', './readme-providers.ts'].map(textOf);
    expect(blocks(readme, 'ts').map(withoutComments)).toEqual(examples.map(withoutComments));
  });

  it('names every profile, every setting of one, and every field of a provider', () => {
    const settings = Object.keys(profileSchema['properties'] ?? {});
    for (const name of [...profileNames, ...settings, ...entryFields]) {
      expect(readme).toContain(`\`${name}\``);
    }
  });
});

describe.each([...readmes, ...guides])('%s', (path) => {
  it('shows files that are accepted without a problem or a warning', () => {
    const files = blocks(textOf(path), 'json');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const chosen = Object.keys((JSON.parse(file) as { providers: object }).providers).join(',');
      const env = {
        LLM_PROVIDERS_PATH: '/x/providers.json',
        LLM_PROVIDER: chosen,
        DEEPSEEK_API_KEY: 'key-of-deepseek',
        ACME_API_KEY: 'key-of-acme',
        MOONSHOT_API_KEY: 'key-of-moonshot',
      };
      const read = readProviders(env, { readFile: () => file, fileMode: () => 0o600 });
      expect([...read.problems, ...read.warnings], file).toEqual([]);
    }
  });
});

it.each(guides)('%s names every preset with its address', (path) => {
  const guide = textOf(path);
  for (const { name, baseUrl, model, keyPage } of endpointPresets) {
    expect(guide).toContain(`\`${name}\``);
    expect(guide).toContain(`\`${baseUrl}\``);
    if (model !== undefined) expect(guide).toContain(`\`${model}\``);
    if (keyPage !== undefined) expect(guide).toContain(keyPage);
  }
});

it('the first example asks a question and gets the answer', async () => {
  const server = await startModelServer([{ content: '4' }]);
  onTestFinished(() => server.close());
  expect(await ask(server.url, 'sk-example', 'What is 2 + 2?')).toBe('4');
  expect(server.requests[0]?.body.messages).toEqual([{ role: 'user', content: 'What is 2 + 2?' }]);
});

it('the second falls to the next provider, counts what it costs, and stops at the limit', async () => {
  const server = await startModelServer([
    {
      content: 'Hello.',
      usage: { prompt_tokens: 1_000_000, completion_tokens: 10, total_tokens: 1_000_010 },
    },
  ]);
  onTestFinished(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), 'providers-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'providers.json');
  const dead = await refusedOrigin();
  const file = {
    providers: {
      first: { baseUrl: dead, model: 'm', retries: 0 },
      second: { baseUrl: server.url, model: 'm', price: { input: 0.5, output: 1 } },
    },
    budget: { maxCostUsd: 0.4 },
  };
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
  const env = { LLM_PROVIDERS_PATH: path, LLM_PROVIDER: 'first,second' };
  const { model, budget } = openModel(env);
  const signal = AbortSignal.timeout(10_000);
  const reply = await model.complete(chatRequest(), { signal });
  expect(reply).toMatchObject({ provider: 'second', message: { content: 'Hello.' } });
  expect(budget.spent.costUsd).toBeCloseTo(0.50001, 9);
  await expect(model.complete(chatRequest(), { signal })).rejects.toMatchObject({ code: 'budget' });
  expect(await doctor({ ...env, LLM_PROVIDER: 'first' })).toMatch(
    /^✗ first {2}http[^]*Nothing accepts a connection there/,
  );
});
