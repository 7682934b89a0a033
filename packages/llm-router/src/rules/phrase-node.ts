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
  /** A text that a match holds, to be looked for before {@link isPossible} is asked. Empty as long as none is known. */
  longestText = '';
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
    return this.#needs ?? this.#findNeeds();
  }

  /** Whether `lower` holds the words that the phrase cannot do without: looking for them is far cheaper than trying. */
  isPossible(lower: string): boolean {
    for (const need of this.#needs ?? this.#findNeeds()) {
      const isThere = typeof need === 'string' ? lower.includes(need) : need.isPossible(lower);
      if (!isThere) return false;
    }
    return true;
  }

  #findNeeds(): readonly Need[] {
    const needs = needsOfAll(this);
    for (const need of needs) {
      if (typeof need === 'string' && need.length > this.longestText.length) {
        this.longestText = need;
      }
    }
    return (this.#needs = needs);
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
    return (this.#needs ?? this.#findNeeds()).length > 0;
  }

  /** Whether `lower` holds what at least one of the options needs. */
  isPossible(lower: string): boolean {
    if (this.#lastText !== lower) {
      this.#lastText = lower;
      this.#isLastPossible = this.#holdsAnOption(lower);
    }
    return this.#isLastPossible;
  }

  #holdsAnOption(lower: string): boolean {
    for (const needs of this.#needs ?? this.#findNeeds()) {
      const first = needs[0];
      const mayHold = typeof first !== 'string' || lower.includes(first);
      if (mayHold && (needs.length === 1 || holdsAll(lower, needs))) return true;
    }
    return false;
  }

  #findNeeds(): readonly (readonly Need[])[] {
    const isLong = this.#options.length > mostAlternatives;
    const needs = isLong ? [] : this.#options.map((option) => needsOf(option));
    return (this.#needs = needs.every(({ length }) => length > 0) ? needs : []);
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
  let at = position;
  let character = lower[at];
  while (character === ' ' || character === '\n') character = lower[++at];
  return character ?? '';
}
