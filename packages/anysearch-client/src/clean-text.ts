/** Control characters but tab and line feed, and terminal escapes, which begin with one of them. */
// eslint-disable-next-line no-control-regex -- these characters are what has to be found
const controls = /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Characters that do not show and can hide or reorder text: zero width, bidirectional marks, tags, fillers. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** With the u flag a pair is one character of another category, so only halves match. */
const loneSurrogates = /\p{Surrogate}/gu;

/** Text of the service made fit for models, terminals and JSON; line breaks stay. */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(controls, '')
    .replace(invisible, '')
    .replace(loneSurrogates, '\uFFFD');
}

/** The same for a field of one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** The first `limit` UTF-16 units, or one less where the cut would part a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? limit - 1 : limit);
}

/**
 * How much of each text may stay so that all together fit `budget`: short ones stay whole, long ones share the rest.
 * @param lengths lengths of the texts
 */
export function fairShares(lengths: readonly number[], budget: number): readonly number[] {
  const shares = lengths.map(() => 0);
  let left = budget;
  const byLength = lengths.map((length, index) => ({ length, index }));
  byLength.sort((a, b) => a.length - b.length);
  for (const [position, { length, index }] of byLength.entries()) {
    const share = Math.min(length, Math.floor(left / (byLength.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
