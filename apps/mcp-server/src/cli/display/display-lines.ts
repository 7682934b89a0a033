import { redactSecrets, type Secret } from '@mini-agent/foundation/secret';
import type { Step } from '@mini-agent/react-agent';
import type { Language } from '@mini-agent/foundation/tool';
import { pick, type Pair } from '../../messages.ts';
import { oneLine } from '../../render/cut.ts';
import { withoutControls } from '../terminal-text.ts';
import type { DisplayEntry, OpenCall, RunDisplay } from './run-display.ts';
import { paint, type TerminalStyle } from './terminal-style.ts';
import { fitText, lastColumns, textWidth } from './text-width.ts';

/** How lines are made. */
export interface LineView {
  readonly columns: number;
  readonly style: Pick<TerminalStyle, 'colours' | 'unicode'>;
  readonly language: Language;
  readonly secrets?: readonly Secret[];
}

export interface LiveView extends LineView {
  readonly rows: number;
  readonly now: number;
}

/** A longer text is not looked at: no terminal has so many columns. */
const longestLooked = 2_000;

interface Signs {
  readonly done: string;
  readonly failed: string;
  readonly again: string;
  readonly ask: string;
  readonly running: string;
  readonly frames: readonly string[];
}

const unicodeSigns: Signs = {
  done: '✓',
  failed: '✗',
  again: '↻',
  ask: '?',
  running: '▸',
  frames: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

const asciiSigns: Signs = {
  done: 'ok',
  failed: 'x',
  again: '~',
  ask: '?',
  running: '>',
  frames: ['|', '/', '-', '\\'],
};

/** One frame of the spinner, in milliseconds. */
export const frameMs = 100;

function signsOf({ style }: LineView): Signs {
  return style.unicode ? unicodeSigns : asciiSigns;
}

/** The lines of what happened; they stay. */
export function entryLines(entry: DisplayEntry, view: LineView): readonly string[] {
  const { again } = signsOf(view);
  switch (entry.kind) {
    case 'step':
      return stepLines(entry.step, view);
    case 'tries': {
      const { tool, tries } = entry;
      const text = say(view, { en: `${tool}: ${tries} tries`, zh: `${tool}：尝试 ${tries} 次` });
      return [line(view, { sign: again, colour: 'yellow', text })];
    }
    case 'retry': {
      const { code } = entry;
      const wait = seconds(entry.waitMs);
      const text = say(view, {
        en: `model: ${code}, again in ${wait}`,
        zh: `模型：${code}，${wait} 后重试`,
      });
      return [line(view, { sign: again, colour: 'yellow', text })];
    }
    case 'fallback': {
      const { from, to, code } = entry;
      const text = say(view, {
        en: `${from} failed (${code}), goes on with ${to}`,
        zh: `${from} 失败（${code}），改用 ${to} 继续`,
      });
      return [line(view, { sign: again, colour: 'yellow', text })];
    }
  }
}

function stepLines(step: Step, view: LineView): readonly string[] {
  const { index, thought, action = '', input = {}, observation = '', error, durationMs } = step;
  const { done, failed } = signsOf(view);
  const given = JSON.stringify(input);
  const head = `${index} ${action}${given === '{}' ? '' : ` ${given}`}`;
  const isDone = error === undefined;
  const result = isDone ? observation : observation === '' ? error : observation;
  return [
    ...(thought === ''
      ? []
      : [line(view, { sign: ' ', colour: 'dim', text: thought, isDim: true })]),
    line(view, {
      sign: isDone ? done : failed,
      colour: isDone ? 'green' : 'red',
      text: head,
      tail: seconds(durationMs),
    }),
    ...(result === ''
      ? []
      : [line(view, { sign: '  =', colour: 'dim', text: result, isDim: isDone })]),
  ];
}

/** The lines that change until the run is over: the calls under way, and the spinner with the time. */
export function liveLines(display: RunDisplay, view: LiveView): readonly string[] {
  if (display.isOver) return [];
  const most = Math.max(1, Math.min(view.rows - 1, 10));
  const shown = display.calls.slice(0, most - 1);
  return [...shown.map((call) => callLine(call, view)), spinnerLine(display, view)];
}

function callLine(call: OpenCall, view: LiveView): string {
  const { running, ask } = signsOf(view);
  const { name, input, progress, needsApproval, startedAt } = call;
  const given = input === '{}' ? '' : ` ${input}`;
  const waiting = say(view, { en: 'waiting for approval', zh: '等待批准' });
  const word = needsApproval ? ` - ${waiting}` : progress === '' ? given : ` - ${progress}`;
  return line(view, {
    sign: needsApproval ? ask : running,
    colour: needsApproval ? 'yellow' : 'cyan',
    text: `${name}${word}`,
    tail: seconds(view.now - startedAt),
  });
}

function spinnerLine({ thinking, calls, startedAt }: RunDisplay, view: LiveView): string {
  const { frames } = signsOf(view);
  const passed = Math.max(0, view.now - startedAt);
  const sign = frames[Math.floor(passed / frameMs) % frames.length] ?? '';
  const text =
    thinking === undefined
      ? calls.length === 0
        ? say(view, { en: 'working', zh: '运行中' })
        : say(view, { en: 'calling tools', zh: '调用工具' })
      : `${say(view, { en: `thinking (${thinking.turn})`, zh: `思考中（${thinking.turn}）` })} ${lastPart(thinking.text, view)}`;
  return line(view, { sign, colour: 'cyan', text: text.trimEnd(), tail: seconds(passed) });
}

/** The end of what the model writes, as much of it as half a line holds. */
function lastPart(text: string, { columns }: LiveView): string {
  return lastColumns(oneLine(text, longestLooked), Math.floor(columns / 2));
}

interface Line {
  readonly sign: string;
  readonly colour: Parameters<typeof paint>[1];
  readonly text: string;
  /** Kept when the text has to be cut. */
  readonly tail?: string;
  readonly isDim?: boolean;
}

/** One row of the terminal and never more: a column is left free, since some terminals wrap at the last one. */
function line(view: LineView, { sign, colour, text, tail = '', isDim = false }: Line): string {
  const { style, columns, secrets = [] } = view;
  const room = Math.max(1, columns - 1);
  const lead = fitText(`${sign} `, room);
  const end = tail === '' ? '' : `  ${tail}`;
  const left = room - textWidth(lead) - textWidth(end);
  const clean = withoutControls(redactSecrets(oneLine(text, longestLooked), secrets)).replace(
    /[\t\n]/g,
    ' ',
  );
  const body = fitText(clean, left < 8 ? room - textWidth(lead) : left);
  return [
    paint(lead, colour, style),
    isDim ? paint(body, 'dim', style) : body,
    left < 8 ? '' : paint(end, 'dim', style),
  ].join('');
}

function say({ language }: LineView, pair: Pair): string {
  return pick(language, pair);
}

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export function seconds(ms: number): string {
  const whole = Math.floor(Math.max(0, ms) / 1000);
  if (whole < 10) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
