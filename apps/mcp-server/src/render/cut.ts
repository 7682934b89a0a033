/** The first `limit` UTF-16 units of a text, one fewer where the cut would split a surrogate pair. */
export function firstUnits(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return text.slice(0, isSplit ? limit - 1 : limit);
}

/** At most `limit` units, the last one an ellipsis where something was cut. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${firstUnits(text, limit - 1)}…`;
}

/** One line of at most `limit` units. */
export function oneLine(text: string, limit: number): string {
  return shorten(text.replace(/\s+/g, ' ').trim(), limit);
}
