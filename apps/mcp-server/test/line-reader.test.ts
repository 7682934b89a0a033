import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader, type FoundLine } from '../src/server/line-reader.ts';

function readAll(chunks: readonly Buffer[], longest = 1_000): readonly FoundLine[] {
  const reader = createLineReader(longest);
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

function texts(lines: readonly FoundLine[]): readonly string[] {
  return lines.map((line) => (line.kind === 'line' ? line.text : `too long: ${line.tail}`));
}

describe('lines from bytes', () => {
  test('the same lines come out wherever the bytes are cut', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(200)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const points = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort(
          (a, b) => a - b,
        );
        const chunks = [0, ...points].map((start, index) =>
          bytes.subarray(start, points[index] ?? bytes.length),
        );
        expect(texts(readAll(chunks, 1_000_000))).toEqual(lines);
      }),
    );
  });

  test('byte order marks, carriage returns and blank lines vanish; U+2028 stays', () => {
    const bytes = Buffer.from('\uFEFF{"a":1}\r\n\n  \r\n"\u2028"\n\uFEFF{"b":2}');
    expect(texts(readAll([bytes]))).toEqual(['{"a":1}', '"\u2028"', '{"b":2}']);
  });

  test('a long line that comes byte by byte costs little more memory than its length', () => {
    const reader = createLineReader(10_000_000);
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 4_000_000; count += 1) reader.push(Buffer.from('x'));
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    const [line] = reader.push(Buffer.from('\n'));
    expect(line?.kind === 'line' && line.text.length).toBe(4_000_000);
    expect(texts(reader.push(Buffer.from('"next"\n')))).toEqual(['"next"']);
  });

  test('several byte order marks and carriage returns vanish too, a lone one in a line stays', () => {
    const bytes = Buffer.from('\uFEFF\uFEFF\r\n\uFEFF \uFEFF"a"\r\r\n"b"\r"c"\n\0\n');
    expect(texts(readAll([bytes]))).toEqual(['"a"', '"b"\r"c"', '\0']);
  });

  test.each([999, 1_000, 1_001])('a line of %d bytes at a limit of 1000', (length) => {
    const bytes = Buffer.from(`${'x'.repeat(length)}\n"next"`);
    for (const size of [1, 7, 500, 5_000]) {
      const count = Math.ceil(bytes.length / size);
      const chunks = Array.from({ length: count }, (_, at) =>
        bytes.subarray(at * size, at * size + size),
      );
      const [first, next] = readAll(chunks);
      expect(first?.kind).toBe(length > 1_000 ? 'too_long' : 'line');
      expect(next).toEqual({ kind: 'line', text: '"next"' });
    }
  });

  test('a line above the limit is dropped with both ends kept, the next line is read', () => {
    const long = `{"id":1,${'x'.repeat(5_000)},"last":2}`;
    const bytes = Buffer.from(`${long}\n{"ok":1}\n`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
      bytes.subarray(index * 7, index * 7 + 7),
    );
    const [dropped, next] = readAll(chunks);
    expect(dropped).toMatchObject({ kind: 'too_long' });
    expect(dropped?.kind === 'too_long' && dropped.head.startsWith('{"id":1,')).toBe(true);
    expect(dropped?.kind === 'too_long' && dropped.tail.endsWith('"last":2}')).toBe(true);
    expect(next).toEqual({ kind: 'line', text: '{"ok":1}' });
  });
});
