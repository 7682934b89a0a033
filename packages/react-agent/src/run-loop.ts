import type { ChatRequest, ChatResponse, ToolCall } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import { abortable, type Deadline } from '@mini-agent/foundation/time';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { compact, repairPairs, withNotice } from './conversation.ts';
import { digest } from './digest.ts';
import { withoutMarker } from './final-answer.ts';
import { runCreateHooks, runNextHooks } from './hooks.ts';
import { runPendingCalls } from './pending-calls.ts';
import { accountFor, type Run } from './run.ts';
import type { Outcome, RunState } from './run-state.ts';
import { wordingFor } from './wording.ts';

/** How often an empty reply is asked again, and how many turns may hold nothing but invalid calls. */
const mostEmptyReplies = 2;
const mostInvalidTurns = 4;

/** What the turns so far mean for the next one. */
interface Progress {
  emptyReplies: number;
  invalidTurns: number;
  forcedReplies: number;
  compactions: number;
  /** Why the next reply must be the answer. */
  forced: Outcome | undefined;
}

/** Takes turns until the run has an outcome. Whatever goes wrong becomes one. */
export async function runToEnd(run: Run, deadline: Deadline): Promise<void> {
  const progress: Progress = {
    emptyReplies: 0,
    invalidTurns: 0,
    forcedReplies: 0,
    compactions: 0,
    forced: undefined,
  };
  while (run.state.outcome === undefined) {
    try {
      await takeTurn(run, progress);
    } catch (error) {
      endByError(run, error, deadline);
    }
    await run.save().catch((error: unknown) => {
      endByError(run, error, deadline);
    });
  }
}

async function takeTurn(run: Run, progress: Progress): Promise<void> {
  run.signal.throwIfAborted();
  const spent = exhaustedBudget(run.state);
  if (spent !== undefined) {
    endWithDigest(run, spent);
    return;
  }
  const { state } = run;
  if (state.iterations >= state.limits.maxTurns - 1) progress.forced ??= 'max_steps';
  const tools = await listTools(run);
  const context = {
    task: state.task,
    step: state.iterations,
    maxSteps: state.limits.maxTurns,
  };
  const messages = await runCreateHooks(run.createHooks, context, state.messages);
  if (messages === null) {
    endDenied(run);
    return;
  }
  run.update({ messages });
  const began = run.now();
  const response = await askModel(run, tools, progress);
  const durationMs = run.now() - began;
  run.update(accountFor(run.state, response));
  const { usage } = response;
  run.emit({ type: 'model_finished', turn: run.state.iterations, usage, durationMs });
  if (await runNextHooks(run.nextHooks, context, response.message)) {
    endDenied(run);
    return;
  }
  await takeReply(run, { response, tools, progress, durationMs });
}

