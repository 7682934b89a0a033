import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startServer } from '@mini-agent/testkit';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../stdio-harness.ts';
import { freshLibrary } from './library.ts';
import { sourceFlags } from './run-source.ts';

async function readmeBlocks(): Promise<readonly string[]> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
}

function source(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8');
}

test('the library example of the README is the tested one and does what its comments say', async () => {
  const code = await source('readme-example.ts');
  expect((await readmeBlocks())[0]).toBe(code);
  const promised = [...code.matchAll(/, \/\/ (.*)$/gm)].map(
    ([, comment = '']) => JSON.parse(comment) as unknown,
  );
  expect(promised).toHaveLength(9);
  freshLibrary();
  const { example } = await import('./readme-example.ts');
  expect(await example()).toEqual(promised);
});

test('the command lines of the README are tasks that need no model', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const tasks = [...readme.matchAll(/^npx -y mini-agent-mcp run "(.*)"$/gm)].map(
    ([, task]) => task,
  );
  expect(tasks).toHaveLength(2);
  freshLibrary();
  const { runAgent } = await import('mini-agent-mcp/agent');
  for (const task of tasks) {
    const { success, answer } = await runAgent(task ?? '', 'rule');
    expect(success, answer).toBe(true);
    expect(answer).toMatch(/39\.37007874015748[^]*[0-9a-f]{8}-[0-9a-f]{4}-4/);
  }
});

test('the server of the README serves run_agent over stdio', async () => {
  expect((await readmeBlocks())[1]).toBe(await source('readme-sdk-example.ts'));
  const file = fileURLToPath(new URL('readme-sdk-example.ts', import.meta.url));
  const home = temporaryFolder();
  const session = await startServer({
    client: 'v2',
    command: process.execPath,
    args: [...sourceFlags, file],
    cwd: home,
    env: { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' },
    startTimeoutMs: 20_000,
  });
  const tools = await session.listTools();
  const result = await session.callTool('run_agent', { task: 'calculate 1+1', mode: 'rule' });
  await session.close();
  expect(tools.map(({ name }) => name)).toEqual(['run_agent']);
  expect(result.structuredContent).toMatchObject({ answer: 'Expression: 1+1\nResult: 2' });
}, 30_000);
