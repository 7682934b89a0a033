import { lowerAscii } from './characters.ts';
import type { Segment } from './intent.ts';

/** What a slot reader gets: the segment, and its text with A–Z in lower case. */
export interface SlotInput {
  readonly segment: Segment;
  readonly text: string;
  readonly lower: string;
}

const inputs = new WeakMap<Segment, SlotInput>();

/** The input of a segment's slot readers, made once. */
export function slotInput(segment: Segment): SlotInput {
  let input = inputs.get(segment);
  if (input === undefined) {
    const { text } = segment;
    input = { segment, text, lower: lowerAscii(text) };
    inputs.set(segment, input);
  }
  return input;
}
