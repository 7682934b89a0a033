import type { Secret } from '@mini-agent/foundation/secret';
import type { Language } from '@mini-agent/foundation/tool';
import type { AgentEvent } from '@mini-agent/react-agent';
import { withoutControls } from '../terminal-text.ts';
import { entryLines, frameMs, liveLines } from './display-lines.ts';
import { columnsOf, createLiveScreen, rowCountOf, type ScreenStream } from './live-screen.ts';
import { nextDisplay, startDisplay } from './run-display.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** What follows a run and shows it. */
export interface RunScreen {
  event(event: AgentEvent): void;
  /** A line of something else, which must not end up among the live lines. */
  note(line: string): void;
  /** Leaves the terminal to `work`, which may ask something there. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the live lines and gives the cursor back. */
  end(): void;
}

export interface ShowRunOptions {
  readonly stream: ScreenStream & {
    on?(event: 'resize', listener: () => void): unknown;
    off?(event: 'resize', listener: () => void): unknown;
  };
  readonly style: Pick<TerminalStyle, 'colours' | 'unicode'>;
  readonly language: Language;
  readonly secrets?: readonly Secret[];
  readonly now?: () => number;
  /** Calls `work` again and again until the returned function is called. */
  readonly repeat?: (work: () => void, everyMs: number) => () => void;
}

/** The live display of a run on a terminal. */
export function showRun(options: ShowRunOptions): RunScreen {
  const { stream, language, style, secrets = [], now = Date.now, repeat = onInterval } = options;
  const screen = createLiveScreen(stream);
  let display = startDisplay(now());
  let shown = 0;
  let notes: string[] = [];
  let asides = 0;
  let isOver = false;
  const draw = (): void => {
    if (asides > 0 || isOver) return;
    const view = { columns: columnsOf(stream), style, language, secrets };
    const entries = display.entries.slice(shown).flatMap((entry) => entryLines(entry, view));
    const lasting = [...entries, ...notes];
    shown = display.entries.length;
    notes = [];
    screen.draw(lasting, liveLines(display, { ...view, rows: rowCountOf(stream), now: now() }));
  };
  const stopDrawing = repeat(draw, frameMs);
  stream.on?.('resize', draw);
  const forget = restoreAtExit(() => {
    screen.clear();
  }, draw);
  draw();
  return {
    event: (event) => {
      display = nextDisplay(display, event, now());
      // Text comes in many small parts; the next frame is soon enough.
      if (event.type !== 'model_event' || event.event.type === 'fallback') draw();
    },
    note: (line) => {
      if (isOver) {
        stream.write(`${line}\n`);
        return;
      }
      notes.push(withoutControls(line));
      draw();
    },
    aside: async (work) => {
      asides += 1;
      screen.clear();
      try {
        return await work();
      } finally {
        asides -= 1;
        draw();
      }
    },
    end: () => {
      asides = 0;
      display = { ...display, isOver: true };
      draw();
      isOver = true;
      screen.clear();
      stopDrawing();
      stream.off?.('resize', draw);
      forget();
    },
  };
}

function onInterval(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Signals that end or halt the process without its `exit` event. */
const deadly = ['SIGHUP', 'SIGQUIT'] as const;

/**
 * However the process ends (its end, a crash, a signal), the cursor is there again; and where it is only halted (Ctrl-Z), it is until the
 * process goes on. Returns a function that forgets all of it.
 */
function restoreAtExit(restore: () => void, redraw: () => void): () => void {
  const die = (signal: NodeJS.Signals): void => {
    restore();
    forget();
    process.kill(process.pid, signal);
  };
  const halt = (): void => {
    restore();
    process.kill(process.pid, 'SIGSTOP');
  };
  const canHalt = process.platform !== 'win32';
  process.on('exit', restore);
  for (const signal of deadly) process.on(signal, die);
  if (canHalt) process.on('SIGTSTP', halt).on('SIGCONT', redraw);
  const forget = (): void => {
    process.off('exit', restore);
    for (const signal of deadly) process.off(signal, die);
    if (canHalt) process.off('SIGTSTP', halt).off('SIGCONT', redraw);
  };
  return forget;
}
