import { describe, expect, test } from 'vitest';
import type { ScriptedReply } from '@mini-agent/testkit';
import { call, calls, messagesOf, play, say, sse } from './harness.ts';
import { assembledCalls, named } from './stream-cases.ts';

describe.concurrent('streams', () => {
  for (const [id, chunks, wanted] of assembledCalls) {
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
});
