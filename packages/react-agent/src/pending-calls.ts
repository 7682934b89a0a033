import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import { abortable } from '@mini-agent/foundation/time';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import type { ToolsByName } from './loop-ladder.ts';
import { appendResults } from './results.ts';
import type { Run } from './run.ts';
import type { PendingCall } from './run-state.ts';
import { failure, readOutcome, thrown, type FailedOutcome } from './tool-outcome.ts';

/** How many names of tools an error lists. */
const mostListed = 20;

/**
 * Makes the pending calls side by side and puts their results into the conversation. Also after a crash: what was finished stays, what
 * had started and cannot be repeated safely is reported as unknown, the rest runs. Never rejects: each call gets an outcome.
 */
export async function runPendingCalls(run: Run, tools: ToolsByName): Promise<void> {
  await run.save();
  const outcomes = await Promise.all(
    run.state.pending.map(async (pending) => {
      if (pending.outcome) return pending.outcome;
      try {
        return await makeCall(run, pending, tools);
      } catch (error) {
        return thrown(pending.call, error);
      }
    }),
  );
  appendResults(run, outcomes, tools);
  await run.save();
}

async function makeCall(run: Run, pending: PendingCall, tools: ToolsByName): Promise<ToolOutcome> {
  const { call } = pending;
  const tool = tools.get(call.name);
  const mayRepeat = tool?.annotations.idempotent === true && !run.isStopped();
  if (pending.state === 'started' && !mayRepeat) {
    return failure(call, 'outcome_unknown', run.wording.unknownOutcome);
  }
  const refusal = await refuse(run, call, tools);
  if (refusal) return refusal;
  mark(run, call, { state: 'started' });
  run.emit({ type: 'tool_started', call });
  await run.save();
  // What is not saved as started must not start.
  const outcome = run.isStopped()
    ? failure(call, 'interrupted', run.wording.notStarted)
    : await askRunner(run, pending);
  mark(run, call, { state: 'finished', outcome });
  run.emit({ type: 'tool_finished', outcome });
  await run.save();
  return outcome;
}

/** A runner that neither settles nor obeys the signal cannot hold the run. */
async function askRunner(run: Run, { call, idempotencyKey }: PendingCall): Promise<ToolOutcome> {
  const { runId, language, depth } = run.state;
  let isOpen = true;
  const onProgress = ({ message }: { readonly message: string }): void => {
    if (isOpen) run.emit({ type: 'tool_progress', callId: call.id, message });
  };
  const { signal, wording } = run;
  const context = { signal, runId, idempotencyKey, language, depth, onProgress };
  const work = (async () => run.agent.tools.call(call, context))().then(
    (outcome) => readOutcome(outcome, call, wording),
    (error: unknown) => thrown(call, error),
  );
  const outcome = await run.unlessOver(work);
  isOpen = false;
  return outcome ?? failure(call, 'outcome_unknown', wording.unknownOutcome);
}

/** Why a call is not made after all. */
async function refuse(
  run: Run,
  call: ToolCall,
  tools: ToolsByName,
): Promise<FailedOutcome | undefined> {
  const tool = tools.get(call.name);
  const isApproved = run.isStopped() || (await approve(run, call, tool));
  if (run.isStopped()) return failure(call, 'interrupted', run.wording.notStarted);
  if (isApproved) return undefined;
  if (tool) return failure(call, 'denied', run.wording.deniedCall);
  const known = [...tools.keys()].slice(0, mostListed);
  return failure(call, 'unknown_tool', run.wording.unknownTool(call.name.slice(0, 64), known));
}

/**
 * Text of an untrusted tool in the conversation may be what asks for the call: then a change needs a yes. A tool that is not listed is
 * taken for one that destroys, because nothing is known of it.
 */
async function approve(
  run: Run,
  call: ToolCall,
  tool: ToolDescriptor | undefined,
): Promise<boolean> {
  if (!run.state.tainted || tool?.annotations.readOnly === true) return true;
  const ask = run.agent.approve;
  if (ask === undefined) return tool?.annotations.destructive === false;
  mark(run, call, { state: 'awaiting_approval' });
  run.emit({ type: 'approval_needed', call, reason: 'untrusted_content' });
  await run.save();
  try {
    const { signal } = run;
    const answer: unknown = await abortable((async () => ask(call, { signal }))(), signal);
    return answer === true;
  } catch {
    return false;
  }
}

function mark(run: Run, call: ToolCall, change: Partial<PendingCall>): void {
  run.update({
    pending: run.state.pending.map((pending) =>
      pending.call.id === call.id ? { ...pending, ...change } : pending,
    ),
  });
}
