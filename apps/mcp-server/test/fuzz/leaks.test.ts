import { getEventListeners } from 'node:events';
import { coreTools } from '@mini-agent/core-tools';
import { createHttpModel, createRouter } from '@mini-agent/llm-router';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import { createAgent } from '@mini-agent/react-agent';
import { startModelServer, type ScriptedToolCall } from '@mini-agent/testkit';
import { createToolManager } from '@mini-agent/tool-manager';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';

const runs = 300;
const atOnce = 15;

const timers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it(`${runs} runs, cancelled at all kinds of points, leave no timer and no listener behind`, async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const server = await startModelServer(({ body }) => {
    const isAnswer = body.messages.filter(({ role }) => role === 'tool').length > 2;
    if (isAnswer) return { content: 'done' };
    const call = (name: string, input: object): ScriptedToolCall => ({
      name,
      arguments: JSON.stringify(input),
    });
    return {
      tool_calls: [
        call('calculator', { expression: `${body.messages.length} + 2` }),
        call('text_stats', { text: 'one 二' }),
      ],
    };
  });
  onTestFinished(() => server.close());
  const manager = createToolManager({ tools: coreTools });
  const http = createHttpModel({ baseUrl: server.url, model: 'm' });
  const rules = createRuleModel({ intents: ruleIntents, help: ruleHelp });
  const agent = createAgent({
    model: createRouter({ models: [{ mode: 'http', provider: 'p', model: http }] }),
    tools: manager,
  });
  const ruleAgent = createAgent({ model: rules, tools: manager });
  // Signals of a program that runs for months.
  const service = new AbortController();
  const suspend = new AbortController();
  const before = timers();
  const oneRun = async (number: number): Promise<void> => {
    const controller = new AbortController();
    const cancelAt = number % 3 === 0 ? 1 + ((number / 3) % 20) : 0;
    const { answer } = await (number % 5 === 0 ? ruleAgent : agent).run('What is 2 + 2?', {
      signal: cancelAt > 0 ? controller.signal : service.signal,
      suspend: suspend.signal,
      onEvent: ({ seq }) => {
        if (seq === cancelAt) controller.abort();
      },
    });
    expect(answer).not.toBe('');
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next; number < runs; number = next) {
      next += 1;
      await oneRun(number);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(getEventListeners(service.signal, 'abort')).toHaveLength(0);
  expect(getEventListeners(suspend.signal, 'abort')).toHaveLength(0);
  // Calls that were cut off may still be on their way out.
  await vi.waitUntil(() => manager.stats().running === 0 && timers() <= before, 5_000);
  expect(manager.stats()).toMatchObject({ queued: 0, busy: [] });
  expect(warnings).toEqual([]);
}, 60_000);
