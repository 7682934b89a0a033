import type { ChatResponse, ModelEvent } from '@mini-agent/foundation/chat';
import { createHttpModel } from '@mini-agent/llm-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretFilter } from '../src/http/secret-filter.ts';
import { createEventDecoder } from '../src/http/server-sent-events.ts';
import { secret } from '@mini-agent/foundation/secret';
import { neverAborted } from './support/endpoint.ts';
import { cutAt, playedTransport } from './support/played-transport.ts';
import { chatRequest, tool } from './support/requests.ts';

const key = 'sk-canary-example-0123456789';

/** As an endpoint sent it, with everything that a stream may hold. */
function recorded(lineEnd: string): Uint8Array {
  const chunk = (delta: object, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, delta, ...more }] })}`;
  const events = [
    ': keep-alive',
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: '想一想 🤔 ' }),
    chunk({ content: '<thi' }),
    chunk({ content: 'nk>深</think>Héllo ' }),
    chunk({ content: `key ${key.slice(0, 9)}` }),
    chunk({ content: `${key.slice(9)} – 世界🌍` }),
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 't', arguments: '{"p":"日' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '本"}' } }] }),
    chunk({ tool_calls: [{ index: 0, id: 'b', function: { name: 't', arguments: '{"p":2}' } }] }),
    chunk({ tool_calls: [{ extra_content: { google: { thought_signature: 'S' } } }] }),
    chunk({}, { finish_reason: 'tool_calls' }),
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })}`,
    'data: [DONE]',
  ];
  return new TextEncoder().encode(events.map((event) => event + lineEnd + lineEnd).join(''));
}

interface Played {
  readonly response: ChatResponse;
  readonly text: string;
  readonly reasoning: string;
}

async function play(pieces: readonly Uint8Array[], contentType?: string): Promise<Played> {
  const model = createHttpModel({
    baseUrl: 'http://h.example/v1',
    apiKey: key,
    model: 'm',
    stream: true,
    retries: 0,
    transport: playedTransport(pieces, contentType),
  });
  const events: ModelEvent[] = [];
  const response = await model.complete(chatRequest({ tools: [tool('t')] }), {
    signal: neverAborted,
    onEvent: (event) => events.push(event),
  });
  const joined = (type: string): string =>
    events.map((event) => (event.type === type && 'delta' in event ? event.delta : '')).join('');
  expect(JSON.stringify(events)).not.toContain(key.slice(0, 9));
  return { response, text: joined('text'), reasoning: joined('reasoning') };
}

const whole = {
  text: 'Héllo key [secret] – 世界🌍',
  reasoning: '想一想 🤔 深',
};

describe('rule 13: a stream may be split anywhere', () => {
  it.each(['\n', '\r\n', '\r'])('every byte a cut, line ends %j', async (lineEnd) => {
    const bytes = recorded(lineEnd);
    const offsets = Array.from({ length: bytes.length }, (_, index) => index);
    const played = await play(cutAt(bytes, offsets));
    expect(played).toMatchObject(whole);
    expect(played.response.message.toolCalls.map((call) => call.arguments)).toEqual([
      { ok: true, value: { p: '日本' } },
      { ok: true, value: { p: 2 } },
    ]);
    expect(played.response.usage).toMatchObject({ inputTokens: 3, outputTokens: 4 });
    expect(JSON.stringify(played.response)).not.toContain(key);
  });

  it('one cut at every byte gives the same reply', async () => {
    const bytes = recorded('\n');
    const reference = (await play([bytes])).response;
    for (let at = 1; at < bytes.length; at += 1) {
      const played = await play(cutAt(bytes, [at]));
      expect(played.response, `cut at ${at}`).toEqual(reference);
      expect(played, `cut at ${at}`).toMatchObject(whole);
    }
  });

  it('and so do any cuts, also under a JSON content type', async () => {
    const bytes = recorded('\r\n');
    const reference = (await play([bytes])).response;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(bytes.length - 1), { maxLength: 40 }),
        fc.boolean(),
        async (offsets, mislabelled) => {
          const type = mislabelled ? 'application/json' : undefined;
          const { response } = await play(cutAt(bytes, offsets), type);
          expect(response).toEqual(reference);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a stream that ends anywhere before its end is a failure, never half a reply', async () => {
    const bytes = recorded('\n');
    const finish = new TextDecoder().decode(bytes).indexOf('"finish_reason"');
    const end = new TextEncoder().encode(new TextDecoder().decode(bytes).slice(0, finish)).length;
    for (let at = 0; at < end; at += 7) {
      const work = play([bytes.subarray(0, at)]);
      await expect(work, `ended at ${at}`).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:transient|malformed)$/) as string,
      });
    }
  });
});

describe('the decoder of events', () => {
  it('gives the same data for any cuts of any text', () => {
    const line = fc.constantFrom(
      'data: a',
      'data:b',
      'data',
      ': c',
      'event: x',
      '',
      'id: 1',
      'data: {',
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, end), { maxLength: 20 }),
        fc.array(fc.nat(200), { maxLength: 10 }),
        (lines, offsets) => {
          const text = lines.map(([content, lineEnd]) => content + lineEnd).join('');
          const decode = (pieces: readonly string[]): readonly string[] => {
            const decoder = createEventDecoder();
            const events = pieces.flatMap((piece) => decoder.push(piece));
            return [...events, ...decoder.end()];
          };
          const places = [0, ...offsets.filter((at) => at < text.length), text.length];
          const sorted = [...new Set(places)].toSorted((a, b) => a - b);
          const pieces = sorted.slice(1).map((to, index) => text.slice(sorted[index], to));
          expect(decode(pieces)).toEqual(decode([text]));
        },
      ),
    );
  });
});

describe('a key in pieces', () => {
  it('never shows, wherever it is cut, and nothing else is lost', () => {
    const other = 'header-canary-example-"quoted"-0123';
    const filter = createSecretFilter([secret(key), secret(other), secret('short')]);
    const part = fc.constantFrom(
      key,
      other,
      key.slice(0, 12),
      other.slice(0, 20),
      'sk-',
      'text ',
      '世',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.nat(150), { maxLength: 20 }),
        (parts, offsets) => {
          const text = parts.join('');
          const live = filter.createLive();
          const places = [0, ...offsets.filter((at) => at < text.length), text.length];
          const sorted = [...new Set(places)].toSorted((a, b) => a - b);
          const told: string[] = [];
          for (const [index, to] of sorted.slice(1).entries()) {
            told.push(live.push(text.slice(sorted[index], to)));
            expect(told.join('')).not.toContain(key);
          }
          const all = told.join('') + live.end();
          expect(all).not.toContain(key);
          expect(all).not.toContain(other);
          expect(all).toBe(filter.clean(text));
        },
      ),
    );
  });

  it('holds nothing back that begins no key', () => {
    const live = createSecretFilter([secret(key)]).createLive();
    expect(live.push('Hello')).toBe('Hello');
    expect(live.push(' s')).toBe(' ');
    expect(live.push('o')).toBe('so');
    expect(live.end()).toBe('');
  });
});
