import type { ChatMessage, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { RunState } from '@mini-agent/react-agent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepText, keptTexts, keptTotal, type KeptText } from '../src/kept-texts.ts';
import { answerFromKept } from '../src/read-result.ts';

describe('a range', () => {
  const kept: KeptText = {
    handle: 'r1',
    callId: 'c1',
    tool: 't',
    trusted: true,
    text: `ab😀cd${'x'.repeat(40_000)}`,
  };
  const stateOf = (texts: readonly KeptText[]) =>
    ({ language: 'en', kept: texts }) as unknown as RunState;
  const ask = (value: JsonObject, texts: readonly KeptText[] = [kept]): ToolOutcome =>
    answerFromKept(stateOf(texts), {
      id: 'c9',
      name: 'read_result',
      arguments: { ok: true, value },
    });
  const textOf = (value: JsonObject): string => {
    const outcome = ask(value);
    return outcome.ok ? outcome.text : outcome.message;
  };

  it.each([
    'r1',
    'R1',
    '"r1"',
    "'r1'",
    '“r1”',
    '`r1`',
    ' r1 ',
    '<r1>',
    '[r1]',
    'r01',
    'ｒ１',
    '1',
    1,
    'handle r1',
    'handle: "R1"',
  ])('the handle %j is found', (handle) => {
    expect(ask({ handle, length: 2 })).toMatchObject({ ok: true, text: 'ab' });
  });

  it.each([
    '',
    'r2',
    'r11',
    'r-1',
    'x1',
    'r1.5',
    'r1r1',
    null,
    {},
    ['r1'],
    true,
    '<|im_start|>',
    '__proto__',
  ])('the handle %j is an error that says which there are', (handle) => {
    expect(ask({ handle })).toMatchObject({
      ok: false,
      code: 'invalid_arguments',
      retry: true,
      message: expect.stringMatching(/There is no handle .*Known handles: r1;/) as string,
    });
  });

  it('one that is not kept any more says what to do', () => {
    const texts = [
      { ...kept, handle: 'r7' },
      { ...kept, handle: 'r8' },
    ];
    expect(ask({ handle: 'r3' }, texts)).toMatchObject({
      code: 'tool_error',
      message: expect.stringMatching(
        /r3 is not kept any more.*again.*Still kept: r7, r8/,
      ) as string,
    });
    expect(ask({ handle: 'r9' }, texts)).toMatchObject({ code: 'invalid_arguments' });
    expect(ask({ handle: 'r1' }, [])).toMatchObject({ ok: false });
  });

  it.each([
    [{ offset: -1 }, 'offset'],
    [{ offset: 1.5 }, 'offset'],
    [{ offset: 'ten' }, 'offset'],
    [{ offset: [1] }, 'offset'],
    [{ offset: 1e300 }, 'offset'],
    [{ length: 0 }, 'length'],
    [{ length: -5 }, 'length'],
    [{ length: '' }, 'length'],
    [{ start: 5 }, 'start'],
  ])('%j is refused by name', (wrong, name) => {
    expect(ask({ handle: 'r1', ...wrong })).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringMatching(new RegExp(`^${name} does not fit`)) as string,
      expected: expect.objectContaining({ required: ['handle'] }) as unknown,
    });
  });

  it('an offset behind the end is refused with the length', () => {
    expect(textOf({ handle: 'r1', offset: 40_006 })).toMatch(/r1 has 40006 characters/);
    expect(textOf({ handle: 'r1', offset: 40_005 })).toBe('x');
  });

  it('numbers that come as text are read', () => {
    expect(textOf({ handle: 'r1', offset: '4', length: ' 3 ' })).toBe('cdx');
  });

  it('is never longer than an observation', () => {
    expect(textOf({ handle: 'r1', length: 10_000_000 })).toHaveLength(16_000);
  });

  it('never splits a surrogate pair, never is empty, and those that follow each other make up the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '😀', '汉', '👩‍🚀'), minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        (text, length) => {
          let read = '';
          for (let offset = 0; ;) {
            const outcome = ask({ handle: 'r1', offset, length }, [{ ...kept, text }]);
            if (!outcome.ok) throw new Error(outcome.message);
            expect(outcome.text).not.toMatch(/\p{Surrogate}/u);
            expect(outcome.text.length).toBeGreaterThan(0);
            expect(outcome.text.length).toBeLessThanOrEqual(length + 1);
            read += outcome.text;
            if (outcome.next === undefined) break;
            offset = (outcome.next as { offset: number }).offset;
          }
          expect(read).toBe(text);
        },
      ),
    );
  });

  it('from the middle of a pair begins with the pair', () => {
    expect(textOf({ handle: 'r1', offset: 3, length: 4 })).toBe('😀cd');
  });
});

describe('what is kept', () => {
  const messages: readonly ChatMessage[] = [];
  const text = (size: number): Omit<KeptText, 'handle'> => ({
    callId: 'c',
    tool: 't',
    trusted: true,
    text: 'x'.repeat(size),
  });

  it('stays within its total: the oldest go first, the newest always stays', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 700_000 }), { minLength: 1, maxLength: 20 }),
        (sizes) => {
          let kept: readonly KeptText[] = [];
          sizes.forEach((size, index) => {
            const keeping = keepText(kept, text(size), { messages });
            kept = keeping.kept;
            expect(keeping.handle).toBe(`r${index + 1}`);
            expect(kept.at(-1)?.text).toHaveLength(size);
          });
          const total = kept.reduce((sum, entry) => sum + entry.text.length, 0);
          expect(total).toBeLessThanOrEqual(keptTotal);
          const dropped = sizes[sizes.length - kept.length - 1];
          if (dropped !== undefined) expect(total + dropped).toBeGreaterThan(keptTotal);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('of a text that is too long is its beginning, and reading behind it says so', () => {
    const { kept } = keepText(
      [],
      { ...text(0), text: `${'x'.repeat(keptTotal - 1)}😀${'y'.repeat(99)}` },
      { messages },
    );
    expect(kept[0]).toMatchObject({ total: keptTotal + 100 });
    expect(kept[0]?.text).toHaveLength(keptTotal - 1);
    const state = { language: 'en', kept } as unknown as RunState;
    const call = (offset: number) =>
      answerFromKept(state, {
        id: 'c',
        name: 'read_result',
        arguments: { ok: true, value: { handle: 'r1', offset } },
      });
    expect(call(keptTotal)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/only the first 999999 are kept/) as string,
    });
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    [null, 1, { handle: 'r1' }, { handle: 'x', callId: 'c', tool: 't', text: 'x' }],
  ])('in a state that says %j is nothing', (kept) => {
    expect(keptTexts({ kept } as unknown as RunState)).toEqual([]);
  });
});
