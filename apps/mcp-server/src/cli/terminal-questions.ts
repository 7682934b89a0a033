import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { abortable } from '@mini-agent/foundation/time';
import type { ApprovalForm } from '../render/approval-form.ts';
import { withoutControls } from './terminal-text.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a client answers to `elicitation/create`. */
export interface TerminalAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, boolean>>;
}

/** Asks a question of the form `elicitation/create` at a terminal, one at a time; only a clear yes is one. */
export type AskAtTerminal = (form: ApprovalForm, signal: AbortSignal) => Promise<TerminalAnswer>;

const yes: ReadonlySet<string> = new Set(['y', 'yes', '是', '好']);

export function createTerminalQuestions(terminal: Terminal): AskAtTerminal {
  let last: Promise<unknown> = Promise.resolve();
  return (form, signal) => {
    const turn = last.then(() => ask(form, signal, terminal));
    last = turn.catch(() => undefined);
    return abortable(turn, signal);
  };
}

async function ask(
  form: ApprovalForm,
  signal: AbortSignal,
  { input, output }: Terminal,
): Promise<TerminalAnswer> {
  signal.throwIfAborted();
  const [name = '', title = ''] = fieldOf(form);
  output.write(`\n${withoutControls(form.message)}\n${withoutControls(title)} [y/N] `);
  const line = await readLine(input, signal);
  if (line === undefined) return { action: 'cancel' };
  if (!yes.has(line.trim().toLowerCase())) return { action: 'decline' };
  return { action: 'accept', content: { [name]: true } };
}

/** The name and the title of the form's one field. */
function fieldOf({ requestedSchema }: ApprovalForm): readonly string[] {
  const { properties = {} } = (requestedSchema ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly title?: string }>>;
  };
  return Object.entries(properties).flatMap(([name, { title = '' }]) => [name, title]);
}

/** The next line, or undefined at the end of the input. */
function readLine(input: Readable, signal: AbortSignal): Promise<string | undefined> {
  // The terminal keeps its own line editing, so that an interrupt still reaches the process.
  const lines = createInterface({ input, terminal: false });
  const line = new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve).once('close', () => {
      resolve(undefined);
    });
  });
  return abortable(line, signal).finally(() => {
    lines.close();
  });
}
