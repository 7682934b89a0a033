import fc from 'fast-check';
import { secret } from '@mini-agent/foundation/secret';
import type { AgentEvent } from '@mini-agent/react-agent';
import { describe, expect, test } from 'vitest';
import {
  entryLines,
  liveLines,
  seconds,
  type LiveView,
} from '../../src/cli/display/display-lines.ts';
import { nextDisplay, startDisplay, type RunDisplay } from '../../src/cli/display/run-display.ts';
import { textWidth } from '../../src/cli/display/text-width.ts';

type Body = AgentEvent extends infer One
  ? One extends AgentEvent
    ? Omit<One, 'seq' | 'at' | 'runId'>
    : never
  : never;

function play(events: readonly (readonly [number, Body])[]): RunDisplay {
  let display = startDisplay(0);
  for (const [at, body] of events) {
    display = nextDisplay(display, { seq: 0, at, runId: 'run_1', ...body }, at);
  }
  return display;
}

const call = (id: string, name = 'calculator', value = { expression: '6*7' }) =>
  ({ id, name, arguments: { ok: true, value } }) as const;

const done = (callId: string, tries = 1) =>
  ({ callId, durationMs: 5, tries, ok: true, trusted: true, text: '42' }) as const;

const view: LiveView = {
  columns: 60,
  rows: 24,
  now: 2_000,
  language: 'en',
  style: { colours: false, unicode: true },
};

const lastingLines = (display: RunDisplay, change: Partial<LiveView> = {}): readonly string[] =>
  display.entries.flatMap((entry) => entryLines(entry, { ...view, ...change }));

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false };

describe('the live lines', () => {
  test('show a spinner with the time from the first moment', () => {
    expect(liveLines(startDisplay(0), { ...view, now: 0 })).toEqual(['⠋ working  0.0 s']);
    expect(liveLines(startDisplay(0), { ...view, now: 12_345 })).toEqual(['⠸ working  12 s']);
  });

  test('show which model call is under way, and the end of what it writes', () => {
    const display = play([
      [0, { type: 'model_started', turn: 2 }],
      [1, { type: 'model_event', event: { type: 'reasoning', delta: 'First I add.\n' } }],
      [2, { type: 'model_event', event: { type: 'text', delta: 'Then I multiply.' } }],
    ]);
    expect(liveLines(display, view)).toEqual([
      '⠋ thinking (2) First I add. Then I multiply.  2.0 s',
    ]);
  });

  test('show calls side by side with their own time, word and state', () => {
    const display = play([
      [0, { type: 'model_started', turn: 1 }],
      [100, { type: 'model_finished', turn: 1, usage, durationMs: 100 }],
      [200, { type: 'tool_started', call: call('c1') }],
      [1_000, { type: 'tool_started', call: call('c2', 'deep_research', { expression: 'x' }) }],
      [1_500, { type: 'tool_progress', callId: 'c2', message: '2 of 3 questions' }],
      [1_600, { type: 'approval_needed', call: call('c3', 'remember'), reason: 'repeated_call' }],
    ]);
    expect(liveLines(display, view)).toEqual([
      '▸ calculator {"expression":"6*7"}  1.8 s',
      '▸ deep_research - 2 of 3 questions  1.0 s',
      '? remember - waiting for approval  0.4 s',
      '⠋ calling tools  2.0 s',
    ]);
  });

  test('a call that was approved runs, and one that has ended is gone', () => {
    const display = play([
      [0, { type: 'approval_needed', call: call('c1', 'remember'), reason: 'untrusted_content' }],
      [500, { type: 'tool_started', call: call('c1', 'remember') }],
    ]);
    expect(liveLines(display, view)[0]).toBe('▸ remember {"expression":"6*7"}  1.5 s');
    const after = nextDisplay(
      display,
      { seq: 1, at: 1, runId: 'run_1', type: 'tool_finished', outcome: done('c1') },
      600,
    );
    expect(liveLines(after, view)).toEqual(['⠋ working  2.0 s']);
  });

  test('never need more rows than the terminal has', () => {
    const display = play(
      Array.from(
        { length: 40 },
        (_, at) => [0, { type: 'tool_started', call: call(`c${at}`) }] as const,
      ),
    );
    expect(liveLines(display, { ...view, rows: 6 })).toHaveLength(5);
    expect(liveLines(display, { ...view, rows: 1 })).toHaveLength(1);
    expect(liveLines(display, view)).toHaveLength(10);
  });

  test('are gone when the run is over', () => {
    const display = play([
      [0, { type: 'tool_started', call: call('c1') }],
      [1, { type: 'run_finished', outcome: 'aborted' }],
    ]);
    expect(liveLines(display, view)).toEqual([]);
  });

  test('are Chinese for a Chinese task, and ASCII where the terminal knows no more', () => {
    const display = play([
      [0, { type: 'model_started', turn: 1 }],
      [0, { type: 'approval_needed', call: call('c1', 'remember'), reason: 'repeated_call' }],
    ]);
    expect(liveLines(display, { ...view, language: 'zh' })).toEqual([
      '? remember - 等待批准  2.0 s',
      '⠋ 思考中（1）  2.0 s',
    ]);
    expect(liveLines(display, { ...view, style: { colours: false, unicode: false } })).toEqual([
      '? remember - waiting for approval  2.0 s',
      '| thinking (1)  2.0 s',
    ]);
  });
});

