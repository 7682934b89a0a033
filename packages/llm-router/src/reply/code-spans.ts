/** Ranges of a text that are quoted as code in Markdown; tags in there are content, not mark-up that leaked. */
export function codeSpans(text: string): (offset: number) => boolean {
  if (!text.includes('`')) return () => false;
  const spans: (readonly [number, number])[] = [];
  const fence = /`+/g;
  for (let open = fence.exec(text); open !== null; open = fence.exec(text)) {
    const from = open.index;
    const close = closingFence(text, open[0], fence.lastIndex);
    // A fence that is still open covers the rest; a lone backtick covers nothing.
    if (close === undefined && open[0].length < 3) continue;
    const to = close ?? text.length;
    spans.push([from, to]);
    fence.lastIndex = to;
  }
  return (offset) => spans.some(([from, to]) => offset >= from && offset < to);
}

function closingFence(text: string, fence: string, start: number): number | undefined {
  let at = text.indexOf(fence, start);
  while (at >= 0) {
    let end = at + fence.length;
    while (text[end] === '`') end += 1;
    if (end - at === fence.length) return end;
    at = text.indexOf(fence, end);
  }
  return undefined;
}
