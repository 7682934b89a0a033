import type { RetrievedSource } from './source-book.ts';

const sentence = /[^\n.!?。！？；;]+(?:[.!?](?!\s|$)[^\n.!?。！？；;]*)*[.!?。！？；;]*/gu;
const citation = /\[(\d{1,4})\]/g;
const number = /\d+(?:[.,]\d+)*/g;
const listMark = /^\s*(?:[-*+]\s+)?(?:\d{1,3}[.)]\s)?/;

/** Smaller ones count things, or are words in the source. */
const smallest = 11;
const mostNamed = 10;

/**
 * The numbers in cited sentences that none of the sentence's sources has. They may be computed or rounded, so they are
 * named and not taken out.
 */
export function unsupportedNumbers(
  texts: readonly string[],
  used: readonly RetrievedSource[],
): readonly string[] {
  const known = new Map<RetrievedSource, ReadonlySet<string>>();
  const numbersOf = (source: RetrievedSource): ReadonlySet<string> => {
    const numbers = known.get(source) ?? new Set(numbersIn(`${source.title} ${source.text}`));
    known.set(source, numbers);
    return numbers;
  };
  const missing = new Set<string>();
  for (const text of texts) {
    for (const { words, sources } of citedSentences(text, used)) {
      for (const found of numbersIn(words)) {
        if (Number(found) < smallest && !found.includes('.')) continue;
        if (!sources.some((source) => numbersOf(source).has(found))) missing.add(found);
      }
    }
  }
  return [...missing].slice(0, mostNamed);
}

interface CitedSentence {
  readonly words: string;
  readonly sources: readonly RetrievedSource[];
}

/** A mark belongs to the sentence before it, also when it stands behind the full stop. */
function citedSentences(text: string, used: readonly RetrievedSource[]): readonly CitedSentence[] {
  const found: CitedSentence[] = [];
  for (const line of text.replace(/^```[^]*?^```/gm, '').split('\n')) {
    const marked = line
      .replace(listMark, '')
      .replace(/([.!?。！？])((?:\s*\[\d{1,4}\])+)/g, '$2$1');
    for (const [part] of marked.matchAll(sentence)) {
      const sources = [...part.matchAll(citation)].flatMap(([, n]) => used[Number(n) - 1] ?? []);
      if (sources.length > 0) found.push({ words: part.replace(citation, ' '), sources });
    }
  }
  return found;
}

/** Numbers without the marks that group their digits: `1,234,567` and `1234567` are the same, `3.50` and `3.5` too. */
function numbersIn(text: string): readonly string[] {
  const plain = text.normalize('NFKC').match(number) ?? [];
  return plain.flatMap((given) => {
    const digits = given.replace(/,(?=\d{3}(?!\d))/g, '');
    const value = Number(digits);
    return Number.isFinite(value)
      ? [String(value)]
      : digits.split(/[.,]/).map((one) => String(Number(one)));
  });
}
