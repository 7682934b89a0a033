import { CoreToolError } from '../errors.ts';

const MAX_DEPTH = 100;
const INDENT = '  ';
/** A bracket or sign, the quote that opens a text, or anything else up to the next of them. */
const TOKEN = /[ \t\n\r]*([{}[\],:"]|[^\s{}[\],:"]+)/y;
const BACKSLASH = 0x5c;
// eslint-disable-next-line no-control-regex -- controls are what a plain text does not have
const PLAIN_STRING = /^"[^\\\u0000-\u001f]*"$/;
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** What may stand next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

interface Writer {
  readonly pretty: boolean;
  readonly open: ('{' | '[')[];
  readonly parts: string[];
  expected: Expected;
}

/**
 * Rewrites JSON (RFC 8259) with two spaces of indentation, or without white space. Only white space changes: numbers
 * keep their digits, keys their order, duplicates stay, unlike after `JSON.parse`.
 *
 * @throws CoreToolError `invalid_arguments` with the position of the first mistake, or for more than 100 levels.
 */
export function formatJson(text: string, style: 'pretty' | 'minify'): string {
  const writer: Writer = { pretty: style === 'pretty', open: [], parts: [], expected: 'value' };
  // A byte order mark is no part of it, but counts in positions.
  const bodyStart = text.startsWith('\uFEFF') ? 1 : 0;
  TOKEN.lastIndex = bodyStart;
  let position = bodyStart;
  let hasValue = false;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const opening = match[1] ?? '';
    const start = TOKEN.lastIndex - opening.length;
    if (opening === '"') TOKEN.lastIndex = stringEnd(text, start);
    if (TOKEN.lastIndex === 0) throw invalidJson(start, 'a text is not closed');
    const token = text.slice(start, TOKEN.lastIndex);
    if (hasValue && writer.open.length === 0)
      throw invalidJson(start, 'nothing may follow the value');
    acceptToken(writer, token, start);
    hasValue = true;
    position = TOKEN.lastIndex;
  }
  const isAtEnd = /^[ \t\n\r]*$/.test(text.slice(position));
  if (!isAtEnd) throw invalidJson(position, 'a character is not allowed');
  if (!hasValue || writer.open.length > 0 || writer.expected !== ', or end') {
    throw invalidJson(text.length, `it ends where ${writer.expected} is expected`);
  }
  return writer.parts.join('');
}

/**
 * Where the text ends whose opening quote is given; 0 when it does not. A pattern for it would keep a place for each
 * escape, and run out of them in a long text.
 */
function stringEnd(text: string, opening: number): number {
  let quote = opening;
  do quote = text.indexOf('"', quote + 1);
  while (quote !== -1 && isEscaped(text, quote));
  return quote + 1;
}

function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (index - start) % 2 === 1;
}

function invalidJson(position: number, reason: string): CoreToolError {
  return new CoreToolError(
    'invalid_arguments',
    `Invalid JSON at position ${position}: ${reason}.`,
    {
      details: { position },
    },
  );
}

function acceptToken(writer: Writer, token: string, position: number): void {
  const first = token.charAt(0);
  if (first === '{' || first === '[') openBracket(writer, first, position);
  else if (first === '}' || first === ']') closeBracket(writer, first, position);
  else if (first === ',') acceptComma(writer, position);
  else if (first === ':') acceptColon(writer, position);
  else acceptScalar(writer, token, position);
}

function requireExpected(writer: Writer, position: number, allowed: readonly Expected[]): void {
  if (!allowed.includes(writer.expected)) {
    throw invalidJson(position, `${writer.expected} is expected`);
  }
}

function openBracket(writer: Writer, bracket: '{' | '[', position: number): void {
  requireExpected(writer, position, ['value', 'value or ]']);
  if (writer.open.length >= MAX_DEPTH) {
    throw invalidJson(position, `more than ${MAX_DEPTH} levels are nested`);
  }
  startItem(writer);
  writer.open.push(bracket);
  writer.parts.push(bracket);
  writer.expected = bracket === '{' ? 'key or }' : 'value or ]';
}

function closeBracket(writer: Writer, bracket: '}' | ']', position: number): void {
  const isEmpty = writer.expected === (bracket === '}' ? 'key or }' : 'value or ]');
  if (!isEmpty) requireExpected(writer, position, [', or end']);
  if (writer.open.at(-1) !== (bracket === '}' ? '{' : '[')) {
    throw invalidJson(position, `${bracket} closes nothing`);
  }
  writer.open.pop();
  if (!isEmpty) breakLine(writer);
  writer.parts.push(bracket);
  writer.expected = ', or end';
}

function acceptComma(writer: Writer, position: number): void {
  requireExpected(writer, position, [', or end']);
  writer.parts.push(',');
  breakLine(writer);
  writer.expected = writer.open.at(-1) === '{' ? 'key' : 'value';
}

function acceptColon(writer: Writer, position: number): void {
  requireExpected(writer, position, [':']);
  writer.parts.push(writer.pretty ? ': ' : ':');
  writer.expected = 'value';
}

function acceptScalar(writer: Writer, token: string, position: number): void {
  const isKey = writer.expected === 'key' || writer.expected === 'key or }';
  if (!isKey) requireExpected(writer, position, ['value', 'value or ]']);
  const isString = token.startsWith('"');
  if (isString ? !isValidString(token) : isKey || !LITERAL.test(token)) {
    const reason = isString
      ? 'a text has a control character or an unknown escape'
      : isKey
        ? 'a key must be in double quotes'
        : 'texts need double quotes; other values are numbers, true, false, null';
    throw invalidJson(position, reason);
  }
  startItem(writer);
  writer.parts.push(token);
  writer.expected = isKey ? ':' : ', or end';
}

/** RFC 8259 §7: no raw controls, only the known escapes. One text alone is checked by the engine without loss. */
function isValidString(token: string): boolean {
  if (PLAIN_STRING.test(token)) return true;
  try {
    JSON.parse(token);
    return true;
  } catch {
    return false;
  }
}

/** The first item of a bracket starts a line of its own; later ones follow a comma, values follow their key. */
function startItem(writer: Writer): void {
  if (writer.expected === 'key or }' || writer.expected === 'value or ]') breakLine(writer);
}

function breakLine(writer: Writer): void {
  if (writer.pretty) writer.parts.push('\n', INDENT.repeat(writer.open.length));
}
