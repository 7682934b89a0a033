const marker = /^[ \t]*(?:[-*•]|\(?\d{1,2}[.)、．）])[ \t]*(?=\S)/;

/** Longest task whose lines are looked at: a longer one is a text. */
const longestList = 4_000;

/**
 * Takes the marks off a list of tasks ("1. …", "- …"), so that each line is a task. Only where every line has one (a first line that
 * ends with a colon may introduce them): `- 5 + 3` alone is an expression.
 */
export function splitListItems(task: string): string {
  if (task.length > longestList || !task.includes('\n')) return task;
  const lines = task.split('\n').filter((line) => line.trim() !== '');
  const introduced = /[:：]\s*$/.test(lines[0] ?? '') && !marker.test(lines[0] ?? '');
  const items = introduced ? lines.slice(1) : lines;
  if (items.length < 2 || !items.every((line) => marker.test(line))) return task;
  const bare = items.map((line) => line.replace(marker, '')).join('\n');
  return introduced ? `${lines[0] ?? ''}\n${bare}` : bare;
}
