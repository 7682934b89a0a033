import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { judgeApproval } from './approval.ts';
import type { ToolsByName } from './loop-ladder.ts';
import { copyCall, markCall } from './mark-call.ts';
import { isPlainObject } from './plain-json.ts';
import { appendResults } from './results.ts';
import type { Run } from './run.ts';
import type { PendingCall } from './run-state.ts';
import { failure, readOutcome, thrown } from './tool-outcome.ts';

/**
 * Makes the pending calls side by side and puts their results into the conversation. Also after a crash: what was finished stays, what
 * had started and cannot be repeated safely is reported as unknown, the rest runs. Where a call has to wait the run is put aside, with
 * the outcomes of the others kept. Never rejects: each call gets an outcome or waits.
 */
export async function runPendingCalls(run: Run, tools: ToolsByName): Promise<void> {
  await run.save();
  const settled = await Promise.all(
    run.state.pending.map((pending) => settle(run, pending, tools.get(pending.call.name))),
  );
  const outcomes = run.isStopped() ? settled.map(withoutWaiting) : settled;
  if (!outcomes.every((outcome) => outcome !== undefined)) {
    run.putAside();
    return;
  }
  appendResults(run, outcomes, tools);
  await run.save();

  /** A run that is stopped waits for nothing. */
  function withoutWaiting(
    outcome: ToolOutcome | undefined,
    index: number,
  ): ToolOutcome | undefined {
    const call = run.state.pending[index]?.call;
    if (outcome || !call) return outcome;
    const ended = run.turnedBack.get(call.id);
    if (ended) run.emit({ type: 'tool_finished', outcome: ended });
    return ended ?? failure(call, 'interrupted', run.wording.notStarted);
  }
}

/** The outcome of a call, which is then in the state, or undefined where it has to wait. */
async function settle(
  run: Run,
  pending: PendingCall,
  tool: ToolDescriptor | undefined,
): Promise<ToolOutcome | undefined> {
  if (pending.outcome) return pending.outcome;
  const { call } = pending;
  let outcome: ToolOutcome | undefined;
  try {
    outcome = await makeCall(run, pending, tool);
  } catch (error) {
    outcome = thrown(call, error);
  }
  if (outcome && stateOf(run, pending) !== 'finished') {
    markCall(run, call, { state: 'finished', outcome });
  }
  return outcome;
}

function stateOf(run: Run, { call }: PendingCall): PendingCall['state'] | undefined {
  return run.state.pending.find((entry) => entry.call.id === call.id)?.state;
}

async function makeCall(
  run: Run,
  pending: PendingCall,
  tool: ToolDescriptor | undefined,
): Promise<ToolOutcome | undefined> {
  const { call } = pending;
  if (pending.state === 'started') {
    const mayRepeat = tool?.annotations.idempotent === true && !run.isStopped();
    if (!mayRepeat) return failure(call, 'outcome_unknown', run.wording.unknownOutcome);
    markCall(run, call, { state: 'planned' });
  }
  const verdict = run.mayBegin() ? await judgeApproval(run, pending, tool) : 'later';
  if (run.isStopped()) return failure(call, 'interrupted', run.wording.notStarted);
  if (verdict !== 'run' || !run.mayBegin())
    return typeof verdict === 'object' ? verdict : undefined;
  return start(run, pending, tool);
}

async function start(
  run: Run,
  pending: PendingCall,
  tool: ToolDescriptor | undefined,
): Promise<ToolOutcome | undefined> {
  const { call } = pending;
  markCall(run, call, { state: 'started' });
  run.emit({ type: 'tool_started', call });
  await run.save();
  const { notStarted, unknownOutcome } = run.wording;
  const isAsked = run.mayBegin();
  // What is not saved as started must not start.
  const outcome = run.isStopped()
    ? failure(call, 'interrupted', notStarted)
    : isAsked && (await askRunner(run, pending, tool));
  if (!outcome) {
    markCall(run, call, { state: 'planned' });
    const ended = isAsked
      ? failure(call, 'outcome_unknown', unknownOutcome)
      : failure(call, 'interrupted', notStarted);
    run.turnedBack.set(call.id, ended);
    return undefined;
  }
  markCall(run, call, { state: 'finished', outcome });
  run.emit({ type: 'tool_finished', outcome });
  await run.save();
  return outcome;
}

/**
 * A runner that neither settles nor obeys the signal cannot hold the run. Undefined where an idempotent tool was told to stop because
 * the run is put aside, and has not come to a result.
 */
async function askRunner(
  run: Run,
  { call, idempotencyKey }: PendingCall,
  tool: ToolDescriptor | undefined,
): Promise<ToolOutcome | undefined> {
  const { runId, language, depth } = run.state;
  const { wording } = run;
  const mayRepeat = tool?.annotations.idempotent === true;
  const signal = mayRepeat ? run.haltSignal : run.signal;
  let isOpen = true;
  const onProgress = (progress: unknown): void => {
    const message = isPlainObject(progress) ? progress['message'] : undefined;
    if (!isOpen || typeof message !== 'string') return;
    run.emit({ type: 'tool_progress', callId: call.id, message });
  };
  const context = { signal, runId, idempotencyKey, language, depth, onProgress };
  const work = (async () => run.agent.tools.call(copyCall(call), context))().then(
    (outcome) => readOutcome(outcome, call, wording),
    (error: unknown) => thrown(call, error),
  );
  const outcome = await (mayRepeat ? run.unlessHalted(work) : run.unlessOver(work));
  isOpen = false;
  if (mayRepeat && run.isSuspending() && outcome?.ok !== true) return undefined;
  return outcome ?? failure(call, 'outcome_unknown', wording.unknownOutcome);
}
