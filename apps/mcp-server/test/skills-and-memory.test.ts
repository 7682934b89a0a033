import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModelServer, startServer, type ScriptedReply } from '@mini-agent/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { cliCommand, temporaryFolder } from './stdio-harness.ts';

interface StoredSkill {
  readonly name: string;
  readonly useCount: number;
  readonly lastUsedAt?: number;
}

const calls = (...list: readonly (readonly [string, object])[]): ScriptedReply => ({
  tool_calls: list.map(([name, args], index) => ({
    id: `c${index}`,
    name,
    arguments: JSON.stringify(args),
  })),
});

test('what one run keeps serves the next: the skill is applied and counted, the memory is found', async () => {
  const model = await startModelServer([
    calls(
      [
        'extract_skill',
        {
          name: 'tide tables',
          description: 'Reading tide tables',
          exampleTask: 'When is high tide in Brest?',
          steps: ['Look for the port', 'Read the table'],
          tags: ['tide'],
        },
      ],
      ['remember', { type: 'preference', content: 'Tides are wanted in UTC', tags: ['tide'] }],
    ),
    { content: 'kept' },
    calls(['recall', { tags: ['tide'] }], ['memory_stats', {}], ['list_skills', {}]),
    { content: 'found' },
    { content: 'nothing to do with it' },
  ]);
  onTestFinished(() => model.close());
  const home = temporaryFolder();
  const env = { MINI_AGENT_HOME: home, LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'm' };
  const connect = (): ReturnType<typeof startServer> =>
    startServer({ ...cliCommand([], env), client: 'v2' });
  const first = await connect();
  await first.callTool('run_agent', { task: 'Learn how high water is found' });
  await first.close();

  const second = await connect();
  const result = await second.callTool('run_agent', { task: 'When is high tide in Cork?' });
  expect(result.structuredContent).toMatchObject({ status: 'completed', answer: 'found' });
  const systemOf = (index: number): string =>
    String(model.requests[index]?.body.messages.find(({ role }) => role === 'system')?.content);
  expect(systemOf(0)).not.toContain('tide tables');
  expect(systemOf(2)).toMatch(/\[stored skill [\s\S]*name: "tide tables"[\s\S]*Read the table/);
  const told = JSON.stringify(model.requests[3]?.body.messages);
  expect(told).toContain('Tides are wanted in UTC');
  // An unrelated task gets no hint and counts nothing.
  await second.callTool('run_agent', { task: 'Say hello' });
  expect(systemOf(4)).not.toContain('tide tables');
  await second.close();

  const skills = JSON.parse(
    readFileSync(join(home, '.skills', 'skills.json'), 'utf8'),
  ) as readonly StoredSkill[];
  expect(skills).toEqual([expect.objectContaining({ name: 'tide tables', useCount: 1 })]);
  expect(skills[0]?.lastUsedAt).toBeGreaterThan(0);
}, 60_000);
