/** A terminal of a fixed size that keeps what can be seen on it. */
export interface FakeTerminal {
  columns: number;
  rows: number;
  write(text: string): boolean;
  /** The rows, without those at the end that hold nothing. */
  screen(): readonly string[];
  isCursorShown(): boolean;
  /** Everything that was written, one entry for each write. */
  readonly writes: string[];
  /** Gives it another width, breaking rows that no longer fit, as terminals do. */
  resize(columns: number): void;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Understands what a live display may use, and throws at everything else. `widthOf` is the width of one character. */
export function fakeTerminal(
  columns = 80,
  rows = 24,
  widthOf: (grapheme: string) => number = () => 1,
): FakeTerminal {
  // A cell holds a character; the second cell of a wide one is empty text.
  let lines: string[][] = [[]];
  let row = 0;
  let column = 0;
  let shown = true;
  const writes: string[] = [];
  const put = (sign: string): void => {
    const width = widthOf(sign);
    if (width === 0) return;
    if (column + width > terminal.columns) newLine();
    const line = (lines[row] ??= []);
    while (line.length < column) line.push(' ');
    line[column] = sign;
    if (width === 2) line[column + 1] = '';
    column += width;
  };
  const newLine = (): void => {
    row += 1;
    column = 0;
    lines[row] ??= [];
  };
  const control = (parameters: string, command: string): void => {
    if (command === 'm') return;
    if (command === 'A') row = Math.max(0, row - Number(parameters || 1));
    else if (command === 'K') lines[row] = (lines[row] ?? []).slice(0, column);
    else if (command === 'J') {
      lines[row] = (lines[row] ?? []).slice(0, column);
      lines = lines.slice(0, row + 1);
    } else if (parameters === '?25' && command === 'l') shown = false;
    else if (parameters === '?25' && command === 'h') shown = true;
    else throw new Error(`unknown control ${parameters}${command}`);
  };
  const terminal: FakeTerminal = {
    columns,
    rows,
    writes,
    write: (text) => {
      writes.push(text);
      for (const part of text.split(/(\p{Cc}\[[?\d;]*[A-Za-z]|[\r\n])/u)) {
        const found = /^\p{Cc}\[([?\d;]*)([A-Za-z])$/u.exec(part);
        if (found !== null) control(found[1] ?? '', found[2] ?? '');
        else if (part === '\r') column = 0;
        else if (part === '\n') newLine();
        else for (const { segment } of segmenter.segment(part)) put(segment);
      }
      return true;
    },
    screen: () =>
      lines
        .map((line) => line.join('').trimEnd())
        .join('\n')
        .trimEnd()
        .split('\n'),
    isCursorShown: () => shown,
    resize: (next) => {
      const before = lines.slice(0, row + 1);
      terminal.columns = next;
      lines = [];
      for (const line of before) {
        if (line.length === 0) lines.push([]);
        for (let from = 0; from < line.length; from += next)
          lines.push(line.slice(from, from + next));
      }
      row = lines.length - 1;
      column = Math.min(column, lines[row]?.length ?? 0);
    },
  };
  return terminal;
}
