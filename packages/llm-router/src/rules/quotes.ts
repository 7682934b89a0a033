/** A quoted passage: `start`…`end` is its place in the text with the quotation marks, `content` what stands between them. */
export interface QuotedPassage {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['＂', '＂'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['”', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['«', '»'],
  ['‹', '›'],
]);

const openingMark = new RegExp(`[${[...pairs.keys()].join('')}]`);

/** Marks that are also apostrophes, primes or inch signs: they open only after and close only before something that is no word. */
const ambiguous: ReadonlySet<string> = new Set(["'", '’']);

/**
 * Finds the outermost quoted passages, in linear time: a mark that once found no partner is not searched for again.
 * An apostrophe (`don't`), an inch mark (`12"`) and a mark without a partner are plain characters.
 */
export function findQuotes(text: string): readonly QuotedPassage[] {
  const found: QuotedPassage[] = [];
  const first = text.search(openingMark);
  if (first === -1) return found;
  const hopeless = new Set<string>();
  for (let index = first; index < text.length; index++) {
    const open = text.charAt(index);
    const close = pairs.get(open);
    if (close === undefined || hopeless.has(open) || !canOpen(text, index)) continue;
    const width = open === '`' ? runLength(text, index) : 1;
    const end = findClose(text, index + width, { open, close: close.repeat(width) });
    if (end === -1) {
      hopeless.add(open);
      continue;
    }
    found.push({ start: index, end: end + width, content: text.slice(index + width, end) });
    index = end + width - 1;
  }
  return found;
}

function runLength(text: string, start: number): number {
  let end = start;
  while (text[end] === '`') end++;
  return end - start;
}

function canOpen(text: string, index: number): boolean {
  const mark = text.charAt(index);
  const before = text[index - 1];
  if (before === undefined) return true;
  if (mark === '"') return !/[0-9'’]/.test(before);
  if (mark === "'" || mark === '‘') return !isWord(before);
  return true;
}

function findClose(
  text: string,
  from: number,
  { open, close }: { open: string; close: string },
): number {
  if (open === close || open === '`') return findSameMark(text, from, close);
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === close && canClose(text, index)) {
      depth--;
      if (depth === 0) return index;
    } else if (character === open) depth++;
  }
  return -1;
}

function findSameMark(text: string, from: number, close: string): number {
  let at = text.indexOf(close, from);
  while (at !== -1 && !canClose(text, at)) at = text.indexOf(close, at + 1);
  return at;
}

function canClose(text: string, index: number): boolean {
  if (!ambiguous.has(text.charAt(index))) return true;
  return !isWord(text[index + 1]);
}

/** CJK letters are no words here: Chinese sets quotation marks without spaces. */
function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{Nd}]/u.test(character);
}
