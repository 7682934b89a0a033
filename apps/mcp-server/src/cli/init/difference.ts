/** Lines around a change that are shown. */
const around = 2;

/** What changes between two texts, as lines with `-`, `+` or a space before them; the texts differ in one place, as merges do. */
export function difference(before: string, after: string): readonly string[] {
  const old = linesOf(before);
  const next = linesOf(after);
  let head = 0;
  while (head < Math.min(old.length, next.length) && old[head] === next[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, next.length) - head;
  while (tail < most && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  if (head === old.length && head === next.length) return [];
  return [
    ...old.slice(Math.max(0, head - around), head).map((line) => `  ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...next.slice(head, next.length - tail).map((line) => `+ ${line}`),
    ...next.slice(next.length - tail, next.length - tail + around).map((line) => `  ${line}`),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
