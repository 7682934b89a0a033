import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { RunOptions, RunState } from '@mini-agent/react-agent';
import type { RunReport } from './report.ts';

/**
 * The conversation that a continued run starts from: every exchange so far with the answer at its end. The agent writes its
 * own system message and takes out calls without a result.
 */
export function continuedHistory(
  report: RunReport | undefined,
  state: RunState | undefined,
): readonly ChatMessage[] {
  const messages = state?.messages ?? taskOf(report);
  const history = messages.filter((message) => message.role !== 'system');
  const answer = report?.answer ?? '';
  const last = history.at(-1);
  const isAnswered = last?.role === 'assistant' && last.toolCalls.length === 0;
  if (isAnswered || answer === '') return history;
  return [...history, { role: 'assistant', content: answer, toolCalls: [] }];
}

function taskOf(report: RunReport | undefined): readonly ChatMessage[] {
  return report === undefined ? [] : [{ role: 'user', content: report.task }];
}

/** What a continued run takes over beside the messages: cut results that can be read on, and that text from outside is in it. */
export function continuedParts(state: RunState | undefined): RunOptions['earlier'] {
  if (state === undefined) return undefined;
  const { kept, leftOut, tainted, progress } = state;
  return {
    tainted,
    ...(kept && { kept }),
    ...(leftOut && { leftOut }),
    ...(progress && { progress }),
  };
}

/** Whether a run was stopped from outside, so that it can go on where it was. */
export function isInterrupted({ status, outcome }: RunReport): boolean {
  return status === 'cancelled' && outcome === 'aborted';
}

/** The state that an interrupted run goes on from. Calls that were cut off are taken out, and the time limit starts anew. */
export function resumableState(state: RunState | undefined, now: number): RunState | undefined {
  if (state === undefined) return undefined;
  if (state.outcome === undefined) return { ...state, startedAt: now };
  const messages = [...state.messages];
  while (isOpenCall(messages.at(-1))) messages.pop();
  const steps = state.steps.filter((step) => step.finalAnswer === undefined);
  return { ...withoutEnding(state), messages, steps, startedAt: now };
}

function withoutEnding(state: RunState): RunState {
  const open: { -readonly [Key in keyof RunState]: RunState[Key] } = { ...state };
  delete open.outcome;
  delete open.answer;
  delete open.errorCode;
  return open;
}

function isOpenCall(message: ChatMessage | undefined): boolean {
  return message?.role === 'assistant' && message.toolCalls.length > 0;
}
