import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatModel, ChatRequest } from '@mini-agent/foundation/chat';
import { createScriptedModel, type ScriptedMessage } from '@mini-agent/llm-router';
import type { WorkflowResult } from '@mini-agent/workflow';
import { describe, expect, test } from 'vitest';
import { barrier, parsed, toolWorld } from './tool-world.ts';

/** A model that answers by the task, whatever the order of the calls. */
function modelBy(
  reply: (task: string, request: ChatRequest) => Promise<string | ScriptedMessage>,
): ChatModel {
  return {
    complete: async (request, options) => {
      const task = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
      return createScriptedModel([await reply(task, request)]).complete(request, options);
    },
  };
}

function resultOf(result: Parameters<typeof parsed>[0]): WorkflowResult {
  return parsed(result) as WorkflowResult;
}

const chain = [
  { id: 'a', label: 'First', task: 'calculate 6*7' },
  { id: 'b', task: 'calculate 2^10' },
];

describe('run_workflow with rules', () => {
  test.each([
    ['D-075: an array', chain],
    ['JSON text', JSON.stringify(chain)],
    ['JSON text in a fence', `\`\`\`json\n${JSON.stringify(chain)}\n\`\`\``],
  ])('%s of steps is run', async (_, steps) => {
    const { call, home } = toolWorld();
    const result = resultOf(await call('run_workflow', { steps }));
    expect(result).toMatchObject({
      success: true,
      totalDurationMs: expect.any(Number) as number,
      steps: [
        { id: 'a', label: 'First', state: 'done' },
        { id: 'b', label: 'b', state: 'done' },
      ],
    });
    const answers = result.steps.map((step) => step.result?.answer);
    expect(answers).toEqual(['Expression: 6*7\nResult: 42', 'Expression: 2^10\nResult: 1024']);
    expect(readdirSync(join(home, '.workflow', 'runs'))).toHaveLength(1);
  });

  test('D-072: twenty independent steps are twenty right results', async () => {
    const { call } = toolWorld();
    const steps = Array.from({ length: 20 }, (_, index) => ({
      id: `s${index}`,
      task: `calculate ${index}+1`,
    }));
    const result = resultOf(await call('run_workflow', { steps }));
    expect(result.success).toBe(true);
    for (const [index, step] of result.steps.entries()) {
      expect(step.result?.answer).toBe(`Expression: ${index}+1\nResult: ${index + 1}`);
    }
  });

  test('D-072: a step that rules do not understand, or that misses a part, is failed', async () => {
    const { call } = toolWorld();
    const steps = [
      { id: 'poem', task: 'write a poem about the sea' },
      { id: 'zero', task: 'calculate 1/0' },
      { id: 'after', task: 'calculate 1+1', dependsOn: ['poem'] },
    ];
    const result = resultOf(await call('run_workflow', { steps }));
    expect(result.success).toBe(false);
    expect(result.steps).toMatchObject([
      { state: 'failed', result: null },
      { state: 'failed', result: null },
      { state: 'blocked', result: null, error: 'blocked by poem' },
    ]);
    expect(result.steps[0]?.error).not.toBe('');
  });
});

describe('steps that cannot be run', () => {
  const b = { id: 'b', task: 'y' };
  test.each([
    [
      'T-wf-310',
      '[{"id":"a","task":"x","dependsOn":"b"},{"id":"b","task":"y"}]',
      /dependsOn.*array/,
    ],
    ['T-wf-311', '[{"id":"a","task":"x","dependsOn":5}]', /dependsOn.*array/],
    ['D-061', undefined, /steps.*array/],
    ['D-061', 5, /steps.*array/],
    ['D-061', '', /steps.*array/],
    ['D-061', '{"id":"a"}', /steps.*array/],
    ['D-061', 'not json', /steps.*JSON/],
    ['D-061', [], /at least one step/],
    ['D-061', [{ id: 'a' }], /task.*required/],
    ['D-061', [{ task: 'x' }], /id.*required/],
    ['D-061', [{ id: 'a', task: 'x', timeout: 0 }], /timeout/],
    ['D-061', [{ id: 'a', task: 'x', after: ['b'] }], /after/],
    ['a duplicate id', [b, b], /"b"/],
    ['an unknown dependency', [{ ...b, dependsOn: ['z'] }], /"z"/],
    [
      'a cycle',
      [
        { ...b, dependsOn: ['c'] },
        { id: 'c', task: 'z', dependsOn: ['b'] },
      ],
      /b -> c -> b|c -> b -> c/,
    ],
  ])('%s: %j is refused before anything is started', async (_, steps, message) => {
    const { call, direct, home } = toolWorld();
    await expect(call('run_workflow', { steps })).rejects.toThrow(message);
    const failure = direct('run_workflow', { steps });
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toHaveProperty('code');
    expect(readdirSync(home)).toEqual(['.env'].filter((name) => readdirSync(home).includes(name)));
  });
});

