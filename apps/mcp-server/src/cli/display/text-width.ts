const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What takes no column: marks, joiners, variation selectors and other characters that are not shown. */
const invisible = /^(?:\p{M}|\p{Cf}|\p{Cc}|[\u1160-\u11FF])+$/u;

/** Shown as a picture of two columns: by itself, with the selector for pictures, as a flag or as a keycap. */
const picture = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{RI}\p{RI}|[\d#*]\uFE0F?\u20E3)/u;

/** East Asian Wide and Fullwidth (Unicode Standard Annex #11), first and last code point of each block. */
const wideBlocks: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** The columns that one character, as a person sees it, takes in a terminal. */
function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (invisible.test(grapheme)) return 0;
  if (picture.test(grapheme)) return 2;
  const code = grapheme.codePointAt(0) ?? 0;
  return wideBlocks.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

const plain = /^[\x20-\x7E]*$/;

/** The columns that a line takes in a terminal. Colours must not be in it. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The line, cut to `columns` with an ellipsis where it is longer; a character is never cut in two. */
export function fitText(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = width + graphemeWidth(segment);
    if (next > columns - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept}…`;
}

/** The end of the text, at most so many columns of it. */
export function lastColumns(text: string, columns: number): string {
  const segments = Array.from(segmenter.segment(text), ({ segment }) => segment);
  let from = segments.length;
  let width = 0;
  while (from > 0) {
    width += graphemeWidth(segments[from - 1] ?? '');
    if (width > columns) break;
    from -= 1;
  }
  return segments.slice(from).join('');
}
