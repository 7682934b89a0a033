/**
 * Terminal escape sequences (ECMA-48): CSI, the strings OSC, DCS, APC, PM and SOS with what is in them where they are closed, and the
 * short ones. A string that is never closed loses its opening alone, so that it cannot take the rest of a text with it.
 */
const escapeSequence =
  // eslint-disable-next-line no-control-regex -- control characters are what it takes out
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])(?:[^\u0007\u001b\u0090\u0098\u009c-\u009f]{0,2000}(?:\u0007|\u001b\\|\u009c))?|\u001b(?:[ -/]{1,4}[0-~]|[78=>DEHMNOZc\\n-o|}~])/g;
// eslint-disable-next-line no-control-regex -- see above
const lineBreak = /\r(?!\n)|[\u000b\u000c\u0085\u2028\u2029]/g;
// eslint-disable-next-line no-control-regex -- see above
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
/** A quick look, in one class, for all that has a part in this: most texts have none of it. */
const anyHidden =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- single code units are meant, not what they look like together
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]/;
// eslint-disable-next-line no-control-regex -- see above
const anyControl = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/;
const invisible = String.raw`[\p{DI}\u{fff9}-\u{fffb}]`;
/** A run of them between what is seen of the text. Without a limit it would be long where somebody hides a text in it. */
const invisibleRun = new RegExp(`${invisible}+`, 'gu');

/** Scripts that need no joiner: what stands between two of their letters is there to split a word that a filter looks for. */
const plainLetter =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]$/u;
const letterOrMark = /^[\p{L}\p{M}]$/u;
/** Joiners, vowel separators and fillers that spell words in Persian, in Indic and other complex scripts, and in old Hangul. */
// eslint-disable-next-line no-misleading-character-class -- see above
const spelling = /^[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d]$/;
const pictograph = /^\p{Extended_Pictographic}$/u;
/** What may stand before the joiner of an emoji sequence: a picture, a skin tone, or the choice of the coloured form. */
const joinsPictures = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const emoji = /^\p{Emoji}$/u;
const ideograph = /^\p{Unified_Ideograph}$/u;
/** The flags of England, Scotland and Wales are spelt with tag characters; no others are in use. */
const regionTags = ['gbeng', 'gbsct', 'gbwls'].map((region) =>
  Array.from(`${region}\u007f`, (tag) => String.fromCodePoint(0xe0000 + tag.charCodeAt(0))).join(
    '',
  ),
);

/**
 * Takes out what a reader does not see but a model reads: terminal escape sequences, control characters, zero-width and bidi controls,
 * tag characters and variation selectors that carry a hidden text. What spells words (joiners of Persian and Indic scripts) and emoji
 * stays; the order of right-to-left letters does not depend on the controls. Lone halves of a surrogate pair become U+FFFD.
 */
export function removeHidden(text: string): string {
  if (!anyHidden.test(text)) return text;
  let clean = text;
  if (anyControl.test(clean)) {
    clean = clean.replace(escapeSequence, '').replace(lineBreak, '\n').replace(control, '');
  }
  if (/[\ud800-\udfff]/.test(clean)) clean = clean.replace(/\p{Surrogate}/gu, '\ufffd');
  return clean.replace(invisibleRun, (run: string, offset: number, whole: string) =>
    keptOf(run, before(whole, offset), after(whole, offset + run.length)),
  );
}

/** What of a run of invisible characters belongs to the text around it: an emoji sequence, a variant of a character, or a spelling. */
function keptOf(run: string, previous: string, next: string): string {
  const [first = '', second = ''] = run;
  if (previous === '\u{1f3f4}') {
    const tags = regionTags.find((region) => run.startsWith(region));
    if (tags !== undefined) return tags;
  }
  const variant = isVariant(first, previous, second || next) ? first : '';
  const joiner = variant === '' ? first : second;
  if (joiner === '\u200d' && joinsPictures.test(variant || previous) && pictograph.test(next)) {
    return variant + joiner;
  }
  if (variant !== '') return variant;
  return spelling.test(first) && (isComplex(previous) || isComplex(next)) ? first : '';
}

/** A selector that Unicode defines for this kind of character: text or colour for emoji, a form of a symbol, or of an ideograph. */
function isVariant(selector: string, base: string, next: string): boolean {
  const code = selector.codePointAt(0) ?? 0;
  // A digit is an emoji only as a key cap.
  if (base <= '\u007f') return code === 0xfe0f && next === '\u20e3' && emoji.test(base);
  if (code >= 0xfe0e && code <= 0xfe0f) return emoji.test(base);
  if (code >= 0xfe00 && code <= 0xfe02) return true;
  return code >= 0xe0100 && code <= 0xe011f && ideograph.test(base);
}

function isComplex(character: string): boolean {
  return letterOrMark.test(character) && !plainLetter.test(character);
}

function before(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const isHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return index === 0 ? '' : text.slice(index - (isHalf ? 2 : 1), index);
}

function after(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}
