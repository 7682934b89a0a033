import { skipSpace, wordStartsAt } from '@mini-agent/llm-router/rules';
import type { WordIndex } from './expression-words.ts';

/** Where the expression parser stands. Positions only move forward, except where a reading is given up. */
export class ExpressionCursor {
  readonly lower: string;
  /** Take "and" into numbers: "one hundred and five". */
  readonly longNumbers: boolean;
  at: number;
  depth = 0;
  /** Inside a list in words: its items are operands, no lists themselves. */
  inList = false;

  constructor(lower: string, at: number, longNumbers: boolean) {
    this.lower = lower;
    this.at = at;
    this.longNumbers = longNumbers;
  }

  /** The next character that is no space, without taking it. */
  peek(): string {
    return this.lower.charAt(skipSpace(this.lower, this.at));
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
    for (const word of words.split(' ')) {
      at = skipSpace(this.lower, at);
      if (!wordStartsAt(this.lower, at, word)) return false;
      at += word.length;
    }
    this.at = at;
    return true;
  }

  takeEntry<Value>(entries: WordIndex<Value>): Value | undefined {
    return entries.get(this.peek())?.find(([words]) => this.takeWords(words))?.[1];
  }

  /** Runs `read`; goes back if it gives undefined. */
  attempt<Value>(read: () => Value | undefined): Value | undefined {
    const { at, depth } = this;
    const value = read();
    if (value === undefined) {
      this.at = at;
      this.depth = depth;
    }
    return value;
  }
}
