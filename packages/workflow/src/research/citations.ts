import { rewriteMarks, withoutPunctuation } from './citation-marks.ts';
import type { Mark } from './citation-marks.ts';
import type { RetrievedSource, SourceBook } from './source-book.ts';

/** What a number in the text stands for; undefined for a number that stands for nothing that was retrieved. */
export type NumberMap = (number: number) => RetrievedSource | undefined;

export interface CheckedTexts {
  readonly texts: readonly string[];
  /** In the order of their new numbers. */
  readonly used: readonly RetrievedSource[];
  readonly kept: number;
  readonly removed: number;
}

/**
 * Checks texts against what was retrieved. Marks and links that name a retrieved source become its number, counted from 1
 * in the order of appearance; all others are taken out (the words of a link stay) and counted.
 */
export function checkCitations(
  texts: readonly string[],
  book: SourceBook,
  numbered: NumberMap,
): CheckedTexts {
  const order = new Map<string, number>();
  const used: RetrievedSource[] = [];
  let kept = 0;
  let removed = 0;
  const numberOf = (source: RetrievedSource): number => {
    const known = order.get(source.url);
    if (known !== undefined) return known;
    used.push(source);
    order.set(source.url, used.length);
    return used.length;
  };
  const citeNumbers = (numbers: readonly number[]): string => {
    const found = numbers.map(numbered).filter((source) => source !== undefined);
    kept += found.length;
    removed += numbers.length - found.length;
    return [...new Set(found.map(numberOf))].map(placeholder).join('');
  };
  const citeLink = (url: string, label: string): string => {
    const source = book.byUrl(url);
    const words = isOnlyAddress(label) ? '' : label;
    if (source === undefined) {
      removed += 1;
      return words;
    }
    kept += 1;
    const mark = placeholder(numberOf(source));
    return words === '' ? mark : `${words} ${mark}`;
  };
  const rewrite = (mark: Mark): string => {
    if (mark.kind === 'numbers') return citeNumbers(mark.numbers);
    if (mark.kind === 'year') return `(${mark.year})`;
    if (mark.kind === 'link') return citeLink(mark.url, mark.label);
    removed += 1;
    return '';
  };
  const checked = texts.map((text) => marksOf(rewriteAll(text, rewrite)));
  return { texts: checked, used, kept, removed };
}

/** Checked marks must not be read again: until the end they are characters of private use. */
function placeholder(number: number): string {
  return `\uE000${number}\uE001`;
}

function marksOf(text: string): string {
  return text.replace(/\uE000(\d+)\uE001/g, '[$1]');
}

const mostPasses = 20;

/** What is taken out may have kept the parts of another mark apart, so this goes on until nothing changes. */
function rewriteAll(text: string, rewrite: (mark: Mark) => string): string {
  let before = text.replace(/[\uE000\uE001]/g, '');
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const after = rewriteMarks(before, rewrite);
    if (after === before) return after;
    before = after;
  }
  // Nobody nests marks that deep by accident.
  return before.replace(/[[\]［］【】<>]/g, ' ');
}

/** A label that is a number or an address says nothing without its link. */
function isOnlyAddress(label: string): boolean {
  return /^\s*(?:\^?\d{1,4}|(?:https?:\/\/|www\.)\S+|\S+\.\w{2,6}(?:\/\S*)?)?\s*$/i.test(label);
}

const entry =
  /^[ \t]*(?:[-*][ \t]+)?[[［【]?\^?(\d{1,3})[\]］】]?[.:：)、]?[ \t]+[^\n]*?((?:https?:\/\/|www\.)[^\s<>"'`\]）】]+)/gim;

/**
 * What the numbers of a text mean by the text's own list of sources: its numbers need not be ours, so they go by the
 * address in it. Undefined when the list has no addresses.
 */
export function numbersByList(list: string, book: SourceBook): NumberMap | undefined {
  const addresses = new Map<number, string>();
  for (const [, number = '', url = ''] of list.matchAll(entry)) {
    if (!addresses.has(Number(number))) addresses.set(Number(number), withoutPunctuation(url));
  }
  if (addresses.size === 0) return undefined;
  return (number) => book.byUrl(addresses.get(number) ?? '');
}

/** Numbers as they were given to the model with the sources. */
export function numbersByPrompt(book: SourceBook): NumberMap {
  const byId = new Map(book.all().map((source) => [source.id, source]));
  return (number) => byId.get(number);
}
