import type { ModelEvent } from '@mini-agent/foundation/chat';
import type { AgentEvent, Step } from '@mini-agent/react-agent';

/** A call that is not over. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly startedAt: number;
  /** The newest word of the tool itself. */
  readonly progress: string;
  readonly needsApproval: boolean;
}

/** What stays on the screen, in order. */
export type DisplayEntry =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'retry'; readonly code: string; readonly waitMs: number }
  | { readonly kind: 'tries'; readonly tool: string; readonly tries: number }
  | {
      readonly kind: 'fallback';
      readonly from: string;
      readonly to: string;
      readonly code: string;
    };

/** Everything the live display knows of a run; a value, made anew by each event. */
export interface RunDisplay {
  readonly startedAt: number;
  /** The model call under way. */
  readonly thinking?: { readonly turn: number; readonly text: string };
  readonly calls: readonly OpenCall[];
  readonly entries: readonly DisplayEntry[];
  readonly isOver: boolean;
}

export function startDisplay(now: number): RunDisplay {
  return { startedAt: now, calls: [], entries: [], isOver: false };
}

/** Text of a model call that is kept to be shown; only its end is ever seen. */
const longestThinking = 400;

/** The display after an event; `now` is the time at which it is shown. */
export function nextDisplay(display: RunDisplay, event: AgentEvent, now: number): RunDisplay {
  switch (event.type) {
    case 'model_started':
      return { ...display, thinking: { turn: event.turn, text: '' } };
    case 'model_event':
      return withModelEvent(display, event.event);
    case 'model_finished':
      return withoutThinking(display);
    case 'tool_started':
      return withCall(display, event.call, { startedAt: now });
    case 'approval_needed':
      return withCall(display, event.call, { needsApproval: true, startedAt: now });
    case 'tool_progress':
      return changeCall(display, event.callId, { progress: event.message });
    case 'tool_finished':
      return endCall(display, event.outcome);
    case 'step':
      return withStep(display, event.step);
    case 'run_finished':
      return { ...withoutThinking(display), calls: [], isOver: true };
    default:
      return display;
  }
}

type EndedCall = Extract<AgentEvent, { readonly type: 'tool_finished' }>['outcome'];

type CallEvent = Extract<AgentEvent, { readonly type: 'tool_started' }>['call'];

function withCall(
  display: RunDisplay,
  { id, name, arguments: given }: CallEvent,
  change: Partial<OpenCall> & Pick<OpenCall, 'startedAt'>,
): RunDisplay {
  const isKnown = display.calls.some((call) => call.id === id);
  if (isKnown) return changeCall(display, id, { needsApproval: false, ...change });
  const input = given.ok ? JSON.stringify(given.value) : '';
  const call = { id, name, input, progress: '', needsApproval: false, ...change };
  return { ...display, calls: [...display.calls, call] };
}

function changeCall(display: RunDisplay, id: string, change: Partial<OpenCall>): RunDisplay {
  const calls = display.calls.map((call) => (call.id === id ? { ...call, ...change } : call));
  return { ...display, calls };
}

function endCall(display: RunDisplay, { callId, tries }: EndedCall): RunDisplay {
  const tool = display.calls.find(({ id }) => id === callId)?.name ?? '';
  const calls = display.calls.filter(({ id }) => id !== callId);
  const ended = { ...display, calls };
  return tries > 1 ? withEntry(ended, { kind: 'tries', tool, tries }) : ended;
}

function withModelEvent(display: RunDisplay, event: ModelEvent): RunDisplay {
  const { thinking = { turn: 0, text: '' } } = display;
  switch (event.type) {
    case 'retry': {
      const { code, waitMs } = event;
      return withEntry(
        { ...display, thinking: { ...thinking, text: '' } },
        { kind: 'retry', code, waitMs },
      );
    }
    case 'fallback': {
      const { code, from, to } = event;
      return withEntry(
        { ...display, thinking: { ...thinking, text: '' } },
        { kind: 'fallback', from, to, code },
      );
    }
    default: {
      const text = `${thinking.text}${event.delta}`.slice(-longestThinking);
      return { ...display, thinking: { ...thinking, text } };
    }
  }
}

/** The final answer is no entry: it goes to stdout. */
function withStep(display: RunDisplay, step: Step): RunDisplay {
  if (step.action === undefined) return display;
  return withEntry(display, { kind: 'step', step });
}

function withEntry(display: RunDisplay, entry: DisplayEntry): RunDisplay {
  return { ...display, entries: [...display.entries, entry] };
}

function withoutThinking(display: RunDisplay): RunDisplay {
  const { startedAt, calls, entries, isOver } = display;
  return { startedAt, calls, entries, isOver };
}
