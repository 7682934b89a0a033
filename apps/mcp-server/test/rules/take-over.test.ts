import type { ChatMessage, ChatRequest, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { expect, test } from 'vitest';
import { requestFor, ruleModel } from './run-task.ts';

const { signal } = new AbortController();

function called(id: string, name: string, value: JsonObject): ChatMessage {
  return {
    role: 'assistant',
    content: '',
    toolCalls: [{ id, name, arguments: { ok: true, value } }],
  };
}

function finished(id: string, name: string, text: string): ChatMessage {
  const outcome: ToolOutcome = {
    callId: id,
    durationMs: 1,
    tries: 1,
    ok: true,
    trusted: true,
    text,
  };
  return { role: 'tool', callId: id, name, content: text, outcome };
}

const task = 'calculate 2+2 and generate a uuid';
const user: ChatMessage = { role: 'user', content: task };

async function complete(messages: readonly ChatMessage[], change: Partial<ChatRequest> = {}) {
  return ruleModel().complete({ ...requestFor(messages, task), ...change }, { signal });
}

test('a call that another model finished is not made again; only what is missing is asked for', async () => {
  const response = await complete([
    user,
    called('c1', 'calculator', { expression: '2 + 2' }),
    finished('c1', 'calculator', 'Expression: 2 + 2\nResult: 4'),
  ]);
  expect(response.finish).toBe('tool_calls');
  expect(response.message.toolCalls).toEqual([
    { id: 'r1', name: 'random_gen', arguments: { ok: true, value: { operation: 'uuid' } } },
  ]);
});

test('with every call finished, the outcomes become the answer in the order of the task', async () => {
  const response = await complete([
    user,
    called('c1', 'random_gen', { operation: 'uuid' }),
    finished('c1', 'random_gen', 'UUID v4: x'),
    called('c2', 'calculator', { expression: '2+2' }),
    finished('c2', 'calculator', 'Expression: 2+2\nResult: 4'),
  ]);
  expect(response.finish).toBe('stop');
  expect(response.message.content).toBe('Expression: 2+2\nResult: 4\nUUID v4: x');
});

test('where another model called the same tool with something else, nothing is called and what was found is told', async () => {
  const response = await complete([
    user,
    called('c1', 'calculator', { expression: '4*1' }),
    finished('c1', 'calculator', 'Expression: 4*1\nResult: 4'),
  ]);
  expect(response.errorCode).toBe('rule_abstained');
  expect(response.message.content).toContain('Found so far:\nExpression: 4*1\nResult: 4');
});

test('only the last task counts, and only what came after it', async () => {
  const response = await complete([
    { role: 'user', content: 'generate a uuid' },
    called('c1', 'random_gen', { operation: 'uuid' }),
    finished('c1', 'random_gen', 'UUID v4: old'),
    { role: 'assistant', content: 'UUID v4: old', toolCalls: [] },
    { role: 'user', content: 'generate a uuid' },
  ]);
  expect(response.message.toolCalls).toHaveLength(1);
});

test('without the tool on offer, or where no call may be made, nothing is called', async () => {
  const annotations = {
    readOnly: true,
    idempotent: true,
    openWorld: false,
    destructive: false,
    untrustedOutput: false,
  };
  const other = {
    name: 'other',
    title: '',
    description: '',
    inputSchema: {},
    annotations,
    polling: false,
  };
  expect((await complete([user], { tools: [other] })).errorCode).toBe('rule_abstained');
  expect((await complete([user], { toolChoice: 'none' })).errorCode).toBe('part_failed');
});

test('the plan is still carried out in the last turn of a run', async () => {
  const last = await complete([user], { purpose: 'final', toolChoice: 'none' });
  expect(last.message.toolCalls).toHaveLength(2);
});

test('a plan or a report is never written by rules', async () => {
  const prompt: ChatMessage = { role: 'user', content: 'calculate 3-5' };
  for (const purpose of ['plan', 'write', 'compact'] as const) {
    expect((await complete([prompt], { purpose })).errorCode).toBe('rule_abstained');
  }
});
