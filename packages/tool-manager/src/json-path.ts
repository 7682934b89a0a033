/** Property names and list positions from the root of the arguments. */
export type JsonPath = readonly (string | number)[];

const plainName = /^[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u;
const longestName = 64;

/** `steps[0].id`, with `["odd names"]` quoted; the root is the empty text. */
export function pathText(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (!plainName.test(part)) text += `[${JSON.stringify(part.slice(0, longestName))}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}
