import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventDecoder } from '../src/http/server-sent-events.ts';

describe('server-sent events', () => {
  const events = ['{"a":"ä😀"}', '{"b":\n1}', 'x', '[DONE]'];
  const lines = (newline: string): string =>
    [
      ': comment',
      ...events.flatMap((data) => [...data.split('\n').map((line) => `data: ${line}`), '']),
    ].join(newline) + newline;

  it('are the same wherever the text is split, with every kind of line break', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(100), { maxLength: 20 }),
        (newline, cuts) => {
          const text = lines(newline);
          const decoder = createEventDecoder();
          const seen: string[] = [];
          let from = 0;
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            seen.push(...decoder.push(text.slice(from, Math.max(from, cut))));
            from = Math.max(from, cut);
          }
          seen.push(...decoder.push(text.slice(from)), ...decoder.end());
          expect(seen).toEqual(events);
        },
      ),
    );
  });

  it('are told apart where the blank line is missing', () => {
    const decoder = createEventDecoder();
    const seen = [
      ...decoder.push('data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n'),
      ...decoder.end(),
    ];
    expect(seen).toEqual(['{"a":1}', '{"b":2}', '[DONE]']);
  });

  it('keep a JSON object whole whose lines begin with a brace', () => {
    const decoder = createEventDecoder();
    const text = 'data: {"a":\ndata: {"b":1}}\n\ndata: {"c":1}\ndata: {"d":1}\n\n';
    expect(decoder.push(text)).toEqual(['{"a":\n{"b":1}}', '{"c":1}', '{"d":1}']);
  });
});
