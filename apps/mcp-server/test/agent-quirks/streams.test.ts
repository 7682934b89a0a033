import { describe, expect, test } from 'vitest';
import type { ScriptedReply } from '@mini-agent/testkit';
import { call, calls, messagesOf, play, say, sse } from './harness.ts';

type Delta = Readonly<Record<string, unknown>>;
const args = (text: string): Delta => ({ function: { arguments: text } });
const named = (text: string, name = 'read'): Delta => ({ function: { name, arguments: text } });

/** Chunks of one reply, and the calls they mean. */
const assembled: readonly (readonly [string, readonly Delta[], readonly unknown[]])[] = [
  [
    'ab-016',
    [
      { tool_calls: [{ index: 0, id: 'c1', ...named('') }] },
      { tool_calls: [{ index: 0, ...args('{"p":1}') }] },
      { finish_reason: 'stop' },
    ],
    [{ p: 1 }],
  ],
  [
    'ab-017',
    [
      { tool_calls: [{ index: 0, ...named('{"p":') }] },
      { tool_calls: [{ index: 0, ...args('1}') }] },
      { finish_reason: 'tool_calls' },
    ],
    [{ p: 1 }],
  ],
  [
    'ab-018',
    [{ tool_calls: [{ id: 'c1', ...named('{"p":') }] }, { tool_calls: [args('1}')] }],
    [{ p: 1 }],
  ],
  [
    'ab-019',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
      { tool_calls: [{ index: 0, id: 'b', ...named('{"p":2}') }] },
    ],
    [{ p: 1 }, { p: 2 }],
  ],
  [
    'ab-020',
    [
      {
        tool_calls: [
          { id: 'a', ...named('{"p":1}') },
          { id: 'b', ...named('{"p":2}') },
        ],
      },
    ],
    [{ p: 1 }, { p: 2 }],
  ],
  [
    'ab-021',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('') }] },
      { tool_calls: [{ index: 0, ...args('{"p"') }] },
      { tool_calls: [{ index: 0, ...args(':1}') }] },
    ],
    [{ p: 1 }],
  ],
  [
    'ab-022',
    [
      { tool_calls: [{ index: 0, id: 'a' }] },
      { tool_calls: [{ index: 0, function: { name: 'read' } }] },
      { tool_calls: [{ index: 0, ...args('{"p":1}') }] },
    ],
    [{ p: 1 }],
  ],
  [
    'ab-023',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
      { tool_calls: [{ index: 0, ...args(' ') }] },
      { finish_reason: 'tool_calls' },
    ],
    [{ p: 1 }],
  ],
  [
    'interleaved',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
      { tool_calls: [{ index: 1, id: 'b', ...named('{"p"') }] },
      { tool_calls: [{ index: 0, ...args(':1}') }] },
      { tool_calls: [{ index: 1, ...args(':2}') }] },
    ],
    [{ p: 1 }, { p: 2 }],
  ],
  [
    'the id again in each delta',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
      { tool_calls: [{ index: 0, id: 'a', ...args(':1}') }] },
    ],
    [{ p: 1 }],
  ],
  [
    'the id and the name again in each delta',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
      { tool_calls: [{ index: 0, id: 'a', ...named(':1}') }] },
    ],
    [{ p: 1 }],
  ],
  [
    'empty ids in later deltas',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
      { tool_calls: [{ index: 0, id: '', function: { name: '', arguments: ':1}' } }] },
    ],
    [{ p: 1 }],
  ],
  [
    'null ids and names in later deltas',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p"') }] },
      { tool_calls: [{ index: 0, id: null, function: { name: null, arguments: ':1}' } }] },
    ],
    [{ p: 1 }],
  ],
  [
    'two whole calls, all at index 0, without ids',
    [
      { tool_calls: [{ index: 0, ...named('{"p":1}') }] },
      { tool_calls: [{ index: 0, ...named('{"p":2}') }] },
    ],
    [{ p: 1 }, { p: 2 }],
  ],
  [
    'two equal calls at index 0',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
      { tool_calls: [{ index: 0, id: 'b', ...named('{"p":1}') }] },
    ],
    [{ p: 1 }, { p: 1 }],
  ],
  [
    'a new id at a used index, in pieces',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
      { tool_calls: [{ index: 0, id: 'b', ...named('') }] },
      { tool_calls: [{ index: 0, ...args('{"p"') }] },
      { tool_calls: [{ index: 0, ...args(':2}') }] },
    ],
    [{ p: 1 }, { p: 2 }],
  ],
  [
    'a new id at a used index, the first without arguments',
    [
      { tool_calls: [{ index: 0, id: 'a', ...named('') }] },
      { tool_calls: [{ index: 0, id: 'b', ...named('{"p":2}') }] },
    ],
    [{}, { p: 2 }],
  ],
  [
    'no index, no id, two in one chunk',
    [{ tool_calls: [named('{"p":1}'), named('{"p":2}')] }],
    [{ p: 1 }, { p: 2 }],
  ],
  [
    'indices that begin at 1',
    [{ tool_calls: [{ index: 1, id: 'a', ...named('{"p":1}') }] }],
    [{ p: 1 }],
  ],
  [
    'an index as text',
    [
      { tool_calls: [{ index: '0', id: 'a', ...named('{"p"') }] },
      { tool_calls: [{ index: '0', ...args(':1}') }] },
    ],
    [{ p: 1 }],
  ],
  [
    'a call as one object',
    [{ tool_calls: { index: 0, id: 'a', ...named('{"p":1}') } }],
    [{ p: 1 }],
  ],
  [
    'arguments as an object',
    [{ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: { p: 1 } } }] }],
    [{ p: 1 }],
  ],
  [
    'null arguments first',
    [
      { tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: null } }] },
      { tool_calls: [{ index: 0, ...args('{"p":1}') }] },
    ],
    [{ p: 1 }],
  ],
  [
    'the name in pieces',
    [
      { tool_calls: [{ index: 0, id: 'a', function: { name: 're' } }] },
      { tool_calls: [{ index: 0, function: { name: 'ad', arguments: '{"p":1}' } }] },
    ],
    [{ p: 1 }],
  ],
  [
    'the id last',
    [
      { tool_calls: [{ index: 0, ...named('{"p":1}') }] },
      { tool_calls: [{ index: 0, id: 'late' }] },
    ],
    [{ p: 1 }],
  ],
  [
    'text before the call',
    [
      { content: 'Let me see' },
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
      { finish_reason: 'tool_calls' },
    ],
    [{ p: 1 }],
  ],
  [
    'a whole message in the last chunk',
    [
      {
        choices: [
          {
            index: 0,
            message: { role: 'assistant', tool_calls: [{ id: 'a', ...named('{"p":1}') }] },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ],
    [{ p: 1 }],
  ],
  [
    'a chunk with null choices and a null delta',
    [
      { choices: null },
      { choices: [{ index: 0, delta: null, finish_reason: null }] },
      { tool_calls: [{ index: 0, id: 'a', ...named('{"p":1}') }] },
      { choices: [], usage: null },
    ],
    [{ p: 1 }],
  ],
];

describe.concurrent('streams', () => {
  for (const [id, chunks, wanted] of assembled) {
    test.each([
      ['sent unasked', sse(chunks), {}],
      ['asked for', { chunks } satisfies ScriptedReply, { stream: true }],
      ['under a JSON content type', sse(chunks, { type: 'application/json' }), {}],
      ['with CRLF', sse(chunks, { separator: '\r\n\r\n' }), {}],
    ])(`${id}, %s`, async (_form, reply, model) => {
      const { executed, result, requests } = await play({
        tools: { read: 'fine' },
        model,
        replies: [reply, say('ok')],
      });
      expect(executed).toEqual(wanted.map((value) => ['read', value]));
      expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
      const ids = messagesOf(requests[1], 'tool').map((message) => message.tool_call_id);
      expect(ids).toHaveLength(wanted.length);
    });
  }

  test('ab-017: a call without id gets one that stays', async () => {
    const { requests } = await play({
      tools: { read: 'fine' },
      replies: [
        sse([{ tool_calls: [{ index: 0, ...named('{"p":1}') }] }, { finish_reason: 'tool_calls' }]),
        calls(call('read', '{"p":2}', '')),
        say('ok'),
      ],
    });
    const [first] = messagesOf(requests[1], 'tool');
    expect(messagesOf(requests[2], 'tool')[0]?.tool_call_id).toBe(first?.tool_call_id);
  });

  test.each([
    [
      'ab-024',
      [{ role: '', content: 'he' }, { role: '', content: 'llo' }, { finish_reason: 'stop' }],
    ],
    [
      'null content',
      [
        { role: 'assistant', content: null },
        { content: 'hello' },
        { content: null, finish_reason: 'stop' },
      ],
    ],
    [
      'parts',
      [
        { content: [{ type: 'text', text: 'hel' }] },
        { content: [{ type: 'text', text: 'lo' }] },
        { finish_reason: 'stop' },
      ],
    ],
    ['null delta', [{ content: 'hello' }, { choices: [{ delta: null, finish_reason: 'stop' }] }]],
    [
      'an empty model',
      [{ model: '', choices: [] }, { content: 'hello' }, { finish_reason: 'stop' }],
    ],
    [
      'thinking apart',
      [{ reasoning_content: 'hm' }, { content: 'hello' }, { finish_reason: 'stop' }],
    ],
    [
      'thinking inside',
      [
        { content: '<thi' },
        { content: 'nk>hm</th' },
        { content: 'ink>hello' },
        { finish_reason: 'stop' },
      ],
    ],
    [
      'a second choice',
      [
        {
          choices: [
            { index: 1, delta: { content: 'other' } },
            { index: 0, delta: { content: 'hello' } },
          ],
        },
        { finish_reason: 'stop' },
      ],
    ],
  ])('%s: text is put together', async (_id, chunks) => {
    for (const [reply, model] of [
      [sse(chunks), {}],
      [{ chunks }, { stream: true }],
    ] as const) {
      const { result } = await play({ model, replies: [reply] });
      expect(result).toMatchObject({ outcome: 'completed', answer: 'hello' });
    }
  });

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
});
