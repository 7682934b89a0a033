import { wordStartsAt } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';

const signs: readonly (readonly [name: string, sign: string])[] = [
  ['spaces', ' '],
  ['space', ' '],
  ['dashes', '-'],
  ['dash', '-'],
  ['hyphens', '-'],
  ['hyphen', '-'],
  ['underscores', '_'],
  ['underscore', '_'],
  ['commas', ','],
  ['comma', ','],
  ['dots', '.'],
  ['periods', '.'],
  ['slashes', '/'],
  ['semicolons', ';'],
];

/** A character by its name: spaces, dashes. */
export const signSlot: SlotReader<string> = ({ lower }, position) =>
  signs
    .filter(([name]) => wordStartsAt(lower, position, name))
    .map(([name, sign]) => ({ value: sign, end: position + name.length }));

/** One Latin word without quotation marks. */
export const plainWordSlot: SlotReader<string> = ({ text }, position) => {
  const word = /^[A-Za-z0-9]{1,40}(?![\w'-])/.exec(text.slice(position, position + 42))?.[0];
  return word === undefined ? [] : [{ value: word, end: position + word.length }];
};
