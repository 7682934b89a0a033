const FULL_WIDTH_OFFSET = 0xfee0;
const GROUPED = /^([+-]?[1-9]\d{0,2})((?:,\d{3})+)(?=\.|e|$)/i;

/**
 * Writes a number as people type it in plain ASCII digits: full-width characters, a Unicode minus and separators of
 * thousands (`1,234.5`, `1_000`) go. A comma counts as a separator only where every one is followed by exactly three
 * digits and the first group does not begin with 0, so `1,5` and `0,125` stay as they are, for the caller to refuse.
 */
export function plainDigits(text: string): string {
  return text
    .trim()
    .replace(/[\uff01-\uff5e]/g, (character) =>
      String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
    )
    .replace(/^[\u2212\u2013\ufe63]/, '-')
    .replace(/(?<=\d)_(?=\d)/g, '')
    .replace(GROUPED, (_match, head: string, groups: string) => head + groups.replaceAll(',', ''));
}