/** Discovery that fails leaves the run without tools; it does not end it. */
async function listTools(run: Run): Promise<readonly ToolDescriptor[]> {
  const { signal, state } = run;
  try {
    return await abortable(run.agent.tools.list({ signal, depth: state.depth }), signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

async function askModel(
  run: Run,
  tools: readonly ToolDescriptor[],
  progress: Progress,
): Promise<ChatResponse> {
  run.emit({ type: 'model_started', turn: run.state.iterations + 1 });
  const onEvent: NonNullable<Parameters<typeof run.agent.model.complete>[1]['onEvent']> = (
    event,
  ) => {
    run.emit({ type: 'model_event', event });
  };
  for (;;) {
    try {
      const work = run.agent.model.complete(toRequest(run.state, tools, progress), {
        signal: run.signal,
        onEvent,
      });
      return await abortable(work, run.signal);
    } catch (error) {
      if (codeOf(error) !== 'context' || progress.compactions > 0) throw error;
      const shorter = compact(run.state.messages);
      if (shorter === undefined) throw error;
      progress.compactions += 1;
      run.update({ messages: repairPairs(shorter) });
    }
  }
}

function toRequest(
  state: RunState,
  tools: readonly ToolDescriptor[],
  { forced, emptyReplies }: Progress,
): ChatRequest {
  const wording = wordingFor(state.language);
  const left = state.limits.maxTurns - state.iterations;
  let messages = state.messages;
  if (forced !== undefined) messages = withNotice(messages, wording.answerNow);
  else if (emptyReplies > 0) messages = withNotice(messages, wording.visibleAnswer);
  else if (left === 2 && state.iterations > 0)
    messages = withNotice(messages, wording.stepsLeft(left));
  return {
    messages,
    tools,
    toolChoice: forced === undefined ? 'auto' : 'none',
    language: state.language,
    purpose: forced === undefined ? 'step' : 'final',
    runId: state.runId,
    step: state.iterations,
  };
}

interface Reply {
  readonly response: ChatResponse;
  readonly tools: readonly ToolDescriptor[];
  readonly progress: Progress;
  readonly durationMs: number;
}

async function takeReply(run: Run, reply: Reply): Promise<void> {
  const { response, progress } = reply;
  const { message, finish } = response;
  if (finish === 'content_filter') {
    const { filtered } = wordingFor(run.state.language).stopped;
    run.finish({ outcome: 'content_filter', answer: message.content.trim() || filtered });
    return;
  }
  // Rule mode has planned all its calls at once; they are no further round of a model that was told to stop.
  const mayCall = progress.forced === undefined || response.mode === 'rule';
  if (message.toolCalls.length > 0 && mayCall) {
    progress.emptyReplies = 0;
    await takeCalls(run, reply);
  } else if (message.content.trim() === '') takeEmptyReply(run, progress);
  else takeAnswer(run, reply);
}

async function takeCalls(run: Run, { response, tools, progress }: Reply): Promise<void> {
  const { message, finish } = response;
  const toolCalls = renameCalls(run.state, message.toolCalls).map((call) =>
    finish === 'length' ? cutShort(call) : call,
  );
  run.update({
    messages: [...run.state.messages, { ...message, toolCalls }],
    pending: toolCalls.map((call) => ({
      call,
      idempotencyKey: `${run.state.runId}:${call.id}`,
      state: 'planned',
    })),
  });
  const reasoning = message.reasoning?.trim() ?? '';
  const thought = reasoning === '' ? message.content.trim() : reasoning;
  const { isLoop, allInvalid } = await runPendingCalls(run, thought, tools);
  progress.invalidTurns = allInvalid ? progress.invalidTurns + 1 : 0;
  if (isLoop) progress.forced ??= 'loop_detected';
  else if (progress.invalidTurns >= mostInvalidTurns) progress.forced ??= 'invalid_tool_calls';
}

/** Own ids, unique in the conversation: providers repeat theirs or leave them out. */
function renameCalls(state: RunState, calls: readonly ToolCall[]): readonly ToolCall[] {
  const used = new Set(
    state.messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
    ),
  );
  let number = used.size;
  return calls.map((call) => {
    do number += 1;
    while (used.has(`c${number}`));
    return { ...call, id: `c${number}` };
  });
}

/** A call in a reply that hit the length limit may lack its end even where it can be read. */
function cutShort(call: ToolCall): ToolCall {
  const raw = call.arguments.ok ? JSON.stringify(call.arguments.value) : call.arguments.raw;
  return { ...call, arguments: { ok: false, raw, problem: 'cut off', cut: true } };
}

function takeEmptyReply(run: Run, progress: Progress): void {
  if (progress.forced !== undefined) {
    progress.forcedReplies += 1;
    if (progress.forcedReplies > 1) endWithDigest(run, progress.forced);
    return;
  }
  progress.emptyReplies += 1;
  if (progress.emptyReplies > mostEmptyReplies) endWithDigest(run, 'error', 'malformed');
}

function takeAnswer(run: Run, { response, progress, durationMs }: Reply): void {
  const { message, errorCode } = response;
  const answer = withoutMarker(message.content);
  run.update({ messages: [...run.state.messages, { ...message, content: answer, toolCalls: [] }] });
  // In rule mode the composed answer is the end of the plan, not a step that was forced.
  const forced = response.mode === 'rule' ? undefined : progress.forced;
  const outcome = errorCode === undefined ? (forced ?? 'completed') : 'error';
  run.finish({ outcome, answer, thought: message.reasoning?.trim(), errorCode, durationMs });
}

function exhaustedBudget({ usage, limits }: RunState): Outcome | undefined {
  const { maxInputTokens = Infinity, maxOutputTokens = Infinity, maxCostUsd = Infinity } = limits;
  if (usage.inputTokens >= maxInputTokens || usage.outputTokens >= maxOutputTokens)
    return 'budget_tokens';
  return (usage.costUsd ?? 0) >= maxCostUsd ? 'budget_cost' : undefined;
}

function endDenied(run: Run): void {
  const { denied } = wordingFor(run.state.language).stopped;
  run.finish({ outcome: 'denied', answer: denied });
}

function endWithDigest(run: Run, outcome: Outcome, errorCode?: string): void {
  const { language, messages } = run.state;
  const { stopped, modelFailed } = wordingFor(language);
  const reasons: Readonly<Partial<Record<Outcome, string>>> = {
    max_steps: stopped.max_steps,
    budget_tokens: stopped.budget,
    budget_cost: stopped.budget,
    budget_time: stopped.time,
    loop_detected: stopped.loop,
    invalid_tool_calls: stopped.invalid,
    aborted: stopped.aborted,
    denied: stopped.denied,
  };
  const reason =
    reasons[outcome] ?? modelFailed(language === 'zh' ? '回复为空。' : 'its replies were empty.');
  run.finish({ outcome, answer: digest(reason, messages, language), errorCode });
}

function endByError(run: Run, error: unknown, deadline: Deadline): void {
  if (run.signal.aborted) {
    endWithDigest(run, deadline.expired() ? 'budget_time' : 'aborted');
    return;
  }
  const code = codeOf(error);
  const { language, messages } = run.state;
  const text = error instanceof Error ? error.message : String(error);
  const reason = wordingFor(language).modelFailed(text);
  if (code === 'declined') endWithDigest(run, 'denied');
  else if (code === 'aborted') endWithDigest(run, 'aborted');
  else if (code === 'content_filter') {
    run.finish({ outcome: 'content_filter', answer: wordingFor(language).stopped.filtered });
  } else if (code === 'hook_failed') {
    run.finish({ outcome: 'error', answer: text, errorCode: code });
  } else {
    const hasResults = messages.some(({ role }) => role === 'tool');
    const answer = hasResults ? digest(reason, messages, language) : reason;
    run.finish({ outcome: 'error', answer, errorCode: code ?? 'error' });
  }
}

function codeOf(error: unknown): string | undefined {
  return MiniAgentError.isInstance(error) ? error.code : undefined;
}
