import type { PhraseNode } from './phrase-node.ts';
import { ChoiceNode, SequenceNode } from './phrase-node.ts';

/** The pattern of a named part, read once. */
export type FindPart = (name: string) => PhraseNode;

const SPACE = 0x20;
const MARK = 0x3f;
const BAR = 0x7c;
const OPEN = 0x28;
const CLOSE = 0x29;
const SLOT = 0x7b;
const PART = 0x3c;
const ESCAPE = 0x5c;

/** Signs that end a run of literal characters. */
const signs: ReadonlySet<number> = new Set([SPACE, MARK, BAR, OPEN, CLOSE, SLOT, PART, ESCAPE]);

/**
 * Reads a phrase pattern: literal text, `(a|b)` for a choice, `?` behind an item that may be missing (a bare literal means all of its run of
 * letters), `{name}` for a slot, `<name>` for a named part, `\` before a character that is meant literally. White space between items is free.
 *
 * Only as much is read as is asked for: a set has a hundred phrases, of which a text fits the beginning of a few.
 *
 * @throws {SyntaxError} where the pattern is not well formed, when it is read: patterns are code, not input.
 */
export function readPhrase(pattern: string, findPart: FindPart): SequenceNode {
  const reader = new PhraseReader(pattern, findPart);
  return new SequenceNode(() => {
    const item = reader.next();
    if (item === undefined) reader.end();
    return item;
  });
}

/** Reads the whole pattern of a named part, which may also be a choice: `a|b`. */
export function readPart(pattern: string, findPart: FindPart): PhraseNode {
  const reader = new PhraseReader(pattern, findPart);
  const node = reader.choice();
  reader.end();
  return node;
}

class PhraseReader {
  readonly #pattern: string;
  readonly #findPart: FindPart;
  #at = 0;

  constructor(pattern: string, findPart: FindPart) {
    this.#pattern = pattern;
    this.#findPart = findPart;
  }

  /** The next item with its `?`; undefined at the end of what is beside each other. */
  next(): PhraseNode | undefined {
    const pattern = this.#pattern;
    while (pattern.charCodeAt(this.#at) === SPACE) this.#at++;
    if (this.#at >= pattern.length) return undefined;
    const code = pattern.charCodeAt(this.#at);
    if (code === BAR || code === CLOSE) return undefined;
    const item = this.#item(code);
    if (pattern.charCodeAt(this.#at) !== MARK) return item;
    this.#at++;
    return { type: 'optional', item };
  }

  choice(): PhraseNode {
    const first = this.#sequence();
    if (this.#pattern.charCodeAt(this.#at) !== BAR) return first;
    const options = [first];
    while (this.#pattern.charCodeAt(this.#at) === BAR) {
      this.#at++;
      options.push(this.#sequence());
    }
    return new ChoiceNode(options);
  }

  end(): void {
    if (this.#at < this.#pattern.length) this.#fail('unexpected character');
  }

  #sequence(): PhraseNode {
    const first = this.next();
    const second = first === undefined ? undefined : this.next();
    if (first !== undefined && second === undefined) return first;
    const items = first === undefined ? [] : [first];
    for (let item = second; item !== undefined; item = this.next()) items.push(item);
    return new SequenceNode(() => items.shift());
  }

  #item(code: number): PhraseNode {
    if (code === OPEN) {
      this.#at++;
      const inner = this.choice();
      if (this.#pattern.charCodeAt(this.#at) !== CLOSE) this.#fail('missing )');
      this.#at++;
      return inner;
    }
    if (code === SLOT) return { type: 'slot', name: this.#name('}') };
    if (code === PART) return this.#findPart(this.#name('>'));
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
    const pattern = this.#pattern;
    let text = '';
    let start = this.#at;
    let at = start;
    for (; at < pattern.length; at++) {
      const code = pattern.charCodeAt(at);
      if (code >= 128 || !signs.has(code)) continue;
      if (code !== ESCAPE) break;
      text += pattern.slice(start, at);
      at++;
      start = at;
    }
    this.#at = at;
    text += pattern.slice(start, at);
    if (text === '') this.#fail('nothing to match');
    return text;
  }

  #fail(problem: string): never {
    throw new SyntaxError(`Phrase "${this.#pattern}", position ${this.#at}: ${problem}.`);
  }
}
