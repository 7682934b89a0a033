import { skipSpace } from './characters.ts';
import type { PhrasesAt } from './compiled-phrase.ts';
import { compilePhrases } from './compiled-phrase.ts';
import type { RuleMatch, Segment } from './intent.ts';
import type { PhraseNode, SequenceNode } from './phrase-node.ts';
import { canBegin, characterAt } from './phrase-node.ts';
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
      const input = slotInput(segment);
      const { lower } = input;
      let matcher: PhraseMatcher<Slots> | undefined;
      for (const phrase of compiled(characterAt(lower, 0))) {
        if (!lower.includes(phrase.longestText) || !phrase.isPossible(lower)) continue;
        matcher ??= new PhraseMatcher(options, input);
        const match = matcher.read(phrase);
        if (match !== undefined) return match;
      }
      return undefined;
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

/** What is left of the phrase behind an item: the items from `index`, then what is left of the phrase around it. */
interface Rest {
  readonly sequence: SequenceNode;
  readonly index: number;
  readonly around: Rest | undefined;
}

class PhraseMatcher<Slots extends Readonly<Record<string, SlotReader<unknown>>>> {
  readonly #options: PhraseOptions<Slots>;
  readonly #input: SlotInput;
  readonly #readings: Readings;
  readonly #found = new Map<string, unknown>();
  #match: RuleMatch | undefined;
  #steps = 0;

  constructor(options: PhraseOptions<Slots>, input: SlotInput) {
    this.#options = options;
    this.#input = input;
    this.#readings = readingsIn(input);
  }

  /** Depth-first with backtracking; all phrases together are bounded by {@link mostSteps}. */
  read(phrase: SequenceNode): RuleMatch | undefined {
    return this.#read(phrase, 0, undefined) ? this.#match : undefined;
  }

  #read(node: PhraseNode, position: number, rest: Rest | undefined): boolean {
    if (++this.#steps > mostSteps) return false;
    const { lower } = this.#input;
    switch (node.type) {
      case 'literal': {
        const { text } = node;
        const isNext = lower.startsWith(text, position);
        const at = isNext ? position : skipSpace(lower, position);
        return wordStartsAt(lower, at, text) && this.#go(rest, at + text.length);
      }
      case 'slot':
        return this.#readSlot(node.name, position, rest);
      case 'optional': {
        const possible = canBegin(node.item, characterAt(lower, position));
        return (possible && this.#read(node.item, position, rest)) || this.#go(rest, position);
      }
      case 'choice': {
        for (const option of node.optionsAt(characterAt(lower, position))) {
          if (this.#read(option, position, rest)) return true;
        }
        return false;
      }
      case 'sequence':
        return this.#go({ sequence: node, index: 0, around: rest }, position);
    }
  }

  /** Reads what is left of the phrase. */
  #go(rest: Rest | undefined, position: number): boolean {
    for (let left = rest; left !== undefined; left = left.around) {
      const { sequence, index, around } = left;
      const item = sequence.itemAt(index);
      if (item === undefined) continue;
      return this.#read(item, position, { sequence, index: index + 1, around });
    }
    return this.#end(position);
  }

  #readSlot(name: string, position: number, rest: Rest | undefined): boolean {
    const reader = this.#options.slots[name];
    if (reader === undefined) return false;
    const at = skipSpace(this.#input.lower, position);
    for (const { value, end } of this.#readOnce(reader, at)) {
      const before = this.#found.get(name);
      this.#found.set(name, value);
      if (this.#go(rest, end)) return true;
      if (before === undefined) this.#found.delete(name);
      else this.#found.set(name, before);
    }
    return false;
  }

  #readOnce(reader: SlotReader<unknown>, position: number): readonly SlotReading<unknown>[] {
    let places = this.#readings.get(reader);
    if (places === undefined) {
      places = new Map<number, readonly SlotReading<unknown>[]>();
      this.#readings.set(reader, places);
    }
    let found = places.get(position);
    if (found === undefined) {
      found = reader(this.#input, position);
      places.set(position, found);
    }
    return found;
  }

  #end(position: number): boolean {
    const { lower, segment } = this.#input;
    if (skipSpace(lower, position) < lower.length) return false;
    // The map's keys are the names of the slots, its values what their readers returned.
    const found = Object.fromEntries(this.#found) as FoundSlots<Slots>;
    this.#match = this.#options.build(found, segment);
    return this.#match !== undefined;
  }
}
