import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareTask } from '../../src/rules/task-text.ts';
import { findQuotes } from '../../src/rules/quotes.ts';

const contents = (text: string): readonly string[] =>
  findQuotes(text).map(({ content }) => content);

describe('quoted passages', () => {
  test.each([
    ['say "a and b" now', ['a and b']],
    ["say 'a' and 'b'", ['a', 'b']],
    ['统计“你好，世界”的字数', ['你好，世界']],
    ['「甲」和『乙』', ['甲', '乙']],
    ['use `x; y` or ``a`b``', ['x; y', 'a`b']],
    ['“a “b” c”', ['a “b” c']],
    ['‘it’s fine’', ['it’s fine']],
    ["what's 7 times 8 and what's next", []],
    ["the dogs' food and the cats' toys", []],
    ['6\'2" and 5\'10" in cm', []],
    ['12" to cm', []],
    ['an "open mark', []],
    ["trim '  hi  '", ['  hi  ']],
    ["uppercase 'it's ok'", ["it's ok"]],
    ['""', ['']],
  ])('of %j are %j', (text, expected) => {
    expect(contents(text)).toEqual(expected);
  });

  test('take their place as one mark, and the rest is folded', () => {
    const task = prepareTask('统计“１ and ２”（３）');
    expect(task.text).toBe('统计\uE000(3)');
    expect(task.quotes(0, task.text.length)).toEqual(['１ and ２']);
    expect(task.source(0, task.text.length)).toBe('统计“１ and ２”（３）');
  });

  test('positions lead back to the task, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('"', "'", '“', '”', 'a', '１', ' ', '，', '`', '\n'), {
          maxLength: 40,
        }),
        fc.nat(40),
        (characters, cut) => {
          const text = characters.join('');
          const task = prepareTask(text);
          const middle = Math.min(cut, task.text.length);
          expect(task.source(0, middle) + task.source(middle, task.text.length)).toBe(text);
        },
      ),
    );
  });
});
