import { brokenFile, lineOf } from './merge-error.ts';

/** `key = value` in a TOML text. */
export interface TomlEntry {
  /** All names from the root of the document on, tables included. */
  readonly path: readonly string[];
  /** The part of the text that is the value. */
  readonly from: number;
  readonly to: number;
  readonly value: TomlValue;
}

/** Numbers, booleans and dates as they stand; nothing here needs more of them. */
export type TomlValue =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'bare'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly TomlValue[]; readonly hasComment: boolean }
  | { readonly kind: 'inline'; readonly entries: readonly TomlEntry[] };

export interface TomlTable {
  readonly path: readonly string[];
  readonly isArray: boolean;
  /** Behind the header's line. */
  readonly bodyFrom: number;
}

export interface TomlDocument {
  readonly tables: readonly TomlTable[];
  readonly entries: readonly TomlEntry[];
}

/**
 * Reads TOML 1.0 as far as merging needs it: where each table and each value stands. A text that is no TOML is refused.
 * @throws MergeError that names the line.
 */
export function parseToml(text: string): TomlDocument {
  const cursor = createCursor(text);
  const tables: TomlTable[] = [];
  const entries: TomlEntry[] = [];
  let table: readonly string[] = [];
  cursor.match(/\uFEFF/y);
  for (;;) {
    cursor.match(/(?:[ \t\r\n]|#[^\r\n]*)+/y);
    if (cursor.at() === text.length) return { tables, entries };
    if (cursor.peek() === '[') {
      const header = readHeader(cursor);
      table = header.path;
      tables.push(header);
    } else {
      entries.push(readEntry(cursor, table, 0));
      endOfLine(cursor);
    }
  }
}

interface Cursor {
  readonly at: () => number;
  readonly peek: () => string;
  readonly match: (pattern: RegExp) => string | undefined;
  readonly broken: () => Error;
}

function createCursor(text: string): Cursor {
  let position = 0;
  return {
    at: () => position,
    peek: () => text.charAt(position),
    match: (pattern) => {
      pattern.lastIndex = position;
      const found = pattern.exec(text)?.[0];
      position += found?.length ?? 0;
      return found;
    },
    broken: () => brokenFile(lineOf(text, position)),
  };
}

const blank = /[ \t]+/y;

function endOfLine(cursor: Cursor): void {
  cursor.match(blank);
  cursor.match(/#[^\r\n]*/y);
  if (cursor.peek() !== '' && cursor.match(/\r?\n/y) === undefined) throw cursor.broken();
}

function readHeader(cursor: Cursor): TomlTable {
  const isArray = cursor.match(/\[\[/y) !== undefined;
  if (!isArray) cursor.match(/\[/y);
  const path = readKey(cursor);
  if (cursor.match(isArray ? /\]\]/y : /\]/y) === undefined) throw cursor.broken();
  endOfLine(cursor);
  return { path, isArray, bodyFrom: cursor.at() };
}

/** One line of text in double or single quotes. Signs come in stretches: one step for each would exhaust the stack on a long text. */
const basic = /"[^"\\\r\n]*(?:\\(?:[btnfr"\\]|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})[^"\\\r\n]*)*"/y;
const literal = /'[^'\r\n]*'/y;

function readKey(cursor: Cursor): readonly string[] {
  const path: string[] = [];
  for (;;) {
    cursor.match(blank);
    const bare = cursor.match(/[\w-]+/y);
    const name = bare ?? readQuoted(cursor);
    if (name === undefined) throw cursor.broken();
    path.push(name);
    cursor.match(blank);
    if (cursor.match(/\./y) === undefined) return path;
  }
}

function readQuoted(cursor: Cursor): string | undefined {
  const text = cursor.match(basic) ?? cursor.match(literal);
  if (text === undefined) return undefined;
  if (holdsControl(text)) throw cursor.broken();
  const inner = text.slice(1, -1);
  return text.startsWith('"') ? unescape(inner) : inner;
}

/** Control characters of ASCII but the tab: TOML allows none of them in a text. */
function holdsControl(text: string): boolean {
  return [...text.matchAll(/\p{Cc}/gu)].some(([sign]) => sign !== '\t' && sign <= '\u007F');
}

function readEntry(cursor: Cursor, table: readonly string[], depth: number): TomlEntry {
  const path = [...table, ...readKey(cursor)];
  if (cursor.match(/=[ \t]*/y) === undefined) throw cursor.broken();
  const from = cursor.at();
  const value = readValue(cursor, depth);
  return { path, from, to: cursor.at(), value };
}

const deepest = 100;
const longBasic = /"""[^"\\]*(?:(?:\\[^]|"(?!""))[^"\\]*)*"{3,5}/y;
const longLiteral = /'''[^']*(?:'(?!'')[^']*)*'{3,5}/y;
const bareValue =
  /true|false|[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d:\d\d(?:\.\d+)?|0x[\dA-Fa-f_]+|0o[0-7_]+|0b[01_]+|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?/y;

function readValue(cursor: Cursor, depth: number): TomlValue {
  if (depth > deepest) throw cursor.broken();
  const long = cursor.match(longBasic);
  if (long !== undefined) return { kind: 'text', value: unescape(long.slice(3, -3)) };
  const raw = cursor.match(longLiteral);
  if (raw !== undefined) return { kind: 'text', value: raw.slice(3, -3) };
  const text = readQuoted(cursor);
  if (text !== undefined) return { kind: 'text', value: text };
  if (cursor.match(/\[/y) !== undefined) return readArray(cursor, depth + 1);
  if (cursor.match(/\{/y) !== undefined) return readInline(cursor, depth + 1);
  const value = cursor.match(bareValue);
  if (value === undefined || /[\w.+:-]/.test(cursor.peek())) throw cursor.broken();
  return { kind: 'bare', value };
}

function readArray(cursor: Cursor, depth: number): TomlValue {
  const items: TomlValue[] = [];
  let hasComment = false;
  const skip = (): void => {
    const gap = cursor.match(/(?:[ \t\r\n]|#[^\r\n]*)+/y);
    hasComment ||= gap?.includes('#') === true;
  };
  for (let hasComma = true; ;) {
    skip();
    if (cursor.match(/\]/y) !== undefined) return { kind: 'array', items, hasComment };
    if (!hasComma) throw cursor.broken();
    items.push(readValue(cursor, depth));
    skip();
    hasComma = cursor.match(/,/y) !== undefined;
  }
}

function readInline(cursor: Cursor, depth: number): TomlValue {
  const entries: TomlEntry[] = [];
  cursor.match(blank);
  if (cursor.match(/\}/y) !== undefined) return { kind: 'inline', entries };
  for (;;) {
    entries.push(readEntry(cursor, [], depth));
    cursor.match(blank);
    if (cursor.match(/\}/y) !== undefined) return { kind: 'inline', entries };
    if (cursor.match(/,/y) === undefined) throw cursor.broken();
  }
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

function unescape(text: string): string {
  return text.replace(/\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[^])/g, (escape) => {
    const sign = escape.slice(1);
    if (sign.length === 1) return escapes[sign] ?? escape;
    const code = Number.parseInt(sign.slice(1), 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : escape;
  });
}
