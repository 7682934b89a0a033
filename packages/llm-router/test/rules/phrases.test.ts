import { describe, expect, test } from 'vitest';
import { createPhrases } from '../../src/rules/index.ts';
import type { Segment, SlotReader } from '../../src/rules/index.ts';
import { toyMatch } from './toy-intents.ts';

const digitsSlot: SlotReader<string> = ({ text }, position) => {
  const digits = /^\d+/.exec(text.slice(position))?.[0] ?? '';
  return Array.from({ length: digits.length }, (_, index) => ({
    value: digits.slice(0, digits.length - index),
    end: position + digits.length - index,
  }));
};

function matcher(
  ...phrases: readonly string[]
): (text: string) => readonly (string | undefined)[] | undefined {
  const compiled = createPhrases({
    slots: { a: digitsSlot, b: digitsSlot },
    parts: { polite: '(please|pretty please)' },
    phrases,
    build: ({ a, b }) => ({ ...toyMatch('x'), calls: [{ name: 'x', arguments: { a, b } }] }),
  });
  return (text) => {
    const segment: Segment = { text, quotes: [], language: 'en' };
    const given = compiled.match(segment)?.calls[0]?.arguments;
    return given === undefined
      ? undefined
      : [given['a'] as string | undefined, given['b'] as string | undefined];
  };
}

describe('phrases', () => {
  test('match a whole segment, in any case and spacing', () => {
    const match = matcher('add {a} to {b}');
    expect(match('Add 1  to 2')).toEqual(['1', '2']);
    expect(match('add 1 to 2 now')).toBeUndefined();
    expect(match('add 1 to')).toBeUndefined();
  });

  test('have choices, optional items and named parts', () => {
    const match = matcher('<polite>? (add|sum) {a} (and|to)? {b}?');
    expect(match('pretty please sum 1')).toEqual(['1', undefined]);
    expect(match('add 1 and 2')).toEqual(['1', '2']);
    expect(match('please')).toBeUndefined();
  });

  test('take other readings of a slot where the first leads nowhere', () => {
    expect(matcher('{a}{b}')('123')).toEqual(['12', '3']);
  });

  test('need no spaces in Chinese, and whole words in English', () => {
    const match = matcher('把 {a} 加 {b}', 'in {a}');
    expect(match('把1加2')).toEqual(['1', '2']);
    expect(match('inn 1')).toBeUndefined();
  });

  test('may escape their own signs', () => {
    expect(matcher('{a} = \\?')('1 = ?')).toEqual(['1', undefined]);
  });

  test.each(['(a', 'a)', '{a', '<nothing>', 'a | ?'])('%s is a broken pattern', (pattern) => {
    expect(() => matcher(pattern)('a')).toThrow(SyntaxError);
  });

  test('give up on text that is made to be slow', () => {
    const match = matcher('{a}? {a}? {a}? {a}? {a}? {a}? {a}? {a}? {a}? {a}? {a}? x');
    const start = process.cpuUsage();
    expect(match('1'.repeat(200))).toBeUndefined();
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
  });
});
