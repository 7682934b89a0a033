/** A phrase pattern, parsed: what {@link parsePhrase} makes of `how many {unit} (are|is)? in {quantity}`. */
export type PhraseNode =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'slot'; readonly name: string }
  | { readonly type: 'part'; readonly name: string }
  | { readonly type: 'sequence'; readonly items: readonly PhraseNode[] }
  | { readonly type: 'choice'; readonly options: readonly PhraseNode[] }
  | { readonly type: 'optional'; readonly item: PhraseNode };

/**
 * Phrase patterns: literal text, `(a|b)` for a choice, `?` behind an item that may be missing (a bare literal means all of its run of letters),
 * `{name}` for a slot, `<name>` for a named part, `\` before a character that is meant literally. White space between items is free.
 * @throws {SyntaxError} for a pattern that is not well formed: patterns are code, not input.
 */
export function parsePhrase(pattern: string): PhraseNode {
  return new PhraseParser(pattern).parse();
}

class PhraseParser {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): PhraseNode {
    const node = this.#choice();
    if (this.#at < this.#pattern.length) this.#fail('unexpected character');
    return node;
  }

  #choice(): PhraseNode {
    const options = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      options.push(this.#sequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
  }

  #sequence(): PhraseNode {
    const items: PhraseNode[] = [];
    for (;;) {
      while (this.#pattern[this.#at] === ' ') this.#at++;
      const character = this.#pattern[this.#at];
      if (character === undefined || character === '|' || character === ')') break;
      const item = this.#item(character);
      if (this.#pattern[this.#at] === '?') {
        this.#at++;
        items.push({ type: 'optional', item });
      } else items.push(item);
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { type: 'sequence', items };
  }

  #item(character: string): PhraseNode {
    if (character === '(') {
      this.#at++;
      const inner = this.#choice();
      if (this.#pattern[this.#at] !== ')') this.#fail('missing )');
      this.#at++;
      return inner;
    }
    if (character === '{') return { type: 'slot', name: this.#name('}') };
    if (character === '<') return { type: 'part', name: this.#name('>') };
    return { type: 'literal', text: this.#literal() };
  }

  #name(close: string): string {
    const end = this.#pattern.indexOf(close, this.#at);
    if (end === -1) this.#fail(`missing ${close}`);
    const name = this.#pattern.slice(this.#at + 1, end);
    this.#at = end + 1;
    return name;
  }

  #literal(): string {
    let text = '';
    for (;;) {
      const character = this.#pattern[this.#at];
      if (character === undefined || ' ?|(){<'.includes(character)) break;
      if (character === '\\') this.#at++;
      text += this.#pattern[this.#at] ?? '';
      this.#at++;
    }
    if (text === '') this.#fail('nothing to match');
    return text;
  }

  #fail(problem: string): never {
    throw new SyntaxError(`Phrase "${this.#pattern}", position ${this.#at}: ${problem}.`);
  }
}
