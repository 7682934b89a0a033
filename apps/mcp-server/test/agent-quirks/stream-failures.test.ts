import { describe, expect, test } from 'vitest';
import { call, calls, play, say, sse } from './harness.ts';

const named = (text: string, name: string): Readonly<Record<string, unknown>> => ({
  function: { name, arguments: text },
});

describe.concurrent('streams that fail, stall or come in pieces', () => {
  test.each([
    ['ab-025', sse([{ content: 'par' }, { error: { message: 'upstream died', code: 502 } }])],
    ['an error as text', sse([{ content: 'par' }, { error: 'upstream died' }], { done: false })],
    ['finish_reason error', sse([{ content: 'par' }, { finish_reason: 'error' }])],
    [
      'an error in the choice',
      sse([
        { choices: [{ delta: {}, error: { code: 502, message: 'x' }, finish_reason: 'error' }] },
      ]),
    ],
    ['no end', sse([{ content: 'par' }], { done: false })],
    [
      'no end behind a call',
      sse([{ tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}', 't') }] }], { done: false }),
    ],
    [
      'a broken event',
      {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: 'data: {"choices":[{"de\n\ndata: [DONE]\n\n',
      },
    ],
    ['nothing but the end mark', sse([])],
    ['nothing at all', sse([], { done: false })],
  ])('%s: what came is dropped and the request is sent again', async (_id, reply) => {
    const { result, requests, executed } = await play({ replies: [reply, say('complete')] });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'complete' });
    expect(requests).toHaveLength(2);
    expect(executed).toEqual([]);
  });

  test('ab-025: the code of an error in a stream is kept', async () => {
    const dying = sse([{ content: 'par' }, { error: { message: 'gone', code: 503 } }]);
    const { result } = await play({ replies: [dying, dying, dying] });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'transient' });
    expect(result.answer).toContain('503');
    expect(result.answer).not.toContain('par');
  });

  test('a quota error in a stream is not repeated', async () => {
    const { result, requests } = await play({
      replies: [sse([{ error: { message: 'no money', code: 'insufficient_quota' } }])],
    });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'quota' });
    expect(requests).toHaveLength(1);
  });

  test('a connection cut in the middle of a stream is tried again', async () => {
    const { result, executed } = await play({
      model: { stream: true },
      replies: [
        { tool_calls: [call('t', '{"n":1}')], fault: { kind: 'cut', afterEvents: 3 } },
        calls(call('t', '{"n":2}')),
        say('ok'),
      ],
    });
    expect(executed).toEqual([['t', { n: 2 }]]);
    expect(result.answer).toBe('ok');
  });

  test('bytes one by one, with characters of several bytes', async () => {
    const { result, executed } = await play({
      model: { stream: true },
      replies: [
        { tool_calls: [call('t', '{"文":"你好 😀"}')], fault: { kind: 'split', at: 'every-byte' } },
        { content: '答案是 4 😀', fault: { kind: 'split', at: 'every-byte' } },
      ],
    });
    expect(executed).toEqual([['t', { 文: '你好 😀' }]]);
    expect(result.answer).toBe('答案是 4 😀');
  });

  test('comments, events without data and other fields are passed over', async () => {
    const body = `: OPENROUTER PROCESSING\n\nevent: message\nid: 7\nretry: 10\ndata: {"choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}\n\n: ping\n\ndata:[DONE]\n\n`;
    const { result } = await play({
      replies: [
        { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body },
      ],
    });
    expect(result.answer).toBe('hello');
  });

  test('JSON where a stream was asked for is the reply', async () => {
    const { result, executed } = await play({
      model: { stream: true },
      replies: [
        { tool_calls: [call('t')], as_stream: false },
        { content: 'ok', as_stream: false },
      ],
    });
    expect(executed).toHaveLength(1);
    expect(result.answer).toBe('ok');
  });

  test.each([true, false])(
    'a stream that stalls ends by the idle limit (asked for: %s)',
    async (stream) => {
      const { result, elapsedMs } = await play({
        model: { stream, timeouts: { idleMs: 60 } },
        atEnd: async ({ requests }) => {
          await requests[0]?.whenAborted();
        },
        replies: [
          { content: 'never whole', as_stream: true, fault: { kind: 'stall', afterEvents: 2 } },
        ],
      });
      expect(result).toMatchObject({ outcome: 'error', errorCode: 'timeout' });
      expect(elapsedMs).toBeLessThan(2_000);
    },
  );

  test('a stream that keeps its line open after its end is finished', async () => {
    const { result, elapsedMs } = await play({
      model: { stream: true, timeouts: { idleMs: 80 } },
      replies: [{ content: 'whole', usage: null, fault: { kind: 'stall', afterEvents: 4 } }],
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'whole' });
    expect(elapsedMs).toBeLessThan(2_000);
  });

  test.each([
    ['a list', [1]],
    ['a number', 7],
    ['false', false],
  ])('%s as arguments is refused, not taken for nothing', async (_id, value) => {
    const { executed, observations } = await play({
      replies: [
        sse([{ tool_calls: [{ index: 0, id: 'a', function: { name: 't', arguments: value } }] }]),
        say('ok'),
      ],
    });
    expect(executed).toEqual([]);
    expect(observations[0]).toContain('invalid_arguments');
  });
});