describe('the lines that stay', () => {
  const step = (change = {}): Body => ({
    type: 'step',
    step: {
      index: 1,
      turn: 1,
      thought: 'I need the product.',
      action: 'calculator',
      input: { expression: '6*7' },
      observation: 'Expression: 6*7\nResult: 42',
      durationMs: 40,
      ...change,
    },
  });

  test('a step has its thought, call, time and result', () => {
    expect(lastingLines(play([[0, step()]]))).toEqual([
      '  I need the product.',
      '✓ 1 calculator {"expression":"6*7"}  0.0 s',
      '  = Expression: 6*7 Result: 42',
    ]);
  });

  test('a failed one says so', () => {
    const display = play([
      [0, step({ thought: '', observation: '', error: 'timeout', input: {} })],
    ]);
    expect(lastingLines(display)).toEqual(['✗ 1 calculator  0.0 s', '  = timeout']);
  });

  test('the final answer is none of them: it goes to stdout', () => {
    const answer: Body = {
      type: 'step',
      step: { index: 2, turn: 2, thought: '', finalAnswer: '42', durationMs: 1 },
    };
    expect(lastingLines(play([[0, answer]]))).toEqual([]);
  });

  test('retries of model and tool, and falls', () => {
    const display = play([
      [0, { type: 'model_started', turn: 1 }],
      [1, { type: 'model_event', event: { type: 'retry', waitMs: 1_500, code: 'rate_limited' } }],
      [
        2,
        {
          type: 'model_event',
          event: {
            type: 'fallback',
            from: 'http',
            to: 'rule',
            provider: 'p',
            code: 'auth',
            reason: 'r',
          },
        },
      ],
      [3, { type: 'tool_started', call: call('c1') }],
      [4, { type: 'tool_finished', outcome: done('c1', 3) }],
    ]);
    expect(lastingLines(display)).toEqual([
      '↻ model: rate_limited, again in 1.5 s',
      '↻ http failed (auth), goes on with rule',
      '↻ calculator: 3 tries',
    ]);
    expect(lastingLines(display, { language: 'zh' })[1]).toBe(
      '↻ http 失败（auth），改用 rule 继续',
    );
  });

  test('hold no key and nothing that moves the cursor', () => {
    const key = secret('very-special-key');
    const observation = 'a\u001B[2Jb\u0007 very-special-key sk-abcdefghijklmnop \u202Ec';
    const text = lastingLines(play([[0, step({ observation })]]), { secrets: [key] }).join('\n');
    expect(text).toContain('a[2Jb [secret] [secret] c');
    expect(text).not.toMatch(/(?!\n)\p{C}/u);
  });

  test('are always one row each, whatever the texts and the width', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', '计', '👍', '👨‍👩‍👧', '\n', '\t', '\u001B', ' '),
    });
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.integer({ min: 1, max: 120 }),
        (thought, observation, columns) => {
          const display = play([
            [0, { type: 'model_started', turn: 1 }],
            [0, { type: 'model_event', event: { type: 'text', delta: thought } }],
            [0, { type: 'tool_started', call: call('c1', 'tool', { expression: observation }) }],
            [0, step({ thought, observation, input: { thought } })],
          ]);
          const wide = { columns, style: { colours: false, unicode: true } };
          for (const line of [
            ...lastingLines(display, wide),
            ...liveLines(display, { ...view, ...wide }),
          ]) {
            expect(textWidth(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
    );
  });
});

test.each([
  [0, '0.0 s'],
  [-5, '0.0 s'],
  [940, '0.9 s'],
  [9_999, '10.0 s'],
  [10_000, '10 s'],
  [59_900, '59 s'],
  [185_000, '3 min 5 s'],
])('%i ms is %s', (ms, text) => {
  expect(seconds(ms)).toBe(text);
});
