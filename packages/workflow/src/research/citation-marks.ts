/** Something in a text that points to a source. */
export type Mark =
  | { readonly kind: 'numbers'; readonly numbers: readonly number[] }
  | { readonly kind: 'link'; readonly url: string; readonly label: string }
  | { readonly kind: 'image' }
  | { readonly kind: 'year'; readonly year: string };

// Every part has a bound, so that the work is linear in the length of the text.
const fence = '(?<![^\\n])[ \\t]{0,3}```[\\s\\S]*?(?:\\n[ \\t]{0,3}```|$)';
const inline =
  '(?<!`)(?:`(?!`)(?:[^`\\n]|`{2,}(?!`)){1,1000}`|``(?!`)(?:[^`\\n]|`(?!`)|`{3,}(?!`)){1,1000}``)(?!`)';
const code = `${fence}|${inline}`;
const target = '((?:[^()\\s<>]|\\([^()\\s]{0,200}\\)){1,2000})';
const image = '!\\[[^\\]]{0,300}\\]\\([^)]{0,2000}\\)|<img\\b[^>]{0,2000}>';
const link = `\\[([^[\\]\\n]{1,300})\\]\\(\\s{0,3}<?${target}>?(?:\\s[^)]{0,300})?\\)`;
const anchor =
  '<a\\b[^>]{0,300}?href\\s{0,3}=\\s{0,3}["\']?([^"\'\\s>]{1,2000})["\']?[^>]{0,300}>([\\s\\S]{0,300}?)</a>';
const autolink = '<((?:https?://|www\\.)[^>\\s]{1,2000})>';
const bare = '((?:https?://|www\\.)[^\\s<>"\'`[\\]（）【】「」『』，。；、！？]{1,2000})';
const separator = '(?:\\s{0,3}(?:[,，、;；&]|[-–—~]|and|和|与)\\s{0,3})';
const joined = `\\d{1,4}(?:${separator}\\d{1,4}){0,50}`;
const prefix = '(?:\\^|#|sources?\\s{0,3}:?\\s{0,3}|refs?\\.?\\s{0,3}|来源\\s{0,3}[:：]?\\s{0,3})?';
const numbers = `[[［【]\\s{0,3}${prefix}(${joined})(?:†[^\\]］】]{0,100})?\\s{0,3}[\\]］】]`;

const pattern = new RegExp(
  `(${code})|([ \\t]{0,4})(?:(${image})|${link}|${anchor}|${autolink}|${bare}|${numbers})`,
  'giu',
);

/** Years are written in brackets too; no report has that many sources. */
const firstYear = 1000;
const lastYear = 2999;
const longestRange = 50;

/**
 * Rewrites every mark, link and image of a text outside of code. What `rewrite` returns takes its place; the blanks before it
 * go with it when that is empty.
 */
export function rewriteMarks(text: string, rewrite: (mark: Mark) => string): string {
  return text.replace(pattern, (whole: string, ...groups: (string | undefined)[]) => {
    const [inCode, blanks = '', isImage, label, url, href, hrefLabel, auto, plain, list] = groups;
    if (inCode !== undefined) return whole;
    const { mark, rest } = markOf({ isImage, label, url, href, hrefLabel, auto, plain, list });
    const replacement = rewrite(mark);
    return replacement === '' ? rest : `${blanks}${replacement}${rest}`;
  });
}

type Found = Readonly<
  Record<
    'isImage' | 'label' | 'url' | 'href' | 'hrefLabel' | 'auto' | 'plain' | 'list',
    string | undefined
  >
>;

function markOf(found: Found): { readonly mark: Mark; readonly rest: string } {
  if (found.isImage !== undefined) return { mark: { kind: 'image' }, rest: '' };
  if (found.list !== undefined) return { mark: numberMark(found.list), rest: '' };
  if (found.plain !== undefined) {
    const url = withoutPunctuation(found.plain);
    return { mark: { kind: 'link', url, label: '' }, rest: found.plain.slice(url.length) };
  }
  const url = found.url ?? found.href ?? found.auto ?? '';
  return { mark: { kind: 'link', url, label: found.label ?? found.hrefLabel ?? '' }, rest: '' };
}

/** Punctuation behind an address belongs to the sentence; a closing bracket does not when the address also opens one. */
export function withoutPunctuation(address: string): string {
  const isBalanced = address.split('(').length === address.split(')').length;
  return address.replace(isBalanced ? /[.,;:!?*_]+$/ : /[.,;:!?)*_]+$/, '');
}

function numberMark(list: string): Mark {
  const first = Number(list);
  if (list.length === 4 && first >= firstYear && first <= lastYear)
    return { kind: 'year', year: list };
  const found: number[] = [];
  for (const part of list.split(/\s*(?:[,，、;；&]|and|和|与)\s*/i)) {
    const [from = 0, to = from] = part.split(/\s*[-–—~]\s*/).map(Number);
    for (let n = from; n <= Math.min(to, from + longestRange); n += 1) found.push(n);
  }
  return { kind: 'numbers', numbers: [...new Set(found)] };
}
