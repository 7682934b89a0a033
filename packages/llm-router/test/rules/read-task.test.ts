import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTask } from '../../src/rules/index.ts';
import type { RuleIntent } from '../../src/rules/index.ts';
import { echoIntent, toyMatch, wordIntent } from './toy-intents.ts';

function callsOf(task: string, ...intents: readonly RuleIntent[]): readonly string[] | undefined {
  const reading = readTask(task, { intents, language: 'en' });
  if (!reading.understood) return undefined;
  return reading.parts.flatMap((part) =>
    part.match.calls.map(({ name, arguments: given }) =>
      name === 'echo' ? `echo ${JSON.stringify(given['text'])}` : name,
    ),
  );
}

const words = wordIntent('a', 'b', 'c', 'a and b', '甲', '乙', 'what is a');

describe('cutting', () => {
  test.each([
    ['a', ['a']],
    ['a; c', ['a', 'c']],
    ['a, then c.', ['a', 'c']],
    ['Please A. Then C!', ['a', 'c']],
    ['a\nc', ['a', 'c']],
    ['甲，然后乙', ['甲', '乙']],
    ['请甲并且乙', ['甲', '乙']],
    ['1. a\n2. c', ['a', 'c']],
    ['Do the following:\n- a\n- c', ['a', 'c']],
    ['what is a? c', ['what is a', 'c']],
    ['"a; c"', ['a', 'c']],
    ['Hello, can you please a, thanks', ['a']],
  ])('%j becomes %j', (task, calls) => {
    expect(callsOf(task, words)).toEqual(calls);
  });

  test('prefers the most parts', () => {
    expect(callsOf('a and b', words)).toEqual(['a', 'b']);
    expect(callsOf('a and b', wordIntent('a and b'))).toEqual(['a and b']);
  });

  test('does not cut what is indivisible', () => {
    const whole: RuleIntent = {
      name: 'whole',
      match: ({ text }) =>
        text === 'a and b' ? toyMatch('whole', { indivisible: true }) : undefined,
    };
    expect(callsOf('a and b; c', whole, words)).toEqual(['whole', 'c']);
  });

  test('declines when any part is not understood, and says which', () => {
    expect(callsOf('a; x', words)).toBeUndefined();
    expect(readTask('a; x y', { intents: [words], language: 'en' })).toEqual({
      understood: false,
      problem: 'x y',
    });
    expect(readTask('x', { intents: [words], language: 'en' })).toEqual({ understood: false });
  });

  test('declines when two ways to cut mean different things', () => {
    expect(callsOf('p and q and r', wordIntent('p', 'q and r', 'p and q', 'r'))).toBeUndefined();
  });

  test('never cuts inside quotation marks', () => {
    expect(callsOf('echo "a; b", then a', echoIntent, words)).toEqual(['echo "\\"a; b\\""', 'a']);
  });

  test('declines where unquoted text may go on behind "and", but not behind "then"', () => {
    expect(callsOf('echo x and a', echoIntent, words)).toBeUndefined();
    expect(callsOf('echo x, then a', echoIntent, words)).toEqual(['echo "x"', 'a']);
  });

  test('hands over unquoted text as it was written, with its closing mark', () => {
    expect(callsOf('echo Ｈｉ！', echoIntent)).toEqual(['echo "Ｈｉ！"']);
  });
});

describe('what must not be done', () => {
  test.each([
    ["a but don't b", ['a'], ["don't b"]],
    ["don't b, just a", ['a'], ["don't b"]],
    ["don't b. a", ['a'], ["don't b"]],
    ['甲，但不要乙', ['甲'], ['不要乙']],
  ])('%j does %j and leaves out %j', (task, calls, leftOut) => {
    expect(callsOf(task, words)).toEqual(calls);
    expect(readTask(task, { intents: [words], language: 'en' })).toMatchObject({ leftOut });
  });

  test.each([
    "don't a",
    'not a',
    '不要甲',
    "don't a and b",
    "don't a, b",
    "don't a, then b",
    "don't a and also b",
    "a but don't x",
  ])('%j is declined: nothing is left, or how far the negation reaches is unclear', (task) => {
    expect(callsOf(task, wordIntent('a', 'b', '甲'))).toBeUndefined();
  });
});

describe('a part that goes on with the one before', () => {
  const more: RuleIntent = {
    name: 'more',
    match: ({ text, previous }) =>
      text === 'more' && previous !== undefined
        ? toyMatch(`${previous.calls[0]?.name ?? ''}+more`, { replacesPrevious: true })
        : undefined,
  };

  test('takes its place', () => {
    expect(callsOf('a and then more; c', more, words)).toEqual(['a+more', 'c']);
    expect(callsOf('a, more, more', more, words)).toEqual(['a+more+more']);
    expect(callsOf('more', more, words)).toBeUndefined();
  });
});

describe('any task', () => {
  const joints = fc.constantFrom(' and ', '; ', ', then ', '。', '\n', '，并且');

  test('of understood parts is understood, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', '甲', '乙'), { minLength: 1, maxLength: 12 }),
        joints,
        (parts, joint) => {
          expect(callsOf(parts.join(joint), wordIntent('a', 'b', 'c', '甲', '乙'))).toEqual(parts);
        },
      ),
    );
  });

  test('with one strange part is declined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', '甲'), { minLength: 1, maxLength: 8 }),
        fc.nat(8),
        joints,
        (parts, place, joint) => {
          const all = [...parts.slice(0, place), 'zzz', ...parts.slice(place)];
          expect(callsOf(all.join(joint), words)).toBeUndefined();
        },
      ),
    );
  });

  test('is read without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (task) => {
        expect(() => callsOf(task, echoIntent, words)).not.toThrow();
      }),
    );
  });

  test('above 2,000 characters is one part or none, and its end may not be another', () => {
    const long = 'x'.repeat(3_000);
    expect(callsOf(`echo ${long}`, echoIntent, words)).toEqual([`echo "${long}"`]);
    expect(callsOf(`echo ${long}, then a`, echoIntent, words)).toBeUndefined();
    expect(callsOf(`echo "${long}", then a`, echoIntent, words)).toHaveLength(2);
  });
});
