import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSubQuestions } from '../src/index.ts';

describe('parseSubQuestions', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'a fenced list',
      'Here:\n```\n- What is it?\n- How so?\n```\nDone',
      ['What is it?', 'How so?'],
    ],
    [
      'a fenced JSON array',
      '```json\n["What is it?", "How so?", 5, " "]\n```',
      ['What is it?', 'How so?'],
    ],
    ['an indented fenced list', '```text\n  - What is it?\n```', ['What is it?']],
    [
      'the first fence that has some',
      '```js\nlet a = 1;\n```\n```\n- What is it?\n```',
      ['What is it?'],
    ],
    ['a fence before lines outside', '- this is a long enough line\n```\n- short\n```', ['short']],
    [
      'lines that are long enough',
      'Plan:\n- What is the matter here?\n- too short\n- Who is concerned by it?',
      ['What is the matter here?', 'Who is concerned by it?'],
    ],
    ['twelve characters', '- 123456789012\n- 12345678901', ['123456789012']],
    ['six Chinese characters', '- 什么是绿茶呢\n- 什么是绿茶', ['什么是绿茶呢']],
    [
      'Japanese and Korean',
      '- 緑茶とは何か\n- 녹차란 무엇인가',
      ['緑茶とは何か', '녹차란 무엇인가'],
    ],
    [
      'the same question once',
      '- What is the matter here?\n- What is the matter here?',
      ['What is the matter here?'],
    ],
    [
      'Windows line ends',
      '```\r\n- What is it?\r\n- How so?\r\n```\r\n',
      ['What is it?', 'How so?'],
    ],
    ['an open fence is no fence', '```\n- What is the matter here?', ['What is the matter here?']],
    ['other bullets and numbers', '* What is the matter here?\n1. Who is concerned by it?', []],
    ['nested lines', '  - What is the matter here?', []],
    ['nothing', '', []],
  ])('reads %s', (_name, text, questions) => {
    expect(parseSubQuestions(text)).toEqual(questions);
  });

  test('takes at most five, or as many as asked for', () => {
    const text = Array.from({ length: 8 }, (_, n) => `- What is the matter with ${n}?`).join('\n');
    expect(parseSubQuestions(text)).toHaveLength(5);
    expect(parseSubQuestions(text, 3)).toHaveLength(3);
    expect(parseSubQuestions(text, 0)).toEqual([]);
  });

  test('never gives an empty question or more than asked for, and is fast', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('- ', '\n', '```', '[', '"', 'a', '问', ' ') }),
        fc.nat(6),
        (text, max) => {
          const questions = parseSubQuestions(text, max);
          expect(questions.length).toBeLessThanOrEqual(max);
          for (const question of questions) expect(question.trim()).not.toBe('');
        },
      ),
    );
    const started = performance.now();
    parseSubQuestions('```\n'.repeat(20_000));
    parseSubQuestions('- '.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
