import { findUnit } from '@mini-agent/core-tools/units';
import type { SlotReader } from '@mini-agent/llm-router/rules';
import { quotedSlot } from './text-slot.ts';
import type { GivenText } from './text-slot.ts';

/** One Latin letter to count, in lower case: `r's`, `rs`, `letter r`, or quoted. */
export const letterSlot: SlotReader<string> = (input, position) => {
  const quoted = quotedSlot(input, position).filter(({ value }) => /^[a-z]$/i.test(value.text));
  if (quoted.length > 0) {
    return quoted.map(({ value, end }) => ({ value: value.text.toLowerCase(), end }));
  }
  const written = /^(?:letters? )?([a-z])(?:'s|s)?(?![a-z0-9'])/.exec(
    input.lower.slice(position, position + 14),
  );
  const letter = written?.[1];
  return written === null || letter === undefined
    ? []
    : [{ value: letter, end: position + written[0].length }];
};

/** The word whose letters are counted: one word to the end of the part, or quoted text. */
export const spelledWordSlot: SlotReader<GivenText> = (input, position) => {
  const quoted = quotedSlot(input, position);
  if (quoted.length > 0) return quoted;
  const written = /^[A-Za-z]{3,40}(?![A-Za-z0-9'-])/.exec(
    input.text.slice(position, position + 42),
  )?.[0];
  // "How many d in week" asks about units.
  if (written === undefined || pointing.test(written) || findUnit(written) !== undefined) return [];
  return [{ value: { text: written, guessed: true }, end: position + written.length }];
};

const pointing =
  /^(?:the|this|that|these|those|word|name|text|string|phrase|sentence|english|alphabet|total|all)$/i;
