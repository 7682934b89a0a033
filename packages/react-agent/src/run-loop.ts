import type { ChatRequest, ChatResponse } from '@mini-agent/foundation/chat';
import type { Deadline } from '@mini-agent/foundation/time';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { calibrate, makeRoom, makeRoomAfterRefusal } from './context-window.ts';
import { holdsUntrusted, withLeftOut, withNotice } from './conversation.ts';
import { codeOf, endByError, endEmpty, endWithDigest } from './endings.ts';
import { visibleAnswer } from './final-answer.ts';
import { runCreateHooks, runNextHooks, type HookCall } from './hooks.ts';
import type { ToolsByName } from './loop-ladder.ts';
import { readReply } from './model-reply.ts';
import { byName, listTools } from './list-tools.ts';
import { runPendingCalls } from './pending-calls.ts';
import { adoptCalls, planCalls } from './plan-calls.ts';
import { describeLeftOut } from './left-out.ts';
import { noted, progressOf } from './progress.ts';
import { offeredTools } from './read-result.ts';
import { thoughtOf, withoutWholeTexts } from './results.ts';
import { accountFor, type Run } from './run.ts';
import type { Outcome, RunState } from './run-state.ts';
import { wordingFor } from './wording.ts';

/** How often an empty reply is asked again. */
const mostEmptyReplies = 2;
/** After this many model calls a run that goes in circles is not asked for its answer a second time. */
const mostLoopCalls = 8;
/** How often the conversation is made shorter for one model call. */
const mostCompactions = 6;
/** Rounds in which rules may still make the calls they planned when the run had to end. */
const ruleRounds = 4;

/** Takes turns until the run has an outcome or is put aside. Whatever goes wrong becomes an outcome. */
export async function runToEnd(run: Run, deadline: Deadline): Promise<void> {
  while (!run.isOver()) {
    try {
      await takeTurn(run);
    } catch (error) {
      endByError(run, error, deadline);
    }
    await run.save();
  }
}

async function takeTurn(run: Run): Promise<void> {
  if (run.state.pending.length > 0) {
    const tools = await listTools(run);
    // Without a list nothing is known of the calls; they are left as they are.
    if (run.isSuspending()) run.putAside();
    else await runPendingCalls(run, byName(tools));
    return;
  }
  run.throwIfStopped();
  if (run.isSuspending()) {
    run.putAside();
    return;
  }
  const spent = exhaustedBudget(run);
  if (spent !== undefined) {
    endWithDigest(run, spent);
    return;
  }
  if (run.state.iterations >= run.state.limits.maxTurns - 1) force(run, 'max_steps');
  const tools = await listTools(run);
  run.throwIfStopped();
  if (run.isSuspending()) {
    run.putAside();
    return;
  }
  if (run.state.iterations === 0) taintByFailures(run, byName(tools));
  const { task, iterations, limits } = run.state;
  const context = { task, step: iterations, maxSteps: limits.maxTurns };
  const hookCall = { context, signal: run.signal };
  const mayAsk = run.createHooks.length === 0 || (await prepare(run, hookCall));
  if (mayAsk) await ask(run, tools, hookCall);
  else endWithDigest(run, 'denied');
}

/** Lets the create hooks change the conversation, once for each model call. False where one of them cancelled. */
async function prepare(run: Run, hookCall: HookCall): Promise<boolean> {
  const { messages: before, iterations } = run.state;
  if (progressOf(run.state).hooked === iterations) return true;
  const messages = await runCreateHooks(run.createHooks, before, hookCall);
  run.throwIfStopped();
  if (messages === null) return false;
  if (messages !== before) {
    run.update({ messages, tainted: run.state.tainted || holdsUntrusted(messages) });
  }
  return true;
}

/** The message of a failure in the history may be text from outside, which only the tool's description tells. */
function taintByFailures(run: Run, tools: ToolsByName): void {
  const isTainting = run.state.messages.some(
    (message) =>
      message.role === 'tool' &&
      !message.outcome.ok &&
      message.outcome.tries > 0 &&
      tools.get(message.name)?.annotations.untrustedOutput === true,
  );
  if (isTainting) run.update({ tainted: true });
}

async function ask(run: Run, tools: readonly ToolDescriptor[], hookCall: HookCall): Promise<void> {
  const began = run.now();
  let response: ChatResponse;
  try {
    response = await askModel(run, tools);
  } catch (error) {
    if (!run.isSuspending()) throw error;
    run.update(noted(run.state, { hooked: run.state.iterations }));
    run.putAside();
    return;
  }
  const durationMs = Math.max(0, run.now() - began);
  run.update(accountFor(run.state, response));
  const { usage } = response;
  run.emit({ type: 'model_finished', turn: run.state.iterations, usage, durationMs });
  const { nextHooks } = run;
  const isDenied =
    nextHooks.length > 0 && (await runNextHooks(nextHooks, response.message, hookCall));
  run.throwIfStopped();
  if (isDenied) endWithDigest(run, 'denied');
  else await takeReply(run, response, { tools: byName(tools), durationMs });
}

function force(run: Run, outcome: Outcome): void {
  run.update(noted(run.state, { forced: progressOf(run.state).forced ?? outcome }));
}

