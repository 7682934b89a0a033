import type { AssistantMessage, ChatMessage, ToolOutcome } from '@mini-agent/foundation/chat';
import { cutMiddle, observationLimit } from './fence.ts';
import type { ToolsByName } from './loop-ladder.ts';
import { traceText } from './observation.ts';
import { noted, progressOf } from './progress.ts';
import type { Run } from './run.ts';
import { tellResults } from './tell-results.ts';
import type { Wording } from './wording.ts';

/**
 * How much raw text of one turn's results a state keeps, in UTF-16 units: rules answer with whole texts, and may take over from a model.
 */
const wholeLimit = { rule: 2_000_000, model: 200_000 };
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
  const { pending } = state;
  const limit = state.last?.mode === 'rule' ? wholeLimit.rule : wholeLimit.model;
  const whole = Math.max(observationLimit, Math.floor(limit / outcomes.length));
  const asked = state.messages.findLast(isReply);
  const told = tellResults(state, outcomes, tools);
  const results = pending.flatMap(({ call }, index): readonly ChatMessage[] => {
    const outcome = outcomes[index];
    if (outcome === undefined) return [];
    run.addStep({
      turn: state.iterations,
      thought: index === 0 && asked ? thoughtOf(asked) : '',
      action: call.name,
      ...(call.arguments.ok && { input: call.arguments.value }),
      observation: traceText(outcome, wording),
      durationMs: outcome.durationMs,
      ...(!outcome.ok && { error: outcome.code }),
    });
    const content = told.contents[index] ?? '';
    const kept = keep(outcome, whole, wording);
    return [{ role: 'tool', callId: call.id, name: call.name, content, outcome: kept }];
  });
  const isTainted = pending.some(({ call }, index) => taints(outcomes[index], tools, call.name));
  run.update({
    messages: [...state.messages, ...results],
    pending: [],
    tainted: state.tainted || isTainted,
    ...(told.kept.length > 0 && { kept: told.kept }),
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
  return messages.map((message, index) => {
    if (message.role !== 'tool' || index <= last) return message;
    const outcome = keep(message.outcome, observationLimit, wording);
    // What is known of a message is known of this object.
    return outcome === message.outcome ? message : { ...message, outcome };
  });
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
