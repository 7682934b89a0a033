/** A part of the input as one line of an observation. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
