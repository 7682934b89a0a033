import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { observationLimit, turnLimit } from './fence.ts';
import { judgeCall, pastCalls } from './loop-ladder.ts';
import { observe, traceText } from './observation.ts';
import type { Run } from './run.ts';
import type { PendingCall, RunState } from './run-state.ts';
import { wordingFor } from './wording.ts';

/** How long a tool runner may take to settle after an abort before the run goes on without it. */
const graceMs = 40;

/** What became of one turn's calls. */
export interface TurnReport {
  /** The loop ladder says that the run must end. */
  readonly isLoop: boolean;
  /** Not one of the calls could be made: all were invalid or named no tool. */
  readonly allInvalid: boolean;
}

/** Runs the planned calls of a turn side by side and puts their results into the conversation, in the order of the calls. */
export async function runPendingCalls(
  run: Run,
  thought: string,
  tools: readonly ToolDescriptor[],
): Promise<TurnReport> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const history = pastCalls(run.state.messages);
  let isLoop = false;
  const cached = new Set<string>();
  const jobs = run.state.pending.map((pending) => {
    const { call } = pending;
    const tool = byName.get(call.name);
    const refusal = refuse(run, call, tool);
    if (refusal) return () => Promise.resolve(refusal);
    const verdict = judgeCall(call, history, tool);
    if (verdict.kind === 'stop') isLoop = true;
    if (verdict.kind === 'stop' || verdict.kind === 'refuse') {
      const message = wordingFor(run.state.language).repeatedCall;
      return () => Promise.resolve(failure(call, 'denied', message));
    }
    if (verdict.kind === 'cached') {
      cached.add(call.id);
      return () =>
        Promise.resolve({ ...verdict.outcome, callId: call.id, durationMs: 0, tries: 0 });
    }
    countCall(run, call);
    return () => approveAndCall(run, pending, tool);
  });
  await run.save();
  const outcomes = await Promise.all(jobs.map((job) => job()));
  appendResults(run, { outcomes, thought, cached });
  await run.save();
  const invalid = ({ ok, code }: { ok: boolean; code?: string }): boolean =>
    !ok && (code === 'invalid_arguments' || code === 'unknown_tool');
  return { isLoop, allInvalid: outcomes.length > 0 && outcomes.every(invalid) };
}

/** After a crash: what was finished stays, what had started and cannot be repeated safely is reported as unknown, the rest runs. */
export async function resumeCalls(run: Run): Promise<void> {
  if (run.state.pending.length === 0) return;
  const { signal, state } = run;
  const tools = await run.agent.tools.list({ signal, depth: state.depth });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const outcomes = await Promise.all(
    state.pending.map(async (pending) => {
      if (pending.outcome) return pending.outcome;
      const tool = byName.get(pending.call.name);
      const refusal = refuse(run, pending.call, tool);
      if (refusal) return refusal;
      if (pending.state === 'started' && tool?.annotations.idempotent !== true) {
        const message = wordingFor(state.language).unknownOutcome;
        return failure(pending.call, 'outcome_unknown', message);
      }
      return approveAndCall(run, pending, tool);
    }),
  );
  appendResults(run, { outcomes, thought: '', cached: new Set() });
  await run.save();
}

/** Why a call is not made at all. */
function refuse(
  run: Run,
  call: ToolCall,
  tool: ToolDescriptor | undefined,
): ToolOutcome | undefined {
  const wording = wordingFor(run.state.language);
  if (!call.arguments.ok) {
    const message = call.arguments.cut ? wording.cutCall : call.arguments.problem;
    return {
      ...failure(call, 'invalid_arguments', message),
      ...(tool !== undefined && { expected: tool.inputSchema }),
      retry: true,
    };
  }
  const { maxToolCalls = Infinity } = run.state.limits;
  const made = Object.hasOwn(run.state.calls, call.name) ? run.state.calls[call.name] : 0;
  if ((made ?? 0) >= maxToolCalls) return failure(call, 'denied', wording.tooManyCalls(call.name));
  return undefined;
}

function countCall(run: Run, { name }: ToolCall): void {
  const { calls } = run.state;
  const made = Object.hasOwn(calls, name) ? (calls[name] ?? 0) : 0;
  run.update({ calls: { ...calls, [name]: made + 1 } });
}

