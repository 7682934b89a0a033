/** As many arguments as a call takes on every engine's stack. */
const CHUNK_UNITS = 8192;

/** The text of UTF-16 units. */
export function textOfUnits(units: Uint16Array): string {
  let text = '';
  for (let start = 0; start < units.length; start += CHUNK_UNITS) {
    text += String.fromCharCode(...units.subarray(start, start + CHUNK_UNITS));
  }
  return text;
}
