// What the agent loop costs by itself: a model and tools that answer at once.
import { createAgent } from '@mini-agent/react-agent';

import { compareAsync } from '../measure.mjs';
import { duration } from '../report.mjs';

const TASK = 'Calculate 2 + 2';

export async function benchAgent(report) {
  const short = tools('Expression: 2 + 2\nResult: 4');
  const long = tools('x'.repeat(100_000));
  const watched = { onEvent: () => undefined, onState: () => undefined };
  const runs = {
    '2 model calls, 1 tool call': run({ turns: 1, calls: 1 }, short),
    'the same with events and saved states': run({ turns: 1, calls: 1 }, short, watched),
    '50 calls in one turn': run({ turns: 1, calls: 50 }, short, watched),
    '10 turns': run({ turns: 10, calls: 1 }, short, watched),
    '50 turns': run({ turns: 50, calls: 1 }, short, watched),
    '50 turns with 100,000 characters each': run({ turns: 50, calls: 1 }, long, watched),
  };
  const times = await compareAsync(runs);
  report.table(
    'Agent loop, CPU time without model and tool',
    ['run', 'cost'],
    Object.entries(times).map(([name, nanoseconds]) => [name, duration(nanoseconds)]),
  );
}

function run(script, runner, options) {
  const agent = createAgent({ model: model(script), tools: runner, limits: { maxTurns: 60 } });
  return () => agent.run(TASK, options);
}

/** A model that asks for `calls` calls in each of `turns` turns, then answers. */
function model({ turns, calls }) {
  return {
    complete: ({ step }) => {
      const toolCalls = Array.from({ length: step < turns ? calls : 0 }, (_, index) => ({
        id: `r${index + 1}`,
        name: 'calculator',
        arguments: { ok: true, value: { expression: `${step} + ${index}` } },
      }));
      return Promise.resolve({
        message: { role: 'assistant', content: toolCalls.length > 0 ? '' : '4', toolCalls },
        finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false },
        mode: 'rule',
        provider: '',
        model: 'rules',
        fallbacks: [],
      });
    },
  };
}

function tools(text) {
  const descriptor = {
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
  return {
    list: () => Promise.resolve([descriptor]),
    call: ({ id }) =>
      Promise.resolve({ callId: id, ok: true, trusted: true, text, durationMs: 0, tries: 1 }),
  };
}
