import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '@mini-agent/foundation/chat';
import { call, calls, completion, messagesOf, play, refuse, say } from './harness.ts';

describe.concurrent('reasoning goes back', () => {
  const lacks = {
    status: 400,
    body: { error: { message: 'assistant turn lacks reasoning_content' } },
    headers: {},
  };

  test.each([
    ['ab-052', { reasoning_content: 'R' }, { 'assistant.reasoning_content': 'R' }],
    ['reasoning', { reasoning: 'R' }, { 'assistant.reasoning': 'R' }],
    [
      'ab-054',
      { reasoning: 'r', reasoning_details: [{ type: 'reasoning.encrypted', data: 'E' }] },
      { 'assistant.reasoning_details[0].data': 'E' },
    ],
    ['an unknown field', { thought_state: { blob: 'B' } }, { 'assistant.thought_state.blob': 'B' }],
    [
      'provider fields',
      { provider_specific_fields: { signature: 'S' } },
      { 'assistant.provider_specific_fields.signature': 'S' },
    ],
  ])('%s: verbatim, on turns with calls', async (_id, fields, expected) => {
    for (const stream of [false, true]) {
      const { result, requests } = await play({
        model: { stream },
        replies: [
          { ...calls(call('t')), ...fields },
          { expect_request: expected, reply: say('4'), otherwise: lacks },
        ],
      });
      expect(result).toMatchObject({ outcome: 'completed', answer: '4' });
      expect(requests).toHaveLength(2);
    }
  });

  test('ab-052: for every turn of a longer run', async () => {
    const { requests } = await play({
      replies: [
        { ...calls(call('t', '{"n":1}')), reasoning_content: 'R1' },
        { ...calls(call('t', '{"n":2}', 'c2')), reasoning_content: 'R2' },
        say('ok'),
      ],
    });
    expect(
      messagesOf(requests[2], 'assistant').map((message) => message['reasoning_content']),
    ).toEqual(['R1', 'R2']);
  });

  const plain: readonly ChatMessage[] = [
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: 'b',
      toolCalls: [],
      reasoning: 'R',
      opaque: { provider: 'default', model: 'quirky-model', fields: { reasoning_content: 'R' } },
    },
  ];
  test('ab-053: not on plain turns', async () => {
    const { result, requests } = await play({
      tools: {},
      run: { history: plain },
      replies: [
        {
          expect_request: { lacks: 'reasoning_content' },
          reply: say('ok'),
          otherwise: refuse(400, { error: { message: 'field reasoning_content is not accepted' } }),
        },
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(1);
  });

  test('ab-053: a refusal that names the field turns the rule round, once', async () => {
    const refusal = refuse(400, { error: { message: 'field reasoning_content is not accepted' } });
    const { result, requests } = await play({
      replies: [
        { ...calls(call('t')), reasoning_content: 'R' },
        {
          expect_request: { lacks: 'reasoning_content' },
          reply: say('ok'),
          otherwise: refusal,
        },
        {
          expect_request: { lacks: 'reasoning_content' },
          reply: say('ok'),
          otherwise: refusal,
        },
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
  });

  test.each([
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
  ])('%s: it is then sent on every turn', async (message) => {
    const { result } = await play({
      run: { history: plain },
      replies: Array.from({ length: 2 }, () => ({
        expect_request: { 'assistant.reasoning_content': 'R' },
        reply: say('ok'),
        otherwise: refuse(400, { error: { message } }),
      })),
    });
    expect(result.answer).toBe('ok');
  });

  test('ab-055: extra content of a call goes back with it', async () => {
    for (const stream of [false, true]) {
      const { result } = await play({
        model: { stream },
        replies: [
          calls({ ...call('t'), extra_content: { google: { thought_signature: 'S' } } }),
          {
            expect_request: { 'tool_calls[0].extra_content.google.thought_signature': 'S' },
            reply: say('4'),
            otherwise: refuse(400, [
              { error: { code: 400, message: 'missing thought_signature' } },
            ]),
          },
        ],
      });
      expect(result.answer).toBe('4');
    }
  });

  test('ab-055: also when it comes in a trailing delta without index', async () => {
    const { result } = await play({
      model: { stream: true },
      replies: [
        {
          chunks: [
            { tool_calls: [{ index: 0, id: 'c1', function: { name: 't', arguments: '{}' } }] },
            { tool_calls: [{ extra_content: { google: { thought_signature: 'S' } } }] },
            { finish_reason: 'stop' },
          ],
        },
        {
          expect_request: { 'tool_calls[0].extra_content.google.thought_signature': 'S' },
          reply: say('4'),
        },
      ],
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: '4' });
  });

  test('ab-054, ab-055: another provider or model never sees any of it', async () => {
    const { requests } = await play({
      run: {
        history: [
          { role: 'user', content: 'x' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [
              {
                id: 'c1',
                name: 't',
                arguments: { ok: true, value: {} },
                opaque: {
                  provider: 'other',
                  model: 'm',
                  fields: { id: 'foreign', extra_content: 'S' },
                },
              },
            ],
            opaque: {
              provider: 'other',
              model: 'm',
              fields: { reasoning_details: ['E'], reasoning_content: 'R' },
            },
          },
          {
            role: 'tool',
            callId: 'c1',
            name: 't',
            content: '1',
            outcome: { callId: 'c1', ok: true, trusted: true, text: '1', durationMs: 1, tries: 1 },
          },
          { role: 'assistant', content: 'one', toolCalls: [] },
        ],
      },
      replies: [say('ok')],
    });
    const text = JSON.stringify(requests[0]?.body);
    for (const name of ['extra_content', 'reasoning_details', 'reasoning_content', 'foreign']) {
      expect(text).not.toContain(name);
    }
  });

  test('an echoed field that is refused is left out', async () => {
    const { result, requests } = await play({
      replies: [
        { ...calls(call('t')), provider_note: 'x' },
        {
          expect_request: { lacks: 'provider_note' },
          reply: say('ok'),
          otherwise: refuse(400, {
            error: {
              message:
                "Additional properties are not allowed ('provider_note' was unexpected) - 'messages.1'",
            },
          }),
        },
        say('ok'),
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
  });

  test('fields that every reply carries are not sent back', async () => {
    const { requests } = await play({
      replies: [
        completion({
          role: 'assistant',
          content: null,
          refusal: null,
          annotations: [],
          audio: null,
          function_call: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 't', arguments: '{}' } }],
        }),
        say('ok'),
      ],
    });
    expect(Object.keys(messagesOf(requests[1], 'assistant')[0] ?? {}).sort()).toEqual([
      'content',
      'role',
      'tool_calls',
    ]);
  });
});
