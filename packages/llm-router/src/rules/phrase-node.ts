import { skipSpace } from './characters.ts';

/** A phrase pattern, read: what `PhraseReader` makes of `how many {unit} (are|is)? in {quantity}`. */
export type PhraseNode =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'slot'; readonly name: string }
  | { readonly type: 'optional'; readonly item: PhraseNode }
  | SequenceNode
  | ChoiceNode;

/** Items one behind the other. They are read from the pattern when they are asked for. */
export class SequenceNode {
  readonly type = 'sequence';
  readonly #items: PhraseNode[] = [];
  readonly #next: () => PhraseNode | undefined;
  #isRead = false;
  #needs: readonly Need[] | undefined;

  /** @param next the next item; undefined behind the last one, after which it is not asked again */
  constructor(next: () => PhraseNode | undefined) {
    this.#next = next;
  }

  /** Undefined behind the last item. */
  itemAt(index: number): PhraseNode | undefined {
    return index < this.#items.length || this.#isRead ? this.#items[index] : this.#readTo(index);
  }

  /** What a match holds. */
  get needs(): readonly Need[] {
    return (this.#needs ??= needsOfAll(this));
  }

  #readTo(index: number): PhraseNode | undefined {
    while (this.#items.length <= index) {
      const item = this.#next();
      if (item === undefined) {
        this.#isRead = true;
        break;
      }
      this.#items.push(item);
    }
    return this.#items[index];
  }
}

/** A text, or the options of which one needs no more than what is there. */
type Need = string | ChoiceNode;

/** Options of which one must match; what was found out about them is kept, because a named part stands in many phrases. */
export class ChoiceNode {
  readonly type = 'choice';
  readonly #options: readonly PhraseNode[];
  readonly #byCharacter = new Map<string, readonly PhraseNode[]>();
  #needs: readonly (readonly Need[])[] | undefined;
  #lastText: string | undefined;
  #isLastPossible = false;

  constructor(options: readonly PhraseNode[]) {
    this.#options = options;
  }

  /** The options that can begin with `character`, in their order. */
  optionsAt(character: string): readonly PhraseNode[] {
    let options = this.#byCharacter.get(character);
    if (options === undefined) {
      options = this.#options.filter((option) => canBegin(option, character));
      if (this.#byCharacter.size < mostCharacters) this.#byCharacter.set(character, options);
    }
    return options;
  }

  /** Whether each option needs something, and there are not so many that looking for it costs more than it saves. */
  get isSelective(): boolean {
    return this.#optionNeeds.length > 0;
  }

  /** Whether `lower` holds what at least one of the options needs. */
  isPossible(lower: string): boolean {
    if (this.#lastText !== lower) {
      this.#isLastPossible = this.#optionNeeds.some((needs) => holdsAll(lower, needs));
      this.#lastText = lower;
    }
    return this.#isLastPossible;
  }

  get #optionNeeds(): readonly (readonly Need[])[] {
    return (this.#needs ??= this.#findNeeds());
  }

  #findNeeds(): readonly (readonly Need[])[] {
    if (this.#options.length > mostAlternatives) return [];
    const needs = this.#options.map((option) => needsOf(option));
    return needs.every(({ length }) => length > 0) ? needs : [];
  }
}

const mostAlternatives = 24;

function needsOf(node: PhraseNode): readonly Need[] {
  switch (node.type) {
    case 'literal':
      return [node.text];
    case 'choice':
      return node.isSelective ? [node] : [];
    case 'sequence':
      return node.needs;
    case 'slot':
    case 'optional':
      return [];
  }
}

/** Texts first: they are found or missed faster than one of several. */
function needsOfAll(sequence: SequenceNode): readonly Need[] {
  const texts: Need[] = [];
  const choices: Need[] = [];
  for (let index = 0; ; index++) {
    const item = sequence.itemAt(index);
    if (item === undefined) return [...texts, ...choices];
    for (const need of needsOf(item)) (typeof need === 'string' ? texts : choices).push(need);
  }
}

function holdsAll(lower: string, needs: readonly Need[]): boolean {
  for (const need of needs) {
    const isThere = typeof need === 'string' ? lower.includes(need) : need.isPossible(lower);
    if (!isThere) return false;
  }
  return true;
}

/** Whether `lower` holds the words that a phrase cannot do without: looking for them is far cheaper than trying. */
export function isPossible({ needs }: SequenceNode, lower: string): boolean {
  return holdsAll(lower, needs);
}

const mostCharacters = 500;

/** Whether a match of `node` can begin with `character`, or be empty. Most phrases are done with after this one look. */
export function canBegin(node: PhraseNode, character: string): boolean {
  switch (node.type) {
    case 'literal':
      return character !== '' && node.text.startsWith(character);
    case 'slot':
    case 'optional':
      return true;
    case 'choice':
      return node.optionsAt(character).length > 0;
    case 'sequence':
      return sequenceCanBegin(node, character);
  }
}

/** The first item decides; behind one that may be missing, the next one too. */
function sequenceCanBegin(sequence: SequenceNode, character: string): boolean {
  for (let index = 0; ; index++) {
    const item = sequence.itemAt(index);
    if (item === undefined) return true;
    if (item.type !== 'optional') return canBegin(item, character);
    if (canBegin(item.item, character)) return true;
  }
}

/** The character at which whatever stands at `position` begins. */
export function characterAt(lower: string, position: number): string {
  return lower.charAt(skipSpace(lower, position));
}
