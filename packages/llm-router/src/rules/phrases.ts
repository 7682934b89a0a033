import { skipSpace } from './characters.ts';
import type { PhrasesAt } from './compiled-phrase.ts';
import { compilePhrases } from './compiled-phrase.ts';
import type { RuleMatch, Segment } from './intent.ts';
import type { PhraseNode, SequenceNode } from './phrase-node.ts';
import { canBegin, characterAt, isPossible } from './phrase-node.ts';
import type { SlotInput } from './slot-input.ts';
import { slotInput } from './slot-input.ts';
import { wordStartsAt } from './word-match.ts';

export interface SlotReading<Value> {
  readonly value: Value;
  /** Position behind what was read. */
  readonly end: number;
}

/** Reads something at `position` (the end of the text, or no white space); several readings where the text allows several, the likeliest first. */
export type SlotReader<Value> = (
  input: SlotInput,
  position: number,
) => readonly SlotReading<Value>[];

/** The values of the slots that the matched phrase has. */
export type FoundSlots<Slots> = {
  readonly [Name in keyof Slots]?: Slots[Name] extends SlotReader<infer Value> ? Value : never;
};

export interface PhraseOptions<Slots extends Readonly<Record<string, SlotReader<unknown>>>> {
  readonly slots: Slots;
  /** Named pieces of patterns, for `<name>`. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly phrases: readonly string[];
  /** Undefined = this reading is none after all; the next one is tried. */
  build(found: FoundSlots<Slots>, segment: Segment): RuleMatch | undefined;
}

/** A set of phrase patterns as one recogniser. */
export interface Phrases {
  match(segment: Segment): RuleMatch | undefined;
}

/** Tries per segment and set; real phrases need a few hundred, text made to be slow is given up on. */
const mostSteps = 6_000;

/** Compiles patterns (see `readPhrase`), on first use. A segment matches only as a whole. */
export function createPhrases<Slots extends Readonly<Record<string, SlotReader<unknown>>>>(
  options: PhraseOptions<Slots>,
): Phrases {
  let compiled: PhrasesAt | undefined;
  return {
    match(segment) {
      compiled ??= compilePhrases(options.phrases, options.parts ?? {});
      return new PhraseMatcher(options, segment).run(compiled);
    },
  };
}

/** What the readers found in a segment, by reader and position: many phrases ask for the same thing at the same place. */
type Readings = Map<SlotReader<unknown>, Map<number, readonly SlotReading<unknown>[]>>;

const readingsOf = new WeakMap<SlotInput, Readings>();

function readingsIn(input: SlotInput): Readings {
  let readings = readingsOf.get(input);
  if (readings === undefined) {
    readings = new Map();
    readingsOf.set(input, readings);
  }
  return readings;
}

function readOnce(
  input: SlotInput,
  reader: SlotReader<unknown>,
  position: number,
): readonly SlotReading<unknown>[] {
  const readings = readingsIn(input);
  let places = readings.get(reader);
  if (places === undefined) {
    places = new Map<number, readonly SlotReading<unknown>[]>();
    readings.set(reader, places);
  }
  let found = places.get(position);
  if (found === undefined) {
    found = reader(input, position);
    places.set(position, found);
  }
  return found;
}

class PhraseMatcher<Slots extends Readonly<Record<string, SlotReader<unknown>>>> {
  readonly #options: PhraseOptions<Slots>;
  readonly #input: SlotInput;
  readonly #found = new Map<string, unknown>();
  #match: RuleMatch | undefined;
  #steps = 0;

  constructor(options: PhraseOptions<Slots>, segment: Segment) {
    this.#options = options;
    this.#input = slotInput(segment);
  }

  run(phrasesAt: PhrasesAt): RuleMatch | undefined {
    const { lower, segment } = this.#input;
    const whole = (end: number): boolean => {
      if (skipSpace(lower, end) < lower.length) return false;
      // The map's keys are the names of the slots, its values what their readers returned.
      const found = Object.fromEntries(this.#found) as FoundSlots<Slots>;
      this.#match = this.#options.build(found, segment);
      return this.#match !== undefined;
    };
    for (const phrase of phrasesAt(characterAt(lower, 0))) {
      if (isPossible(phrase, lower) && this.#read(phrase, 0, whole)) break;
    }
    return this.#match;
  }

  /** Depth-first with backtracking, bounded by {@link mostSteps}. */
  #read(node: PhraseNode, position: number, then: (end: number) => boolean): boolean {
    if (++this.#steps > mostSteps) return false;
    const { lower } = this.#input;
    switch (node.type) {
      case 'literal': {
        const at = skipSpace(lower, position);
        return wordStartsAt(lower, at, node.text) && then(at + node.text.length);
      }
      case 'slot':
        return this.#readSlot(node.name, position, then);
      case 'optional': {
        const possible = canBegin(node.item, characterAt(lower, position));
        return (possible && this.#read(node.item, position, then)) || then(position);
      }
      case 'choice':
        return node
          .optionsAt(characterAt(lower, position))
          .some((option) => this.#read(option, position, then));
      case 'sequence':
        return this.#readSequence(node, { index: 0, position, then });
    }
  }

  #readSequence(
    sequence: SequenceNode,
    state: { index: number; position: number; then: (end: number) => boolean },
  ): boolean {
    const item = sequence.itemAt(state.index);
    if (item === undefined) return state.then(state.position);
    return this.#read(item, state.position, (position) =>
      this.#readSequence(sequence, { index: state.index + 1, position, then: state.then }),
    );
  }

  #readSlot(name: string, position: number, then: (end: number) => boolean): boolean {
    const reader = this.#options.slots[name];
    const at = skipSpace(this.#input.lower, position);
    if (reader === undefined) return false;
    for (const { value, end } of readOnce(this.#input, reader, at)) {
      const before = this.#found.get(name);
      this.#found.set(name, value);
      if (then(end)) return true;
      if (before === undefined) this.#found.delete(name);
      else this.#found.set(name, before);
    }
    return false;
  }
}
