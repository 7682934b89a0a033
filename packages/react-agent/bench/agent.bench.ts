import { createAgent } from '@mini-agent/react-agent';
import type {
  ChatModel,
  ChatRequest,
  ChatResponse,
  ToolOutcome,
  ToolRunner,
} from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { bench, describe } from 'vitest';

/** A model without cost, so that what is measured is the loop: `turns` rounds of `calls` calls, then an answer. */
function model(turns: number, calls: number): ChatModel {
  return { complete: (request) => Promise.resolve(reply(request, turns, calls)) };
}

function reply({ step }: ChatRequest, turns: number, calls: number): ChatResponse {
  const toolCalls = Array.from({ length: step < turns ? calls : 0 }, (_, index) => ({
    id: `r${index + 1}`,
    name: 'calculator',
    arguments: { ok: true, value: { expression: `${step} + ${index}` } } as const,
  }));
  return {
    message: { role: 'assistant', content: toolCalls.length > 0 ? '' : '4', toolCalls },
    finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false },
    mode: 'rule',
    provider: '',
    model: 'rules',
    fallbacks: [],
  };
}

const descriptor: ToolDescriptor = {
  name: 'calculator',
  title: 'Calculator',
  description: 'Works out an expression.',
  inputSchema: { type: 'object', properties: { expression: { type: 'string' } } },
  annotations: {
    readOnly: true,
    idempotent: true,
    openWorld: false,
    destructive: false,
    untrustedOutput: false,
  },
  polling: false,
};

function tools(text: string): ToolRunner {
  const list = [descriptor];
  return {
    list: () => Promise.resolve(list),
    call: ({ id }): Promise<ToolOutcome> =>
      Promise.resolve({ callId: id, ok: true, trusted: true, text, durationMs: 0, tries: 1 }),
  };
}

const task = 'Calculate 2 + 2';
const short = tools('Expression: 2 + 2\nResult: 4');
const long = tools('x'.repeat(100_000));
const limits = { maxTurns: 60 };

describe('the overhead of the loop', () => {
  const rules = createAgent({ model: model(1, 1), tools: short });
  bench('2 model calls, 1 tool call', async () => {
    await rules.run(task);
  });

  const saved = createAgent({ model: model(1, 1), tools: short });
  bench('the same with events and saved states', async () => {
    await saved.run(task, { onEvent: () => undefined, onState: () => undefined });
  });

  const wide = createAgent({ model: model(1, 50), tools: short });
  bench('50 calls in one turn', async () => {
    await wide.run(task, { onState: () => undefined });
  });

  const ten = createAgent({ model: model(10, 1), tools: short, limits });
  bench('10 turns', async () => {
    await ten.run(task, { onState: () => undefined });
  });

  const fifty = createAgent({ model: model(50, 1), tools: short, limits });
  bench('50 turns', async () => {
    await fifty.run(task, { onState: () => undefined });
  });

  const heavy = createAgent({ model: model(50, 1), tools: long, limits });
  bench('50 turns of 100,000 characters each', async () => {
    await heavy.run(task, { onState: () => undefined });
  });
});
