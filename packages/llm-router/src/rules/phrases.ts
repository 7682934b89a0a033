import { lowerAscii, skipSpace } from './characters.ts';
import type { RuleMatch, Segment } from './intent.ts';
import type { PhraseNode } from './phrase-syntax.ts';
import { parsePhrase } from './phrase-syntax.ts';
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

/** Reads something at `position` (never white space); several readings where the text allows several, the likeliest first. */
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

/** Compiles patterns (see {@link parsePhrase}), on first use. A segment matches only as a whole. */
export function createPhrases<Slots extends Readonly<Record<string, SlotReader<unknown>>>>(
  options: PhraseOptions<Slots>,
): Phrases {
  let compiled: readonly CompiledPhrase[] | undefined;
  return {
    match(segment) {
      compiled ??= options.phrases.map((phrase) =>
        compile(parsePhrase(phrase, options.parts ?? {})),
      );
      return new PhraseMatcher(options, segment).run(compiled);
    },
  };
}

interface CompiledPhrase {
  readonly node: PhraseNode;
  /** The characters it can begin with; undefined = any. */
  readonly begins: ReadonlySet<string> | undefined;
}

function compile(node: PhraseNode): CompiledPhrase {
  const begins = new Set<string>();
  return { node, begins: collectBeginnings(node, begins) === 'any' ? undefined : begins };
}

/** Adds the first characters of a node; `any` where a slot may come first, `empty` where nothing need come. */
function collectBeginnings(node: PhraseNode, into: Set<string>): 'any' | 'empty' | 'some' {
  switch (node.type) {
    case 'literal':
      into.add(node.text.charAt(0));
      return 'some';
    case 'slot':
      return 'any';
    case 'optional':
      return collectBeginnings(node.item, into) === 'any' ? 'any' : 'empty';
    case 'choice': {
      const kinds = node.options.map((option) => collectBeginnings(option, into));
      if (kinds.includes('any')) return 'any';
      return kinds.includes('empty') ? 'empty' : 'some';
    }
    case 'sequence':
      for (const item of node.items) {
        const kind = collectBeginnings(item, into);
        if (kind !== 'empty') return kind;
      }
      return 'empty';
  }
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

  run(phrases: readonly CompiledPhrase[]): RuleMatch | undefined {
    const { lower, segment } = this.#input;
    const first = lower[skipSpace(lower, 0)] ?? '';
    for (const { node, begins } of phrases) {
      if (begins?.has(first) === false) continue;
      this.#found.clear();
      const matched = this.#read(node, 0, (end) => {
        if (skipSpace(lower, end) < lower.length) return false;
        // The map's keys are the names of the slots, its values what their readers returned.
        const found = Object.fromEntries(this.#found) as FoundSlots<Slots>;
        this.#match = this.#options.build(found, segment);
        return this.#match !== undefined;
      });
      if (matched) return this.#match;
    }
    return undefined;
  }

  /** Depth-first with backtracking, bounded by {@link mostSteps}. */
  #read(node: PhraseNode, position: number, then: (end: number) => boolean): boolean {
    if (++this.#steps > mostSteps) return false;
    switch (node.type) {
      case 'literal': {
        const at = skipSpace(this.#input.lower, position);
        return wordStartsAt(this.#input.lower, at, node.text) && then(at + node.text.length);
      }
      case 'slot':
        return this.#readSlot(node.name, position, then);
      case 'optional':
        return this.#read(node.item, position, then) || then(position);
      case 'choice':
        return node.options.some((option) => this.#read(option, position, then));
      case 'sequence':
        return this.#readSequence(node.items, { index: 0, position, then });
    }
  }

  #readSequence(
    items: readonly PhraseNode[],
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
    if (reader === undefined || at >= this.#input.lower.length) return false;
    for (const { value, end } of reader(this.#input, at)) {
      const before = this.#found.get(name);
      this.#found.set(name, value);
      if (then(end)) return true;
      if (before === undefined) this.#found.delete(name);
      else this.#found.set(name, before);
    }
    return false;
  }
}
