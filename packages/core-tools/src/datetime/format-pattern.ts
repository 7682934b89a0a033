import { CoreToolError } from '../errors.ts';

/** A compiled format: literal texts and token names. */
export interface FormatPattern {
  readonly pieces: readonly FormatPiece[];
  /** Words in another dialect (`yyyy`, `dd`) that stay as they are. */
  readonly suspicious: readonly string[];
}

export type FormatPiece =
  { readonly literal: string } | { readonly token: FormatToken; readonly literal?: undefined };

const TOKENS = [
  'YYYY',
  'YY',
  'MMMM',
  'MMM',
  'MM',
  'M',
  'DD',
  'Do',
  'D',
  'dddd',
  'ddd',
  'GGGG',
  'WW',
  'HH',
  'H',
  'hh',
  'h',
  'mm',
  'm',
  'SSS',
  'ss',
  's',
  'A',
  'a',
  'ZZ',
  'Z',
  'X',
  'x',
] as const;

export type FormatToken = (typeof TOKENS)[number];

/** Longest first, so that the first prefix found is the longest match. */
const LONGEST_FIRST: readonly FormatToken[] = [...TOKENS].sort((a, b) => b.length - a.length);

const MAX_FORMAT_CHARS = 1000;
const MAX_REMEMBERED = 64;
const remembered = new Map<string, FormatPattern>();

/** `[literal]`, else a word of letters (CJK letters end a word), else anything that is not a letter. */
const PART =
  /\[([^\]]*)\]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}])+(?:['’](?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}])+)*|[^[\p{L}]+|[\s\S]/gu;
const STRFTIME = /%[a-zA-Z]/;
const FOREIGN_WORD = /^(?:y+|dd|d|Y{3,}|D{3,})$/;

/**
 * Compiles a format in one pass. A word of letters is a format only if it consists of tokens alone, so that ordinary
 * words stay: `session YYYY` keeps `session`, `YYYYMMDDTHHmmss` is tokens around a `T`.
 */
export function compileFormat(format: string): FormatPattern {
  const known = remembered.get(format);
  if (known) return known;
  if (format.length > MAX_FORMAT_CHARS) {
    throw new CoreToolError(
      'invalid_arguments',
      `The format is too long; at most ${MAX_FORMAT_CHARS} characters.`,
    );
  }
  if (STRFTIME.test(format)) {
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
  const pieces: FormatPiece[] = [];
  const suspicious: string[] = [];
  for (const match of format.matchAll(PART)) {
    const [part, bracketed] = match;
    const tokens = bracketed === undefined ? readWord(part) : undefined;
    if (tokens) pieces.push(...tokens);
    else pieces.push({ literal: bracketed ?? part });
    if (!tokens && FOREIGN_WORD.test(part)) suspicious.push(part);
  }
  return { pieces, suspicious };
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
