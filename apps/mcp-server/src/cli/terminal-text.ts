/** Control characters and those that turn the direction of text. */
const controls = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Text for a terminal: what a model or a web page wrote must not move the cursor, colour lines or hide a part of them. */
export function withoutControls(text: string): string {
  return text.replace(controls, (sign) => (sign === '\n' || sign === '\t' ? sign : ''));
}
