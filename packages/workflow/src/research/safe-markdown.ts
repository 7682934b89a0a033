const fence = /^[ \t]{0,3}(`{3,}|~{3,})(.*)$/;

/** Elements that run code, load something, or swallow the text behind them; and comments and declarations. */
const rawHtml = new RegExp(
  '(`[^`\\n]{1,1000}`)|<(?=[!?]|/?(?:script|style|iframe|frame|frameset|object|embed|applet|textarea|title|xmp|noembed|' +
    'noframes|noscript|plaintext|template|svg|math|form|input|button|select|link|meta|base|audio|video|details|dialog)\\b)',
  'gi',
);

/**
 * A text that can stand in the middle of a Markdown document: code fences are of three backticks, hold no other fence and
 * are closed (the mark of one that never ends is left out, so that what follows is read as text), and HTML that would
 * change the document around it is shown as text.
 */
export function safeMarkdown(text: string): string {
  const lines = text.split(/\r?\n/);
  const safe: string[] = [];
  // Shortest mark of each kind that has no end, so that the rest is not searched again for every line.
  const endless = new Map<string, number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, marks = '', info = ''] = fence.exec(line) ?? [];
    // Backticks behind backticks make it code within the line.
    if (marks === '' || (marks.startsWith('`') && info.includes('`'))) {
      safe.push(withoutHtml(line));
      continue;
    }
    const kind = marks.slice(0, 1);
    const isEndless = marks.length >= (endless.get(kind) ?? Infinity);
    const end = isEndless ? -1 : endOf(marks, lines, index + 1);
    if (end === -1) {
      endless.set(kind, Math.min(marks.length, endless.get(kind) ?? Infinity));
      continue;
    }
    const code = lines.slice(index + 1, end).map(withoutFence);
    safe.push(`\`\`\`${info.replaceAll('`', '')}`, ...code, '```');
    index = end;
  }
  return safe.join('\n');
}

/** The line that closes a fence: the same mark, at least as long, and nothing behind it. */
function endOf(marks: string, lines: readonly string[], from: number): number {
  return lines.findIndex((line, index) => {
    if (index < from) return false;
    const [, closing = '', rest = ''] = fence.exec(line) ?? [];
    return closing.length >= marks.length && closing.startsWith(marks) && rest.trim() === '';
  });
}

function withoutFence(line: string): string {
  return line.replace(
    /^([ \t]*)([`~]{3,})/,
    (_whole, blanks: string, marks: string) => `${blanks}${"'".repeat(marks.length)}`,
  );
}

function withoutHtml(line: string): string {
  return line.replace(rawHtml, (_whole, code: string | undefined) => code ?? '&lt;');
}
