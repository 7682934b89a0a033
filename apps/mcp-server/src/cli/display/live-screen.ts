import { textWidth } from './text-width.ts';

/** The terminal that is drawn on. */
export interface ScreenStream {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Lines at the end of the output that change, below those that stay. */
export interface LiveScreen {
  /** Prints `lasting` for good and draws `live` in place of the live lines before; one write, and none where nothing changes. */
  draw(lasting: readonly string[], live: readonly string[]): void;
  /** Takes the live lines away and shows the cursor again; may be called at any time, also twice. */
  clear(): void;
}

/** Some terminals, and programs that stand in for one, say 0 where they do not know. */
export function columnsOf({ columns = 0 }: ScreenStream): number {
  return columns > 0 ? columns : 80;
}

export function rowCountOf({ rows = 0 }: ScreenStream): number {
  return rows > 0 ? rows : 24;
}

const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';
const eraseLine = '\u001B[K';
const eraseBelow = '\u001B[J';

/** Colours and the like, which take no column. */
const styling = /\p{Cc}\[[\d;]*m/gu;

export function createLiveScreen(stream: ScreenStream): LiveScreen {
  let drawn: readonly string[] = [];
  let isHidden = false;
  const toTop = (): string => {
    const rows = rowsOf(drawn, columnsOf(stream));
    return rows > 1 ? `\r\u001B[${rows - 1}A` : '\r';
  };
  return {
    draw: (lasting, live) => {
      const isSame = live.length === drawn.length && live.every((text, at) => text === drawn[at]);
      if (lasting.length === 0 && isSame) return;
      // Each row is overwritten and only its rest erased: nothing is blank in between.
      const top = drawn.length === 0 ? '' : toTop();
      const kept = lasting.map((text) => `${text}${eraseLine}\n`).join('');
      const changing = live.map((text) => `${text}${eraseLine}`).join('\n');
      const cursor = live.length > 0 && !isHidden ? hideCursor : '';
      isHidden ||= live.length > 0;
      drawn = live;
      stream.write(`${cursor}${top}${kept}${changing}${eraseBelow}`);
    },
    clear: () => {
      if (drawn.length === 0 && !isHidden) return;
      const top = drawn.length === 0 ? '' : `${toTop()}${eraseBelow}`;
      drawn = [];
      isHidden = false;
      stream.write(`${top}${showCursor}`);
    },
  };
}

/** After a resize a terminal breaks the lines that no longer fit: they take more rows than when they were drawn. */
function rowsOf(lines: readonly string[], columns: number): number {
  const width = Math.max(1, columns);
  return lines.reduce(
    (rows, text) => rows + Math.max(1, Math.ceil(textWidth(text.replace(styling, '')) / width)),
    0,
  );
}
