import type { ChatMessage, ChatRequest, ToolOutcome } from '@mini-agent/foundation/chat';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { createRuleModel } from '../../src/rules/index.ts';
import { echoIntent, wordIntent } from './toy-intents.ts';

const model = createRuleModel({
  intents: [wordIntent('a', 'b', '甲'), echoIntent],
  help: { en: 'Ask for a or b.', zh: '可以说甲。' },
});
const { signal } = new AbortController();

function request(
  messages: readonly ChatMessage[],
  language: ChatRequest['language'] = 'en',
): ChatRequest {
  return {
    messages,
    tools: [],
    toolChoice: 'auto',
    language,
    purpose: 'step',
    runId: 'r',
    step: 0,
  };
}

const user = (content: string): ChatMessage => ({ role: 'user', content });

function outcome(callId: string, result: { text: string } | { message: string }): ToolOutcome {
  const common = { callId, durationMs: 0, tries: 1 };
  return 'text' in result
    ? { ...common, ok: true, trusted: true, text: result.text }
    : { ...common, ok: false, code: 'tool_error', message: result.message, retry: false };
}

/** The conversation after the model's calls for `task` ended like this. */
async function after(
  task: string,
  ...results: readonly ({ text: string } | { message: string })[]
): Promise<readonly ChatMessage[]> {
  const { message } = await model.complete(request([user(task)]), { signal });
  const tools = message.toolCalls.map(({ id, name }, index): ChatMessage => ({
    role: 'tool',
    callId: id,
    name,
    content: 'fenced',
    outcome: outcome(id, results[index] ?? { text: '' }),
  }));
  return [user(task), message, ...tools];
}

describe('the rule model', () => {
  test('asks for the calls of every part, without using a token', async () => {
    const response = await model.complete(request([user('a and b')]), { signal });
    expect(response).toMatchObject({
      finish: 'tool_calls',
      mode: 'rule',
      provider: '',
      model: 'rules',
      usage: { totalTokens: 0, estimated: false },
      fallbacks: [],
    });
    expect(response.message.toolCalls.map(({ id, name }) => [id, name])).toEqual([
      ['r1', 'a'],
      ['r2', 'b'],
    ]);
  });

  test('answers from the raw outcomes, in the order of the task', async () => {
    const response = await model.complete(
      request(await after('a and b', { text: 'A' }, { text: 'B' })),
      { signal },
    );
    expect(response.message.content).toBe('A\nB');
    expect(response.finish).toBe('stop');
    expect(response.errorCode).toBeUndefined();
  });

  test('reports a failed part and keeps the others', async () => {
    const response = await model.complete(
      request(await after('a and b', { message: 'broken' }, { text: 'B' })),
      { signal },
    );
    expect(response.errorCode).toBe('part_failed');
    expect(response.message.content).toBe('This part could not be done ("a"): broken\nB');
  });

  test.each([
    ['en', /^I couldn't[\s\S]*Ask for a or b\.$/],
    ['ja', /^I couldn't[\s\S]*Ask for a or b\.$/],
    ['zh', /^规则模式无法[\s\S]*可以说甲。$/],
  ] as const)('declines in %s', async (language, text) => {
    const response = await model.complete(request([user('x')], language), { signal });
    expect(response.errorCode).toBe('rule_abstained');
    expect(response.message.content).toMatch(text);
    expect(response.message.toolCalls).toEqual([]);
  });

  test('declines a conversation without a task', async () => {
    expect((await model.complete(request([]), { signal })).errorCode).toBe('rule_abstained');
  });

  test('rejects with its own error when the run was stopped', async () => {
    const stopped = model.complete(request([user('a')]), { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow(ModelError);
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  });
});
