import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import { closesCycle } from './call-cycle.ts';
import { taskIndex } from './conversation.ts';
import { keptTexts } from './kept-texts.ts';
import { leftOutOf } from './left-out.ts';
import {
  judgeCall,
  pastCalls,
  pastSteps,
  type LadderStep,
  type PastCall,
  type ToolsByName,
} from './loop-ladder.ts';
import type { PendingCall, RunState } from './run-state.ts';
import { progressOf } from './progress.ts';
import { answerFromKept, readsResult, withOwnTool } from './read-result.ts';
import { failure } from './tool-outcome.ts';
import { resolveName } from './tool-name.ts';
import { wordingFor } from './wording.ts';

/** Most calls of one reply that are made; one more stands for the rest and is told so. */
const mostCalls = 64;

/**
 * The calls of a reply under ids and names of their own: providers repeat ids or leave them out, and models misspell names. What
 * was cut off never runs, even where it can be read.
 */
export function adoptCalls(
  calls: readonly ToolCall[],
  state: RunState,
  { tools, isCut }: { readonly tools: ToolsByName; readonly isCut: boolean },
): readonly ToolCall[] {
  const used = new Set([
    ...state.messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
    ),
    ...keptTexts(state).map(({ callId }) => callId),
    ...leftOutOf(state).calls.map(({ callId }) => callId),
  ]);
  const known = keptTexts(state).length === 0 ? tools : withOwnTool(tools);
  let number = progressOf(state).lastCall;
  return calls.slice(0, mostCalls + 1).map((call) => {
    do number += 1;
    while (used.has(`c${number}`));
    const adopted = { ...call, id: `c${number}`, name: resolveName(call.name, known) };
    return isCut ? cutShort(adopted) : adopted;
  });
}

function cutShort(call: ToolCall): ToolCall {
  const raw = call.arguments.ok ? JSON.stringify(call.arguments.value) : call.arguments.raw;
  return { ...call, arguments: { ok: false, raw, problem: 'cut off', cut: true } };
}

/** What is to be done about the calls of a reply. Those that are not to be made have their outcome already, so that a resumed run knows it too. */
export function planCalls(
  state: RunState,
  calls: readonly ToolCall[],
  { tools, total }: { readonly tools: ToolsByName; readonly total: number },
): Pick<RunState, 'pending' | 'calls' | 'progress'> {
  const past = pastCalls(state.messages.slice(taskIndex(state) + 1));
  const steps = pastSteps(state.steps);
  const all = steps.length > past.length ? steps : past;
  const known = withOwnTool(tools);
  const isCycle = closesCycle(calls, all, known);
  const made = { ...state.calls };
  const plan: Plan = { state, tools, known, past, all, isCycle, made, isLoop: false };
  const { callsLeftOut } = wordingFor(state.language);
  const pending = calls.map((call, index): PendingCall => {
    const idempotencyKey = `${state.runId}:${call.id}`;
    const done: Done | undefined =
      index === mostCalls
        ? { outcome: failure(call, 'denied', callsLeftOut(total - mostCalls)) }
        : outcomeWithoutCall(plan, call);
    if (!done) return { call, idempotencyKey, state: 'planned' };
    return { call, idempotencyKey, state: 'finished', ...done };
  });
  const progress = progressOf(state);
  const lastCall = Number(calls.at(-1)?.id.slice(1) ?? progress.lastCall);
  const forced = progress.forced ?? (plan.isLoop ? 'loop_detected' : undefined);
  return {
    pending,
    calls: plan.made,
    progress: { ...progress, lastCall, ...(forced !== undefined && { forced }) },
  };
}

interface Plan {
  readonly state: RunState;
  readonly tools: ToolsByName;
  /** The same with the loop's own tool. */
  readonly known: ToolsByName;
  readonly past: readonly PastCall[];
  /** Also those that are no longer in the conversation. */
  readonly all: readonly PastCall[];
  /** The calls go on with a cycle. */
  readonly isCycle: boolean;
  made: Readonly<Record<string, number>>;
  isLoop: boolean;
}

type Done = Pick<PendingCall, 'cached' | 'handle'> & { readonly outcome: ToolOutcome };

/** What a call that is not made comes to, or undefined where it is to be made; it is then counted. */
function outcomeWithoutCall(plan: Plan, call: ToolCall): Done | undefined {
  const { state, tools, known } = plan;
  const wording = wordingFor(state.language);
  if (!call.arguments.ok) {
    const { cut, problem } = call.arguments;
    const message = cut ? wording.cutCall : wording.unreadableArguments(problem);
    const expected = known.get(call.name)?.inputSchema;
    const refused = { ...failure(call, 'invalid_arguments', message), retry: true };
    return { outcome: expected === undefined ? refused : { ...refused, expected } };
  }
  const isOwn = readsResult(call, tools);
  const made = Object.hasOwn(plan.made, call.name) ? (plan.made[call.name] ?? 0) : 0;
  if (!isOwn && made >= (state.limits.maxToolCalls ?? Infinity)) {
    return { outcome: failure(call, 'denied', wording.tooManyCalls(call.name)) };
  }
  const verdict = judge(plan, call);
  if (verdict.kind === 'stop') plan.isLoop = true;
  if (verdict.kind === 'stop' || verdict.kind === 'refuse') {
    return { outcome: failure(call, 'denied', wording.repeatedCall) };
  }
  if (verdict.kind === 'cached') return fromMemory(state, call, verdict.from);
  if (isOwn) return { outcome: answerFromKept(state, call) };
  // A computed key is an own one, whatever its name.
  plan.made = { ...plan.made, [call.name]: made + 1 };
  return undefined;
}

/** A call whose result the model does not see any more may be made again, but not without end. */
function judge({ isCycle, past, all, known }: Plan, call: ToolCall): LadderStep {
  const isStuck = isCycle || (all !== past && judgeCall(call, all, known).kind === 'stop');
  return isStuck ? { kind: 'stop' } : judgeCall(call, past, known);
}

function fromMemory(state: RunState, call: ToolCall, { callId, outcome }: PastCall): Done {
  const handle = keptTexts(state).findLast((kept) => kept.callId === callId)?.handle;
  return {
    outcome: { ...outcome, callId: call.id, durationMs: 0, tries: 0 },
    cached: true,
    ...(handle !== undefined && { handle }),
  };
}
