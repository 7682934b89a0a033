import type { AssistantMessage, ChatMessage, ToolOutcome } from '@mini-agent/foundation/chat';
import { cutMiddle, fenceSize, observationLimit, turnLimit } from './fence.ts';
import type { ToolsByName } from './loop-ladder.ts';
import { observe, traceText, wantedRoom } from './observation.ts';
import { noted, progressOf } from './progress.ts';
import type { Run } from './run.ts';
import { divide } from './share.ts';
import type { Wording } from './wording.ts';

/** How much raw text of one turn's results a state keeps, in UTF-16 units: rules answer with whole texts. */
const keptLimit = 2_000_000;
/** Room for the note of what is missing, so that a cut text is not cut again. */
const markSize = 200;
/** Turns in a row with nothing but invalid calls, after which an answer is forced. */
const mostInvalidTurns = 4;

/** Puts the results of the pending calls into the conversation, in the order of the calls. */
export function appendResults(
  run: Run,
  outcomes: readonly ToolOutcome[],
  tools: ToolsByName,
): void {
  const { wording, state } = run;
  const { pending, boundary = '' } = state;
  const rooms = divide(outcomes.map(wantedRoom), turnLimit - fenceSize * outcomes.length);
  const whole = Math.max(observationLimit, Math.floor(keptLimit / outcomes.length));
  const asked = state.messages.findLast(isReply);
  const results = pending.flatMap(({ call, cached }, index): readonly ChatMessage[] => {
    const outcome = outcomes[index];
    if (outcome === undefined) return [];
    const limit = rooms[index] ?? 0;
    const text = observe(outcome, { boundary, tool: call.name, limit, wording });
    const content = cached === true ? `${wording.sameCall}\n${text}` : text;
    run.addStep({
      turn: state.iterations,
      thought: index === 0 && asked ? thoughtOf(asked) : '',
      action: call.name,
      ...(call.arguments.ok && { input: call.arguments.value }),
      observation: traceText(outcome, wording),
      durationMs: outcome.durationMs,
      ...(!outcome.ok && { error: outcome.code }),
    });
    const kept = keep(outcome, whole, wording);
    return [{ role: 'tool', callId: call.id, name: call.name, content, outcome: kept }];
  });
  const isTainted = pending.some(({ call }, index) => taints(outcomes[index], tools, call.name));
  run.update({
    messages: [...state.messages, ...results],
    pending: [],
    tainted: state.tainted || isTainted,
  });
  noteInvalid(run, outcomes);
}

function isReply(message: ChatMessage): message is AssistantMessage {
  return message.role === 'assistant';
}

/** The model's reasoning, else the text beside its calls. */
export function thoughtOf({ reasoning = '', content }: AssistantMessage): string {
  return reasoning.trim() === '' ? content.trim() : reasoning.trim();
}

function noteInvalid(run: Run, outcomes: readonly ToolOutcome[]): void {
  const allInvalid = outcomes.every(
    (outcome) =>
      !outcome.ok && (outcome.code === 'invalid_arguments' || outcome.code === 'unknown_tool'),
  );
  const progress = progressOf(run.state);
  const invalidTurns = allInvalid ? progress.invalidTurns + 1 : 0;
  const forced =
    progress.forced ?? (invalidTurns >= mostInvalidTurns ? 'invalid_tool_calls' : undefined);
  run.update(noted(run.state, { invalidTurns, ...(forced !== undefined && { forced }) }));
}

/** The message of a failure may be text from outside as well. */
function taints(outcome: ToolOutcome | undefined, tools: ToolsByName, name: string): boolean {
  if (outcome === undefined) return false;
  if (outcome.ok) return !outcome.trusted;
  return outcome.tries > 0 && tools.get(name)?.annotations.untrustedOutput === true;
}

/**
 * The conversation with the newest results cut, once the model has replied to them: a run would else carry all it ever read, in every
 * saved state.
 */
export function withoutWholeTexts(
  messages: readonly ChatMessage[],
  wording: Wording,
): readonly ChatMessage[] {
  const last = messages.findLastIndex(isReply);
  return messages.map((message, index) =>
    message.role === 'tool' && index > last
      ? { ...message, outcome: keep(message.outcome, observationLimit, wording) }
      : message,
  );
}

function keep(outcome: ToolOutcome, limit: number, wording: Wording): ToolOutcome {
  if (!outcome.ok) {
    const isLong = outcome.message.length > observationLimit;
    return isLong ? { ...outcome, message: cutMiddle(outcome.message, 4_000, wording) } : outcome;
  }
  const { data, ...kept } = outcome;
  const isLong = kept.text.length > limit + markSize;
  const hasLongData = data !== undefined && JSON.stringify(data).length > limit;
  if (!isLong && !hasLongData) return outcome;
  return {
    ...kept,
    ...(isLong && { text: cutMiddle(kept.text, limit, wording), truncated: true }),
    ...(data !== undefined && !hasLongData && { data }),
  };
}
