import type { SearchHit } from '@mini-agent/foundation/search';
import { canonicalUrl } from './canonical-url.ts';

/** A retrieved page with its text. */
export interface RetrievedSource {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly text: string;
  readonly publishedAt?: string;
}

const longestText = 20_000;
const longestTitle = 200;

/** All pages that were retrieved, each once, numbered in the order of their arrival here. */
export interface SourceBook {
  /** Undefined when the hit has no web address or no text: then nothing can be taken from it. */
  add(
    hit: Pick<SearchHit, 'title' | 'url' | 'publishedAt'>,
    text: string,
  ): RetrievedSource | undefined;
  all(): readonly RetrievedSource[];
  byUrl(url: string): RetrievedSource | undefined;
}

export function createSourceBook(): SourceBook {
  const sources = new Map<string, RetrievedSource>();
  return {
    add: (hit, text) => {
      const key = canonicalUrl(hit.url);
      const usable = text.trim().slice(0, longestText);
      if (key === undefined || usable === '') return undefined;
      const known = sources.get(key);
      const source: RetrievedSource = {
        id: known?.id ?? sources.size + 1,
        title: known?.title ?? plainTitle(hit.title, key),
        url: known?.url ?? plainAddress(hit.url),
        // The longer text of two holds more to quote from.
        text: known !== undefined && known.text.length >= usable.length ? known.text : usable,
        ...(hit.publishedAt === undefined ? {} : { publishedAt: hit.publishedAt }),
      };
      sources.set(key, source);
      return source;
    },
    all: () => [...sources.values()],
    byUrl: (url) => {
      const key = canonicalUrl(url);
      return key === undefined ? undefined : sources.get(key);
    },
  };
}

/** Characters that do not show, or change the direction of what follows; blanks and line ends become blanks anyway. */
const unseen = /(?!\s)[\p{Cc}\p{Cf}]/gu;

/** A title is put into the report as it is, so it must not look like a mark, a link, an address or a line of its own. */
function plainTitle(title: string, fallback: string): string {
  const plain = title
    .replace(unseen, '')
    .replace(/(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replace(/[[［【]/g, '(')
    .replace(/[\]］】]/g, ')')
    .replace(/[\s`<>|]+/g, ' ')
    .trim()
    .slice(0, longestTitle)
    .replace(/[\ud800-\udbff]$/, '');
  return plain === '' ? fallback : plain;
}

/** The address as it was found where that can stand in a line, else as a browser writes it; never with a user's name. */
function plainAddress(address: string): string {
  const text = /^www\./i.test(address) ? `https://${address}` : address;
  const url = new URL(text);
  const isPlain = /^[^\s<>"'`[\]\p{C}]+$/u.test(text) && url.username === '' && url.password === '';
  if (isPlain) return text;
  const rest = `${url.pathname}${url.search}${url.hash}`;
  return `${url.origin}${rest.replaceAll('[', '%5B').replaceAll(']', '%5D')}`;
}