async function askModel(run: Run, tools: readonly ToolDescriptor[]): Promise<ChatResponse> {
  const { haltSignal: signal, agent } = run;
  const turn = run.state.iterations + 1;
  run.emit({ type: 'model_started', turn });
  const { contextTokens } = agent;
  run.update(makeRoom(run.state, tools, contextTokens));
  for (let compactions = 0; ; compactions += 1) {
    let isOpen = true;
    try {
      signal.throwIfAborted();
      const request = toRequest(run.state, tools);
      const onEvent: ModelListener = (event) => {
        if (isOpen) run.emit({ type: 'model_event', event });
      };
      const work = (async () => agent.model.complete(request, { signal, onEvent }))();
      const reply = readReply(await run.untilHalted(work));
      run.update(calibrate(run.state, tools, { usage: reply.usage, contextTokens }));
      return reply;
    } catch (error) {
      const isFull = codeOf(error) === 'context' && compactions < mostCompactions;
      const shorter = isFull ? makeRoomAfterRefusal(run.state, tools) : undefined;
      if (shorter === undefined) throw error;
      run.update(shorter);
    } finally {
      isOpen = false;
    }
  }
}

type ModelListener = NonNullable<Parameters<Run['agent']['model']['complete']>[1]['onEvent']>;

function toRequest(state: RunState, tools: readonly ToolDescriptor[]): ChatRequest {
  const { forced, emptyReplies } = progressOf(state);
  const { answerNow, visibleAnswer: askForText, stepsLeft } = wordingFor(state.language);
  const left = state.limits.maxTurns - state.iterations;
  let notice: string | undefined;
  if (forced !== undefined) notice = answerNow;
  else if (emptyReplies > 0) notice = askForText;
  else if (left === 2 && state.iterations > 0) notice = stepsLeft(left);
  const messages = withLeftOut(state.messages, describeLeftOut(state));
  return {
    messages: notice === undefined ? messages : withNotice(messages, notice),
    tools: offeredTools(tools, state),
    toolChoice: forced === undefined ? 'auto' : 'none',
    language: state.language,
    purpose: forced === undefined ? 'step' : 'final',
    runId: state.runId,
    step: state.iterations,
  };
}

interface Turn {
  readonly tools: ToolsByName;
  readonly durationMs: number;
}

async function takeReply(run: Run, response: ChatResponse, turn: Turn): Promise<void> {
  const { message, finish } = response;
  const answer = visibleAnswer(message.content);
  if (finish === 'content_filter') {
    const { filtered } = run.wording.stopped;
    run.finish({ outcome: 'content_filter', answer: answer === '' ? filtered : answer });
    return;
  }
  const { iterations, limits } = run.state;
  // Rules have planned all their calls at once; they are no further round of a model that was told to stop.
  const isPlan = response.mode === 'rule' && iterations < limits.maxTurns + ruleRounds;
  const mayCall = progressOf(run.state).forced === undefined || isPlan;
  if (message.toolCalls.length > 0 && mayCall) await takeCalls(run, response, turn);
  else if (answer === '') takeEmptyReply(run);
  else takeAnswer(run, { response, answer, durationMs: turn.durationMs });
}

async function takeCalls(run: Run, { message, finish }: ChatResponse, turn: Turn): Promise<void> {
  const { state } = run;
  const { tools } = turn;
  const toolCalls = adoptCalls(message.toolCalls, state, { tools, isCut: finish === 'length' });
  const total = message.toolCalls.length;
  const { progress, ...plan } = planCalls(state, toolCalls, { tools, total });
  run.update({
    ...plan,
    messages: [...withoutWholeTexts(state.messages, run.wording), { ...message, toolCalls }],
    ...noted(state, { ...progress, emptyReplies: 0 }),
  });
  await runPendingCalls(run, tools);
}

function takeEmptyReply(run: Run): void {
  const { forced, forcedReplies, emptyReplies } = progressOf(run.state);
  if (forced !== undefined) {
    run.update(noted(run.state, { forcedReplies: forcedReplies + 1 }));
    const isLong = forced === 'loop_detected' && run.state.iterations >= mostLoopCalls;
    if (forcedReplies > 0 || isLong) endWithDigest(run, forced);
    return;
  }
  run.update(noted(run.state, { emptyReplies: emptyReplies + 1 }));
  if (emptyReplies >= mostEmptyReplies) endEmpty(run);
}

interface Answer {
  readonly response: ChatResponse;
  readonly answer: string;
  readonly durationMs: number;
}

function takeAnswer(run: Run, { response, answer: text, durationMs }: Answer): void {
  const { message, errorCode, finish, mode } = response;
  const isCut = finish === 'length';
  const answer = isCut ? `${text}\n\n${run.wording.answerCut}` : text;
  const said = { ...message, content: text, toolCalls: [] };
  run.update({
    messages: [...withoutWholeTexts(run.state.messages, run.wording), said],
    ...(isCut && { answerCut: true }),
  });
  // A composed answer of rules is the end of their plan, not a step that was forced.
  const forced = mode === 'rule' ? undefined : progressOf(run.state).forced;
  const outcome = errorCode === undefined ? (forced ?? 'completed') : 'error';
  const thought = thoughtOf({ ...message, content: '' });
  run.finish({ outcome, answer, thought, errorCode, durationMs });
}

/** Checked before a request, so that none is sent that nobody wants to pay. */
function exhaustedBudget(run: Run): Outcome | undefined {
  const { usage, limits, startedAt } = run.state;
  const { maxInputTokens = Infinity, maxOutputTokens = Infinity, maxCostUsd = Infinity } = limits;
  if (run.now() - startedAt >= limits.timeoutMs) return 'budget_time';
  if (usage.inputTokens >= maxInputTokens || usage.outputTokens >= maxOutputTokens) {
    return 'budget_tokens';
  }
  return (usage.costUsd ?? 0) >= maxCostUsd ? 'budget_cost' : undefined;
}
