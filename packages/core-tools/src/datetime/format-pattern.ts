import { CoreToolError, requireText } from '../errors.ts';

/** A compiled format: texts and tokens in turn, beginning and ending with a text (which may be empty). */
export interface FormatPattern {
  /** One more than there are tokens. */
  readonly literals: readonly string[];
  readonly tokens: readonly FormatToken[];
  /** Words in another dialect (`yyyy`, `dd`) that stay as they are. */
  readonly suspicious: readonly string[];
}

type FormatPiece =
  { readonly literal: string } | { readonly token: FormatToken; readonly literal?: undefined };

/** Longest first, so that the first prefix found is the longest match. */
const LONGEST_FIRST = [
  'YYYY',
  'MMMM',
  'dddd',
  'GGGG',
  'MMM',
  'ddd',
  'SSS',
  'YY',
  'MM',
  'DD',
  'Do',
  'WW',
  'HH',
  'hh',
  'mm',
  'ss',
  'ZZ',
  'M',
  'D',
  'H',
  'h',
  'm',
  's',
  'A',
  'a',
  'Z',
  'X',
  'x',
] as const;

export type FormatToken = (typeof LONGEST_FIRST)[number];

const MAX_FORMAT_CHARS = 1000;
const MAX_REMEMBERED = 64;
const remembered = new Map<string, FormatPattern>();
let last: FormatPattern | undefined;
let lastFormat = '';

/**
 * Compiles a format in one pass. A word of letters is a format only if it consists of tokens alone, so that ordinary
 * words stay: `session YYYY` keeps `session`, `YYYYMMDDTHHmmss` is tokens around a `T`.
 */
export function compileFormat(format: string): FormatPattern {
  // Most callers have one format.
  if (last && format === lastFormat) return last;
  last = remembered.get(format) ?? compileNew(format);
  lastFormat = format;
  return last;
}

function compileNew(format: string): FormatPattern {
  requireText(format, 'format', 'a string such as YYYY-MM-DD');
  if (format.length > MAX_FORMAT_CHARS) {
    throw new CoreToolError(
      'invalid_arguments',
      `The format is too long; at most ${MAX_FORMAT_CHARS} characters.`,
    );
  }
  if (/%[a-zA-Z]/.test(format)) {
    throw new CoreToolError(
      'invalid_arguments',
      'The format has strftime codes (%Y); write tokens such as YYYY-MM-DD HH:mm:ss instead.',
      { details: { hint: 'YYYY-MM-DD HH:mm:ss' } },
    );
  }
  const pattern = compileParts(format);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(format, pattern);
  return pattern;
}

function compileParts(format: string): FormatPattern {
  const literals = [''];
  const tokens: FormatToken[] = [];
  const suspicious: string[] = [];
  for (const [part, bracketed] of format.matchAll(formatParts())) {
    const word = bracketed === undefined ? readWord(part) : undefined;
    if (!word && isForeign(part)) suspicious.push(part);
    for (const piece of word ?? [{ literal: bracketed ?? part }]) {
      if (piece.literal === undefined) {
        tokens.push(piece.token);
        literals.push('');
      } else {
        literals.push((literals.pop() ?? '') + piece.literal);
      }
    }
  }
  return { literals, tokens, suspicious };
}

/** Years and days as other libraries write them, alone or in a row: `yyyy`, `dd`, `yyyyMMdd`. */
function isForeign(word: string): boolean {
  return /^(?:y+|d{1,2}|Y{3,}|D{3,}|(?=.*(?:yy|dd))[yMdHhmsT]*(?:MM|HH)[yMdHhmsT]*)$/.test(word);
}

/**
 * `[literal]`, else a word of letters (CJK letters end a word), else anything that is not a letter. Not a literal of the
 * source: classes of letters are expensive, and the engine builds them for every literal that it reads at import.
 */
function formatParts(): RegExp {
  const letter = String.raw`(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}]`;
  return new RegExp(
    String.raw`\[([^\]]*)\]|(?:${letter})+(?:['’](?:${letter})+)*|[^[\p{L}]+|[\s\S]`,
    'gu',
  );
}

function readWord(word: string): readonly FormatPiece[] | undefined {
  const pieces: FormatPiece[] = [];
  for (let index = 0; index < word.length;) {
    const token = LONGEST_FIRST.find((candidate) => word.startsWith(candidate, index));
    if (token !== undefined) {
      pieces.push({ token });
      index += token.length;
    } else if (isSeparator(word, index)) {
      pieces.push({ literal: word.charAt(index) });
      index += 1;
    } else {
      return undefined;
    }
  }
  return looksLikeFormat(pieces) ? pieces : undefined;
}

/** The T of ISO 8601 and an apostrophe may stand between tokens. */
function isSeparator(word: string, index: number): boolean {
  const character = word.charAt(index);
  const isMark = character === 'T' || character === "'" || character === '’';
  return isMark && index > 0 && index < word.length - 1;
}

/**
 * Words such as `as`, `has`, `Mass` consist of one-letter tokens by chance. Within a longer word one letter counts only
 * where people write it: an offset or a.m./p.m. at the end (`HH:mm:ssZ`, `hha`).
 */
function looksLikeFormat(pieces: readonly FormatPiece[]): boolean {
  if (pieces.length === 1) return true;
  return pieces.every((piece, index) => {
    if (piece.literal !== undefined || piece.token.length > 1) {
      return piece.literal !== undefined || !isRepeated(pieces, index);
    }
    const isLast = index === pieces.length - 1;
    if (isLast) return /^[AaZ]$/.test(piece.token) && !isRepeated(pieces, index);
    return /^[hH]$/.test(piece.token) && pieces.length === 2 && isHalfMark(pieces[1]);
  });
}

function isHalfMark(piece: FormatPiece | undefined): boolean {
  return piece?.literal === undefined && (piece?.token === 'A' || piece?.token === 'a');
}

/** `DDDD` is no two days in a row. */
function isRepeated(pieces: readonly FormatPiece[], index: number): boolean {
  const before = pieces[index - 1];
  const here = pieces[index];
  return (
    before?.literal === undefined &&
    here?.literal === undefined &&
    before !== undefined &&
    here?.token.startsWith(before.token.charAt(0)) === true
  );
}