async function approveAndCall(
  run: Run,
  pending: PendingCall,
  tool: ToolDescriptor | undefined,
): Promise<ToolOutcome> {
  const { call, idempotencyKey } = pending;
  if (!(await isApproved(run, call, tool))) {
    return failure(call, 'denied', wordingFor(run.state.language).deniedCall);
  }
  mark(run, call, { state: 'started' });
  run.emit({ type: 'tool_started', call });
  await run.save();
  const { runId, language, depth } = run.state;
  const onProgress = ({ message }: { message: string }): void => {
    run.emit({ type: 'tool_progress', callId: call.id, message });
  };
  const context = { signal: run.signal, runId, idempotencyKey, language, depth, onProgress };
  const outcome = await settle(run, call, run.agent.tools.call(call, context));
  mark(run, call, { state: 'finished', outcome });
  run.emit({ type: 'tool_finished', outcome });
  await run.save();
  return outcome;
}

/** Text of an untrusted tool in the conversation may be what asks for the call: then a change needs a yes. */
async function isApproved(
  run: Run,
  call: ToolCall,
  tool: ToolDescriptor | undefined,
): Promise<boolean> {
  if (!run.state.tainted || tool === undefined || tool.annotations.readOnly) return true;
  const { approve } = run.agent;
  if (approve === undefined) return !tool.annotations.destructive;
  mark(run, call, { state: 'awaiting_approval' });
  run.emit({ type: 'approval_needed', call, reason: 'untrusted_content' });
  await run.save();
  try {
    return await approve(call, { signal: run.signal });
  } catch {
    return false;
  }
}

/** A runner that neither settles nor obeys the signal cannot hold the run. */
async function settle(run: Run, call: ToolCall, work: Promise<ToolOutcome>): Promise<ToolOutcome> {
  const { signal } = run;
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const abandoned = new Promise<ToolOutcome>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => {
        resolve(failure(call, 'outcome_unknown', wordingFor(run.state.language).unknownOutcome));
      }, graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  const failed = (error: unknown): ToolOutcome =>
    failure(call, 'tool_error', error instanceof Error ? error.message : String(error));
  const outcome = await Promise.race([work.catch(failed), abandoned]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return outcome;
}

function mark(run: Run, call: ToolCall, change: Partial<PendingCall>): void {
  run.update({
    pending: run.state.pending.map((pending) =>
      pending.call.id === call.id ? { ...pending, ...change } : pending,
    ),
  });
}

interface Results {
  readonly outcomes: readonly ToolOutcome[];
  readonly thought: string;
  readonly cached: ReadonlySet<string>;
}

function appendResults(run: Run, { outcomes, thought, cached }: Results): void {
  const { state } = run;
  const { boundary = '', pending, iterations } = state;
  const limit = Math.min(observationLimit, Math.floor(turnLimit / Math.max(1, pending.length)));
  const sameCall = wordingFor(state.language).sameCall;
  const messages: RunState['messages'][number][] = [...state.messages];
  pending.forEach(({ call }, position) => {
    const outcome = outcomes[position];
    if (outcome === undefined) return;
    const text = observe(outcome, { boundary, tool: call.name, limit });
    const content = cached.has(call.id) ? `${sameCall}\n${text}` : text;
    messages.push({ role: 'tool', callId: call.id, name: call.name, content, outcome });
    run.addStep({
      turn: iterations,
      thought: position === 0 ? thought : '',
      action: call.name,
      ...(call.arguments.ok && { input: call.arguments.value }),
      observation: traceText(outcome),
      durationMs: outcome.durationMs,
      ...(!outcome.ok && { error: outcome.code }),
    });
  });
  const tainted = state.tainted || outcomes.some((outcome) => outcome.ok && !outcome.trusted);
  run.update({ messages, pending: [], tainted });
}

function failure(
  call: ToolCall,
  code: Extract<ToolOutcome, { ok: false }>['code'],
  message: string,
): Extract<ToolOutcome, { ok: false }> {
  return { callId: call.id, ok: false, code, message, retry: false, durationMs: 0, tries: 0 };
}
