import { startHttpServer } from '@mini-agent/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { cliCommand } from '../stdio-harness.ts';
import { frames, modernCall, modernHeaders, openSession, post, toolCall } from './http-harness.ts';

const clientCount = 50;
const callsOfEach = 20;

test('50 clients at once with 20 calls each: every answer is right and comes to who asked', async () => {
  const server = await startHttpServer(cliCommand([], { MINI_AGENT_METRICS: 'on' }));
  onTestFinished(async () => {
    await server.close();
  });
  const wrong: unknown[] = [];
  const client = async (number: number): Promise<void> => {
    const isModern = number % 2 === 1;
    const headers = isModern ? modernHeaders : await openSession(server);
    for (let id = 0; id < callsOfEach; id += 1) {
      const sum = number * 100 + id;
      const args = { task: `${sum}+1`, mode: 'rule' };
      const message = isModern ? modernCall(id, args, id) : toolCall(id, args, id);
      const all = await frames(await post(server, message, { headers }));
      const last = all.at(-1);
      const answer = String(last?.result?.structuredContent?.['answer']);
      if (last?.id !== id || !answer.endsWith(`Result: ${sum + 1}`)) wrong.push(last);
    }
    if (isModern) return;
    const ended = await fetch(server.url, { method: 'DELETE', headers });
    if (ended.status !== 200) wrong.push(ended.status);
  };
  await Promise.all(Array.from({ length: clientCount }, (_entry, index) => client(index)));
  expect(wrong).toEqual([]);
  const metrics = await (await server.fetch('/metrics')).text();
  const lines = metrics.split('\n');
  const done = clientCount * callsOfEach;
  expect(lines).toContain(`mini_agent_runs_total{mode="rule",outcome="completed"} ${done}`);
  expect(lines).toContain('mini_agent_runs_active 0');
  expect(lines).toContain('mini_agent_calls_open 0');
  expect(lines).toContain('mini_agent_sessions 0');
}, 120_000);