describe('run_workflow with a model', () => {
  test('hands the answers on to the steps behind, and D-081: without their marker', async () => {
    const model = modelBy((task) =>
      Promise.resolve(task.startsWith('Name') ? 'Final Answer: teal' : `about ${task}`),
    );
    const { call } = toolWorld({ model });
    const steps = [
      { id: 'pick', task: 'Name a colour' },
      { id: 'use', task: 'Praise it', dependsOn: ['pick'] },
    ];
    const result = resultOf(await call('run_workflow', { steps }));
    expect(result.steps[0]?.result?.answer).toBe('teal');
    expect(result.steps[1]?.result?.answer).toMatch(/^about Praise it[^]*teal/);
  });

  test('D-069: a step that starts a workflow is refused at once, and the step goes on', async () => {
    const seen: (readonly string[])[] = [];
    const model = modelBy((_, { messages, tools }) => {
      seen.push(tools.map(({ name }) => name));
      const answered = messages.find(({ role }) => role === 'tool');
      if (answered !== undefined) return Promise.resolve(`told: ${answered.content}`);
      const inner = { steps: [{ id: 'inner', task: 'x' }] };
      return Promise.resolve({ toolCalls: [{ name: 'run_workflow', arguments: inner }] });
    });
    const { call, manager } = toolWorld({ model });
    const result = resultOf(await call('run_workflow', { steps: [{ id: 'a', task: 'go' }] }));
    expect(result.success).toBe(true);
    expect(result.steps[0]?.result?.answer).toMatch(/told: .*There is no tool/);
    const pipelines = ['run_workflow', 'deep_research', 'research_pipeline'];
    for (const names of seen) for (const name of pipelines) expect(names).not.toContain(name);
    const inner = manager.getHistory().filter(({ name }) => name === 'run_workflow');
    expect(inner.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test.each([
    ['run_workflow', { steps: [{ id: 'a', task: 'x' }] }],
    ['deep_research', { question: 'What is it?' }],
    ['research_pipeline', { topic: 'What is it?' }],
  ])('D-069: %s is denied inside of a run, also with a model', async (name, args) => {
    const { call, direct, home } = toolWorld({ model: createScriptedModel([]) });
    await expect(direct(name, args, { depth: 1 })).rejects.toMatchObject({ code: 'denied' });
    // The manager does not even know them there.
    await expect(call(name, args, { depth: 1 })).rejects.toMatchObject({ code: 'unknown_tool' });
    expect(readdirSync(home)).not.toContain('.workflow');
  });

  test('D-077: three workflows at once do not wait for each other', async () => {
    const together = barrier(3);
    const model = modelBy(async () => {
      await together();
      return 'done';
    });
    const { call } = toolWorld({ model });
    const run = (id: string): Promise<unknown> =>
      call('run_workflow', { steps: [{ id, task: 'go' }] }).then(parsed);
    const results = await Promise.all(['a', 'b', 'c'].map(run));
    expect(results).toMatchObject([{ success: true }, { success: true }, { success: true }]);
  });

  test('D-077: more workflows than the manager has slots, whose steps call tools', async () => {
    const together = barrier(15);
    const model = modelBy(async (_, { messages }) => {
      if (messages.some(({ role }) => role === 'tool')) return 'done';
      await together();
      return { toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] };
    });
    const { call } = toolWorld({ model });
    const run = (_: unknown, index: number): Promise<unknown> =>
      call('run_workflow', { steps: [{ id: `s${index}`, task: 'go' }] }).then(parsed);
    const results = await Promise.all(Array.from({ length: 15 }, run));
    for (const result of results) expect(result).toMatchObject({ success: true });
  });

  test('D-071: a chain does not wait for a slow step beside it', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const order: string[] = [];
    const model = modelBy(async (task) => {
      const [name = ''] = task.split(/\s/);
      if (name === 'slow') await slow;
      if (name === 'f3') release();
      order.push(name);
      return name;
    });
    const { call } = toolWorld({ model });
    const steps = [
      { id: 'slow', task: 'slow' },
      { id: 'f1', task: 'f1' },
      { id: 'f2', task: 'f2', dependsOn: ['f1'] },
      { id: 'f3', task: 'f3', dependsOn: ['f2'] },
    ];
    expect(resultOf(await call('run_workflow', { steps })).success).toBe(true);
    expect(order).toEqual(['f1', 'f2', 'f3', 'slow']);
  });

  test('stops with its signal, and its steps with it', async () => {
    const controller = new AbortController();
    let stopped = false;
    const model: ChatModel = {
      complete: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('stopped'));
          });
          controller.abort();
        }),
    };
    const { call } = toolWorld({ model });
    const run = call(
      'run_workflow',
      { steps: [{ id: 'a', task: 'x' }] },
      { signal: controller.signal },
    );
    await expect(run).rejects.toHaveProperty('code');
    expect(stopped).toBe(true);
  });

  test('tells how far it is', async () => {
    const told: string[] = [];
    const { call } = toolWorld({ model: createScriptedModel(['one']) });
    await call(
      'run_workflow',
      { steps: [{ id: 'a', label: 'First', task: 'x' }] },
      { onProgress: ({ message }) => told.push(message) },
    );
    expect(told).toContain('First: running');
    expect(told).toContain('First: done');
  });
});
