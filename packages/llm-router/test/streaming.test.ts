import type { ModelEvent } from '@mini-agent/foundation/chat';
import type { ScriptedReply } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import type { LoopResult } from './support/mini-loop.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

type Chunk = Readonly<Record<string, unknown>>;

function delta(index: number | undefined, id: string | undefined, body: object | undefined): Chunk {
  const entries = Object.entries({ index, id, function: body });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const calls = (...items: readonly Chunk[]): Chunk => ({ tool_calls: items });

async function play(
  chunks: readonly Chunk[],
  ...more: readonly ScriptedReply[]
): Promise<LoopResult> {
  const { model } = await startEndpoint([{ chunks }, ...more, ok], { stream: true });
  return runLoop(model, { tools: [tool('read'), tool('pay')] });
}

const read1 = { name: 'read', arguments: { p: 1 } };
const read2 = { name: 'read', arguments: { p: 2 } };

describe('assembling calls', () => {
  it.each([
    {
      id: 'ab-016',
      chunks: [
        calls(delta(0, 'c1', { name: 'read', arguments: '' })),
        calls(delta(0, undefined, { arguments: '{"p":1}' })),
        { finish_reason: 'stop' },
      ],
      ran: [read1],
    },
    {
      id: 'ab-017 (index without id)',
      chunks: [
        calls(delta(0, undefined, { name: 'read', arguments: '{"p":' })),
        calls(delta(0, undefined, { arguments: '1}' })),
        { finish_reason: 'tool_calls' },
      ],
      ran: [read1],
    },
    {
      id: 'ab-018 (no index)',
      chunks: [
        calls(delta(undefined, 'c1', { name: 'read', arguments: '{"p":' })),
        calls(delta(undefined, undefined, { arguments: '1}' })),
      ],
      ran: [read1],
    },
    {
      id: 'ab-019 (a new id at a used index)',
      chunks: [
        calls(delta(0, 'a', { name: 'read', arguments: '{"p":1}' })),
        calls(delta(0, 'b', { name: 'read', arguments: '{"p":2}' })),
      ],
      ran: [read1, read2],
    },
    {
      id: 'ab-020 (several in one chunk)',
      chunks: [
        calls(
          delta(undefined, 'a', { name: 'read', arguments: '{"p":1}' }),
          delta(undefined, 'b', { name: 'read', arguments: '{"p":2}' }),
        ),
      ],
      ran: [read1, read2],
    },
    {
      id: 'ab-020 (without ids)',
      chunks: [
        calls(
          delta(undefined, undefined, { name: 'read', arguments: '{"p":1}' }),
          delta(undefined, undefined, { name: 'read', arguments: '{"p":2}' }),
        ),
      ],
      ran: [read1, read2],
    },
    {
      id: 'ab-020 (without ids and arguments)',
      chunks: [
        calls(
          delta(undefined, undefined, { name: 'read', arguments: '' }),
          delta(undefined, undefined, { name: 'read', arguments: '' }),
        ),
      ],
      ran: [
        { name: 'read', arguments: {} },
        { name: 'read', arguments: {} },
      ],
    },
    {
      id: 'ab-021 (id only in the first delta)',
      chunks: [
        calls(delta(0, 'a', { name: 'read', arguments: '' })),
        calls(delta(0, undefined, { arguments: '{"p"' })),
        calls(delta(0, undefined, { arguments: ':1}' })),
      ],
      ran: [read1],
    },
    {
      id: 'ab-022 (the name comes later)',
      chunks: [
        calls(delta(0, 'a', undefined)),
        calls(delta(0, undefined, { name: 'read' })),
        calls(delta(0, undefined, { arguments: '{"p":1}' })),
      ],
      ran: [read1],
    },
    {
      id: 'ab-023 (final only at the end)',
      chunks: [
        calls(delta(0, 'a', { name: 'pay', arguments: '{"amount":1}' })),
        calls(delta(0, undefined, { arguments: ' ' })),
        { finish_reason: 'tool_calls' },
      ],
      ran: [{ name: 'pay', arguments: { amount: 1 } }],
    },
    {
      id: 'rule 13 (whole calls without ids, all at index 0)',
      chunks: [
        calls(delta(0, undefined, { name: 'read', arguments: '{"p":1}' })),
        calls(delta(0, undefined, { name: 'read', arguments: '{"p":2}' })),
      ],
      ran: [read1, read2],
    },
    {
      id: 'rule 13 (interleaved)',
      chunks: [
        calls(delta(0, 'a', { name: 'read', arguments: '{"p"' })),
        calls(delta(1, 'b', { name: 'read', arguments: '{"p"' })),
        calls(delta(1, undefined, { arguments: ':2}' }), delta(0, undefined, { arguments: ':1}' })),
      ],
      ran: [read1, read2],
    },
    {
      id: 'the name in every delta',
      chunks: [
        calls(delta(0, 'a', { name: 'read', arguments: '{"p"' })),
        calls(delta(0, 'a', { name: 'read', arguments: ':1}' })),
      ],
      ran: [read1],
    },
    {
      id: 'a new id in every delta',
      chunks: [
        calls(delta(0, 'a', { name: 'read', arguments: '{"p"' })),
        calls(delta(0, 'b', { arguments: ':1}' })),
      ],
      ran: [read1],
    },
    {
      id: 'one id for two calls',
      chunks: [
        calls(delta(0, 'a', { name: 'read', arguments: '{"p":1}' })),
        calls(delta(1, 'a', { name: 'read', arguments: '{"p":2}' })),
      ],
      ran: [read1, read2],
    },
    {
      id: 'arguments as an object',
      chunks: [calls(delta(0, 'a', { name: 'read', arguments: { p: 1 } }))],
      ran: [read1],
    },
  ])('$id', async ({ chunks, ran }) => {
    const result = await play(chunks);
    expect(result.ran).toEqual(ran);
    expect(result.answer).toBe('ok');
  });

  it('ab-017: the made-up id is the same in history and tool message', async () => {
    const chunks = [calls(delta(0, undefined, { name: 'read', arguments: '{}' }))];
    const { model, server } = await startEndpoint([{ chunks }, ok], { stream: true });
    await runLoop(model, { tools: [tool('read')] });
    const [said, result] = server.requests[1]?.body.messages.slice(-2) ?? [];
    expect(said?.tool_calls?.[0]?.id).toMatch(/./);
    expect(result?.tool_call_id).toBe(said?.tool_calls?.[0]?.id);
  });

  it('ab-014: a streamed call cut by length does not run', async () => {
    const result = await play([
      calls(delta(0, 'a', { name: 'pay', arguments: '{"amount":1}' })),
      { finish_reason: 'length' },
    ]);
    expect(result.ran).toEqual([]);
    expect(result.refused[0]?.problem).toMatch(/cut off/);
  });

  it('ab-055: a signature on a trailing delta without an index belongs to the last call', async () => {
    const chunks = [
      calls(delta(0, 'a', { name: 'read', arguments: '{}' })),
      calls({ extra_content: { google: { thought_signature: 'S' } } }),
    ];
    const { model } = await startEndpoint(
      [
        { chunks },
        {
          expect_request: { 'tool_calls[0].extra_content.google.thought_signature': 'S' },
          reply: ok,
        },
      ],
      { stream: true },
    );
    expect((await runLoop(model, { tools: [tool('read')] })).answer).toBe('ok');
  });

  it('ab-054: reasoning_details that come in pieces are whole again', async () => {
    const details = (text: string): Chunk => ({
      reasoning_details: [{ type: 'reasoning.text', index: 0, text }],
    });
    const result = await play([
      details('Let '),
      details('me.'),
      { content: 'Hi', finish_reason: 'stop' },
    ]);
    expect(result.last.message.opaque?.fields['reasoning_details']).toEqual([
      { type: 'reasoning.text', index: 0, text: 'Let me.' },
    ]);
    expect(result.last.message.reasoning).toBe('Let me.');
  });
});

describe('assembling text', () => {
  it('ab-024: empty roles and null content are accepted', async () => {
    const result = await play([
      { role: '', content: 'he' },
      { role: '', content: null },
      { role: '', content: 'llo' },
      { finish_reason: 'stop' },
    ]);
    expect(result.answer).toBe('hello');
  });

  it('skips chunks without choices, with a null delta, and reads the usage of the last one', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
    const result = await play([
      { choices: [], model: '' },
      { choices: [{ index: 0, delta: null }] },
      { content: 'hi' },
      { finish_reason: 'stop' },
      { usage },
    ]);
    expect(result.answer).toBe('hi');
    expect(result.last.usage).toEqual({
      inputTokens: 7,
      outputTokens: 3,
      totalTokens: 10,
      estimated: false,
    });
  });

  it('reports text as it comes, and thinking apart, wherever the tag is cut', async () => {
    const { model } = await startEndpoint(
      [
        {
          chunks: [
            { reasoning_content: 'a' },
            { content: '<th' },
            { content: 'ink>b</th' },
            { content: 'ink>4' },
            { content: '2' },
            { finish_reason: 'stop' },
          ],
        },
      ],
      { stream: true },
    );
    const events: ModelEvent[] = [];
    const response = await model.complete(chatRequest(), {
      ...options,
      onEvent: (event) => events.push(event),
    });
    const joined = (type: string): string =>
      events.map((event) => (event.type === type && 'delta' in event ? event.delta : '')).join('');
    expect(joined('text')).toBe('42');
    expect(joined('reasoning')).toBe('ab');
    expect(response.message.content).toBe('42');
  });

  it('is not disturbed by a listener that throws', async () => {
    const { model } = await startEndpoint([ok], { stream: true });
    const response = await model.complete(chatRequest(), {
      ...options,
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect(response.message.content).toBe('ok');
  });
});
