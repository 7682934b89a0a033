/** Where JSON text is broken, in words that do not repeat the text, which may hold a key. */
export interface JsonFault {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** A clause such as "a comma is missing". */
  readonly what: string;
}

/** A name that an object holds twice; the parser silently keeps the last one. */
export interface RepeatedName {
  readonly name: string;
  readonly line: number;
}

export interface JsonScan {
  readonly fault: JsonFault | undefined;
  readonly repeated: readonly RepeatedName[];
}

/** No configuration is nested so deep; a text that is would only exhaust the stack. */
const deepest = 100;

/**
 * Finds the first fault of JSON text (RFC 8259), and names given twice. `JSON.parse` tells neither a line nor a column, and quotes the
 * text in its message.
 */
export function scanJson(text: string): JsonScan {
  const state: ScanState = { text, offset: 0, fault: undefined, repeated: [] };
  if (readValue(state, 0)) {
    skipBlanks(state);
    if (state.offset < text.length) fail(state, 'nothing may follow the last }');
  }
  return { fault: state.fault, repeated: state.repeated };
}

interface ScanState {
  readonly text: string;
  offset: number;
  fault: JsonFault | undefined;
  readonly repeated: RepeatedName[];
}

function fail(state: ScanState, what: string): false {
  const { text, offset } = state;
  const ended = offset >= text.length;
  state.fault ??= { ...placeOf(text, offset), what: ended ? 'the text ends too early' : what };
  return false;
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function skipBlanks(state: ScanState): void {
  while (/[ \t\r\n]/.test(state.text[state.offset] ?? '')) state.offset += 1;
}

function readValue(state: ScanState, depth: number): boolean {
  skipBlanks(state);
  const { text, offset } = state;
  const first = text[offset];
  if (depth > deepest) return fail(state, 'values are nested too deep');
  if (first === '{') return readObject(state, depth);
  if (first === '[') return readList(state, depth);
  if (first === '"') return readText(state) !== undefined;
  const plain = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  plain.lastIndex = offset;
  const found = plain.exec(text);
  if (found === null) return fail(state, oddity(state, 'a value is missing or not in quotes'));
  state.offset += found[0].length;
  return true;
}

function readObject(state: ScanState, depth: number): boolean {
  const names = new Set<string>();
  return readParts(state, '}', () => {
    const { offset } = state;
    if (state.text[offset] !== '"')
      return fail(state, oddity(state, 'a name in double quotes is missing'));
    const name = readText(state);
    if (name === undefined) return false;
    if (names.has(name)) state.repeated.push({ name, line: placeOf(state.text, offset).line });
    names.add(name);
    skipBlanks(state);
    if (state.text[state.offset] !== ':') return fail(state, 'a colon is missing');
    state.offset += 1;
    return readValue(state, depth + 1);
  });
}

function readList(state: ScanState, depth: number): boolean {
  return readParts(state, ']', () => readValue(state, depth + 1));
}

function readParts(state: ScanState, close: '}' | ']', readPart: () => boolean): boolean {
  state.offset += 1;
  skipBlanks(state);
  if (state.text[state.offset] === close) {
    state.offset += 1;
    return true;
  }
  for (;;) {
    skipBlanks(state);
    if (!readPart()) return false;
    skipBlanks(state);
    const next = state.text[state.offset];
    if (next !== ',' && next !== close) {
      return fail(state, oddity(state, `a comma or ${close} is missing`));
    }
    const { offset } = state;
    state.offset += 1;
    if (next === close) return true;
    skipBlanks(state);
    if (/^[\]}]/.test(state.text.slice(state.offset, state.offset + 1))) {
      state.offset = offset;
      return fail(state, `a comma stands before ${close}`);
    }
  }
}

/** What people write who take it for JavaScript, else `otherwise`. */
function oddity({ text, offset }: ScanState, otherwise: string): string {
  const next = text.slice(offset, offset + 2);
  if (next === '//' || next === '/*' || next.startsWith('#')) return 'comments are not allowed';
  if (/^['‘’“”`]/.test(next)) return 'only double quotes (") are allowed';
  return otherwise;
}

/** Characters below U+0020 must be escaped. */
const textPiece = String.raw`[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})`;

/** The text that begins here, or undefined where it is broken. */
function readText(state: ScanState): string | undefined {
  const { text, offset } = state;
  const piece = new RegExp(textPiece, 'y');
  piece.lastIndex = offset + 1;
  let end = offset + 1;
  while (piece.test(text)) end = piece.lastIndex;
  state.offset = end;
  if (text[end] === '"') {
    state.offset = end + 1;
    return JSON.parse(text.slice(offset, end + 1)) as string;
  }
  const what =
    text[end] === '\\'
      ? 'a backslash must be doubled'
      : 'a closing quote is missing before the end of the line';
  fail(state, what);
  return undefined;
}
