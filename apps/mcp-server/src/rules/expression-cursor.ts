import { skipSpace, wordStartsAt } from '@mini-agent/llm-router/rules';
import type { WordIndex } from './word-index.ts';

/** Where the expression parser stands. Positions only move forward, except where a reading is given up. */
export class ExpressionCursor {
  readonly lower: string;
  /** Take "and" into numbers: "one hundred and five". */
  readonly longNumbers: boolean;
  /** There is a word that a Chinese list ends with: 的, 之, 最. */
  readonly mayHoldList: boolean;
  at: number;
  depth = 0;
  /** Inside a list in words: its items are operands, no lists themselves. */
  inList = false;

  constructor(lower: string, at: number, longNumbers: boolean) {
    this.lower = lower;
    this.at = at;
    this.longNumbers = longNumbers;
    this.mayHoldList = /[的之最]/.test(lower);
  }

  /** The next character that is no space, without taking it. */
  peek(): string {
    const { lower } = this;
    let { at } = this;
    let character = lower[at];
    while (character === ' ' || character === '\n') character = lower[++at];
    return character ?? '';
  }

  takeSymbol(symbol: string): boolean {
    const at = skipSpace(this.lower, this.at);
    if (!this.lower.startsWith(symbol, at)) return false;
    this.at = at + symbol.length;
    return true;
  }

  /** Takes words with any spaces between them, as whole words. */
  takeWords(words: string): boolean {
    let at = skipSpace(this.lower, this.at);
    if (this.lower.charCodeAt(at) !== words.charCodeAt(0)) return false;
    if (wordStartsAt(this.lower, at, words)) {
      this.at = at + words.length;
      return true;
    }
    if (!words.includes(' ')) return false;
    for (const word of words.split(' ')) {
      at = skipSpace(this.lower, at);
      if (!wordStartsAt(this.lower, at, word)) return false;
      at += word.length;
    }
    this.at = at;
    return true;
  }

  takeEntry<Value>(entries: WordIndex<Value>): Value | undefined {
    const candidates = entries.get(this.peek());
    return candidates?.find(([words]) => this.takeWords(words))?.[1];
  }

  /** Runs `read`; goes back if it gives undefined. */
  attempt<Value>(read: () => Value | undefined): Value | undefined {
    const { at } = this;
    const value = read();
    if (value === undefined) this.at = at;
    return value;
  }
}
