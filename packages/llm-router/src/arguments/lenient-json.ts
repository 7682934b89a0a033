import type { Json, JsonObject } from '@mini-agent/foundation/tool';

/** Deeper nesting than any tool takes; also keeps the recursive parser off the stack's end. */
const maxDepth = 64;

const pythonWords: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};

/** `\'` is no JSON escape, but has one meaning only. Other unknown escapes (`\d`, `\U`) are ambiguous and refused. */
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export interface LenientValue {
  readonly value: Json;
  /** Offset of the first character after the value. */
  readonly end: number;
}

/**
 * Reads one complete value in the way models misspell JSON: trailing commas, single quotes, bare keys, Python's True/False/None, comments,
 * raw line breaks in strings. What is not complete (a missing quote or brace) throws a SyntaxError: a cut value is never guessed.
 */
export function parseLenientJson(text: string, start = 0): LenientValue {
  const reader = new LenientReader(text, start);
  const value = reader.value(0);
  return { value, end: reader.position };
}

class LenientReader {
  readonly #text: string;
  position: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.position = start;
  }

  value(depth: number): Json {
    if (depth > maxDepth) this.#fail('it is nested too deeply');
    this.#skipBlanks();
    const next = this.#text[this.position];
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"' || next === "'") return this.#string(next);
    return this.#word();
  }

  #object(depth: number): JsonObject {
    // Object.fromEntries makes own properties, also of a key such as __proto__.
    const entries: [string, Json][] = [];
    this.position += 1;
    for (;;) {
      this.#skipBlanks();
      if (this.#take('}')) return Object.fromEntries(entries);
      const key = this.#key();
      this.#skipBlanks();
      if (!this.#take(':')) this.#fail(`a ":" is missing after the key "${key}"`);
      entries.push([key, this.value(depth + 1)]);
      this.#skipBlanks();
      if (!this.#take(',') && this.#text[this.position] !== '}') {
        this.#fail('a "," or "}" is missing');
      }
    }
  }

  #array(depth: number): Json[] {
    const items: Json[] = [];
    this.position += 1;
    for (;;) {
      this.#skipBlanks();
      if (this.#take(']')) return items;
      items.push(this.value(depth + 1));
      this.#skipBlanks();
      if (!this.#take(',') && this.#text[this.position] !== ']') {
        this.#fail('a "," or "]" is missing');
      }
    }
  }

  #key(): string {
    const next = this.#text[this.position];
    if (next === '"' || next === "'") return this.#string(next);
    return this.#match(/[A-Za-z_$][\w$]*/y) ?? this.#fail('a key is missing');
  }

  #string(quote: string): string {
    let result = '';
    let from = this.position + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === quote) {
        this.position = at + 1;
        return result + this.#text.slice(from, at);
      }
      if (character !== '\\') continue;
      result += this.#text.slice(from, at);
      this.position = at;
      result += this.#escape();
      at = this.position - 1;
      from = this.position;
    }
    return this.#fail('a string has no end');
  }

  #escape(): string {
    const unicode = this.#match(/\\u[0-9a-fA-F]{4}/y);
    if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode.slice(2), 16));
    const letter = this.#text[this.position + 1] ?? '';
    const meaning = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (meaning === undefined)
      this.#fail(`"\\${letter}" is no escape; write a backslash as "\\\\"`);
    this.position += 2;
    return meaning;
  }

  #word(): Json {
    const number = this.#match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
    if (number !== undefined) return Number(number);
    const word = this.#match(/[A-Za-z]+(?!\w)/y);
    if (word !== undefined && Object.hasOwn(pythonWords, word)) return pythonWords[word] ?? null;
    return this.#fail('a value is missing');
  }

  #skipBlanks(): void {
    this.#match(/(?:\s|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)+/y);
  }

  #take(character: string): boolean {
    if (this.#text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  #fail(problem: string): never {
    throw new SyntaxError(`${problem} at character ${this.position}`);
  }
}
