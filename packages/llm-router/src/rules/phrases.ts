import { lowerAscii, skipSpace } from './characters.ts';
import type { CompiledNode, CompiledPhrase, PhrasesAt } from './compiled-phrase.ts';
import { compilePhrases, optionsAt } from './compiled-phrase.ts';
import type { RuleMatch, Segment } from './intent.ts';
import { wordStartsAt } from './word-match.ts';

/** What a slot reader gets: the segment, and its text with A–Z in lower case. */
export interface SlotInput {
  readonly segment: Segment;
  readonly text: string;
  readonly lower: string;
}

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

/** Compiles patterns (see `parsePhrase`), on first use. A segment matches only as a whole. */
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

/** What the readers found in a segment: many phrases ask for the same thing at the same place. */
type Places = Map<number, readonly SlotReading<unknown>[]>;
type Readings = Map<SlotReader<unknown>, Places>;

const readingsOf = new WeakMap<Segment, Readings>();

function readOnce(
  reader: SlotReader<unknown>,
  input: SlotInput,
  position: number,
): readonly SlotReading<unknown>[] {
  const readings: Readings =
    readingsOf.get(input.segment) ?? new Map<SlotReader<unknown>, Places>();
  readingsOf.set(input.segment, readings);
  const places: Places = readings.get(reader) ?? new Map<number, readonly SlotReading<unknown>[]>();
  readings.set(reader, places);
  const found = places.get(position) ?? reader(input, position);
  places.set(position, found);
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
    this.#input = { segment, text: segment.text, lower: lowerAscii(segment.text) };
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
    const first = lower[skipSpace(lower, 0)] ?? '';
    for (const phrase of phrasesAt(first)) {
      if (this.#isPossible(phrase) && this.#read(phrase.node, 0, whole)) break;
    }
    return this.#match;
  }

  /** Whether the text holds the words that the phrase cannot do without. */
  #isPossible({ requirements }: CompiledPhrase): boolean {
    return requirements.every((literals) =>
      literals.some((literal) => this.#input.lower.includes(literal)),
    );
  }

  /** Depth-first with backtracking, bounded by {@link mostSteps}. */
  #read(node: CompiledNode, position: number, then: (end: number) => boolean): boolean {
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
        const next = lower[skipSpace(lower, position)] ?? '';
        const possible = node.item.begins?.has(next) !== false;
        return (possible && this.#read(node.item, position, then)) || then(position);
      }
      case 'choice': {
        const next = lower[skipSpace(lower, position)] ?? '';
        return optionsAt(node, next).some((option) => this.#read(option, position, then));
      }
      case 'sequence':
        return this.#readSequence(node.items, { index: 0, position, then });
    }
  }

  #readSequence(
    items: readonly CompiledNode[],
    state: { index: number; position: number; then: (end: number) => boolean },
  ): boolean {
    const item = items[state.index];
    if (item === undefined) return state.then(state.position);
    return this.#read(item, state.position, (position) =>
      this.#readSequence(items, { index: state.index + 1, position, then: state.then }),
    );
  }

  #readSlot(name: string, position: number, then: (end: number) => boolean): boolean {
    const reader = this.#options.slots[name];
    const at = skipSpace(this.#input.lower, position);
    if (reader === undefined) return false;
    for (const { value, end } of readOnce(reader, this.#input, at)) {
      const before = this.#found.get(name);
      this.#found.set(name, value);
      if (then(end)) return true;
      if (before === undefined) this.#found.delete(name);
      else this.#found.set(name, before);
    }
    return false;
  }
}
