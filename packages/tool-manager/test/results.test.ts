import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { english } from '../src/texts/english.ts';
import { readResult } from '../src/tool-result.ts';
import { makeCall, makeTool, openContext } from './make-tool.ts';

async function outcomeOf(answer: unknown, maxResultChars?: number, language?: 'zh') {
  const policy = maxResultChars === undefined ? {} : { maxResultChars };
  const manager = createToolManager({ tools: [makeTool({ execute: () => answer, policy })] });
  return await manager.call(makeCall('probe'), {
    ...openContext(),
    ...(language === undefined ? {} : { language }),
  });
}

describe('a text that is too long', () => {
  test('is cut, marked, and says so', async () => {
    const outcome = await outcomeOf({ text: 'x'.repeat(5_000), origin: 'here' }, 1_000);
    expect(outcome).toMatchObject({ ok: true, truncated: true, origin: 'here' });
    const { text } = outcome as unknown as { text: string };
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toMatch(/^x{900,}… \[cut: the first 9\d\d of 5000 characters\]$/);
    expect(Number(/first (\d+)/.exec(text)?.[1])).toBe(text.indexOf('…'));
  });

  test('in Chinese, too', async () => {
    expect(await outcomeOf('字'.repeat(500), 100, 'zh')).toHaveProperty(
      'text',
      expect.stringMatching(/^字+…［已截断：共 500 个字符，只保留前 \d+ 个］$/),
    );
  });

  test('two million characters pass where the tool sets no limit', async () => {
    expect(await outcomeOf('x'.repeat(2_000_000))).not.toHaveProperty('truncated');
    expect(await outcomeOf('x'.repeat(2_000_001))).toMatchObject({ truncated: true });
  });

  test('never keeps half of a character, never is longer than allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(2), (maxChars, shift) => {
        const answer = { text: `${'a'.repeat(shift)}${'😀'.repeat(200)}` };
        const { text } = readResult(answer, { maxChars, texts: english }) ?? { text: '?' };
        expect(text.length).toBeLessThanOrEqual(maxChars);
        expect(Buffer.from(text).toString()).toBe(text);
      }),
    );
  });
});

describe('data that are too large', () => {
  test.each([
    ['a long text', { a: 'x'.repeat(2_000) }],
    ['many members', Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n]))],
    ['a long list', { list: Array<number>(500).fill(1) }],
  ])('are left out and it says so (%s)', async (_, data) => {
    const outcome = await outcomeOf({ text: 'ok', data, next: 5 }, 1_000);
    expect(outcome).toMatchObject({
      ok: true,
      text: 'ok\n[data left out: too large or no JSON]',
      truncated: true,
      next: 5,
    });
    expect(outcome).not.toHaveProperty('data');
  });

  test('so are data that are no JSON', async () => {
    const ring: Record<string, unknown> = {};
    ring['again'] = ring;
    for (const data of [ring, { n: 1n }, { f: () => 1 }]) {
      expect(await outcomeOf({ text: 'ok', data })).not.toHaveProperty('data');
    }
  });

  test('small data stay as they are', async () => {
    const data = { a: [1, null, { b: 'x' }] };
    expect(await outcomeOf({ text: 'ok', data }, 1_000)).toMatchObject({ data, text: 'ok' });
  });
});

test('a result that cannot be read is a failure of the tool, not of the call', async () => {
  const answers = [
    {
      get text(): string {
        throw new Error('no');
      },
    },
    new Proxy({ text: 'x' }, { get: (_, key) => (key === 'then' ? undefined : ({} as never)) }),
    { text: 'ok', data: new Proxy({}, { ownKeys: () => ['x', 'x'] }) },
  ];
  for (const answer of answers) {
    expect(await outcomeOf(answer)).toMatchObject({
      ok: false,
      code: 'tool_error',
      message: 'probe ended without a readable result.',
    });
  }
});

test.each(['timeoutMs', 'totalTimeoutMs', 'maxInputChars', 'maxResultChars'])(
  'policy.%s must be more than 0',
  (part) => {
    for (const value of [0, -1, NaN]) {
      expect(() => createToolManager({ tools: [makeTool({ policy: { [part]: value } })] })).toThrow(
        `policy.${part} must be more than 0`,
      );
    }
  },
);
