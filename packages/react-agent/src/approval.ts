import type { ToolCall } from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import type { ApprovalReason } from './agent-options.ts';
import { codeOf } from './endings.ts';
import { reasonOf } from './errors.ts';
import { copyCall, markCall } from './mark-call.ts';
import { earlierEffect, sameSteps, type EarlierEffect } from './repeated-effect.ts';
import type { Run } from './run.ts';
import type { PendingCall } from './run-state.ts';
import { failure, type FailedOutcome } from './tool-outcome.ts';

/** How many names of tools an error lists. */
const mostListed = 20;

/** What comes of the question whether a call may be made. */
export type Verdict = 'run' | 'later' | FailedOutcome;

/**
 * Whether a call may be made, which somebody may have to be asked about: where text of an untrusted tool is in the conversation it may be
 * what asks for a change, and what takes effect each time must not be done twice by a model that repeats itself. A tool that is not
 * listed is taken for one that changes something, because nothing is known of it; one that says nothing about itself is the program's own.
 */
export async function judgeApproval(
  run: Run,
  pending: PendingCall,
  tool: ToolDescriptor | undefined,
): Promise<Verdict> {
  const { call, approved } = pending;
  const { approve } = run.agent;
  if (approved !== undefined) return approved ? 'run' : denied(run, call);
  if (isAllowed(run, call) || tool?.annotations.readOnly === true) return 'run';
  const effect = earlierEffect(run.state, call, tool);
  const isRisky =
    run.state.tainted && tool?.annotations.isGuessed !== true && !asksAgain(run, call, tool);
  const reason = isRisky ? 'untrusted_content' : effect && 'repeated_call';
  if (reason === undefined) return 'run';
  if (wasDenied(run, call)) return denied(run, call);
  if (typeof approve === 'function' && tool !== undefined) return ask(run, call, reason);
  return effect ? repeated(run, call, effect) : untrusted(run, call, tool);
}

/** A polling tool is meant to be called again; what such a call does was decided when it ran first. */
function asksAgain(run: Run, call: ToolCall, tool: ToolDescriptor | undefined): boolean {
  if (tool?.polling !== true) return false;
  return sameSteps(run.state, call).some(({ error }) => error === undefined);
}

/** Names that the agent's owner allows, or the beginnings of such names. */
function isAllowed(run: Run, { name }: ToolCall): boolean {
  const allow: unknown = run.agent.approvals?.allow;
  if (!Array.isArray(allow)) return false;
  return allow.some(
    (entry: unknown) =>
      typeof entry === 'string' &&
      (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry),
  );
}

/** An answer that fails is no yes. One that does not come before the run is put aside is asked for again. */
async function ask(run: Run, call: ToolCall, reason: ApprovalReason): Promise<Verdict> {
  markCall(run, call, { state: 'awaiting_approval' });
  run.emit({ type: 'approval_needed', call, reason });
  await run.save();
  if (!run.mayBegin()) return 'later';
  const signal = run.haltSignal;
  try {
    const asking = (async () => run.agent.approve?.(copyCall(call), { signal, reason }))();
    const answer: unknown = await run.untilHalted(asking);
    if (answer === 'later') return 'later';
    // The question is over, whatever comes next.
    markCall(run, call, { state: 'planned', approved: answer === true });
    return answer === true ? 'run' : denied(run, call);
  } catch (error) {
    return run.isSuspending() ? 'later' : denied(run, call, refusalOf(error));
  }
}

function denied(run: Run, call: ToolCall, text = run.wording.deniedCall): FailedOutcome {
  return failure(call, 'denied', text);
}

/** Who refuses may say why, for the model. */
function refusalOf(error: unknown): string | undefined {
  return codeOf(error) === 'denied' ? reasonOf(error) : undefined;
}

/** Who said no is not asked again until he says yes. */
function wasDenied({ state, wording }: Run, call: ToolCall): boolean {
  return sameSteps(state, call).some(({ observation }) => observation === wording.deniedCall);
}

function repeated({ wording }: Run, call: ToolCall, effect: EarlierEffect): FailedOutcome {
  const { repeatedEffect, openEffect } = wording;
  return failure(call, 'denied', effect === 'certain' ? repeatedEffect : openEffect);
}

/** Where nobody can be asked. */
function untrusted(run: Run, call: ToolCall, tool: ToolDescriptor | undefined): FailedOutcome {
  if (tool) return failure(call, 'denied', run.wording.untrustedCall);
  const known = run.tools.slice(0, mostListed).map(({ name }) => name);
  return failure(call, 'unknown_tool', run.wording.unknownTool(call.name.slice(0, 64), known));
}
