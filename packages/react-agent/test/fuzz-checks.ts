// What holds for every run, whatever its model, tools, hooks and callers did.
import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { AgentEvent, Outcome, RunState } from '@mini-agent/react-agent';
import type { Played } from './fuzz-run.ts';
import type { Scenario } from './fuzz-scenario.ts';
import { annotationsOf } from './fuzz-world.ts';
import { isPaired } from './scripted.ts';

export const outcomes: readonly Outcome[] = [
  'completed',
  'max_steps',
  'budget_tokens',
  'budget_cost',
  'budget_time',
  'loop_detected',
  'invalid_tool_calls',
  'aborted',
  'denied',
  'content_filter',
  'error',
];

/** Throws an error that names the first thing that is wrong with a run, in all parts in which it was played. */
export function checkParts(scenario: Scenario, parts: readonly Played[]): void {
  for (const [index, part] of parts.entries()) {
    checkPart(scenario, part);
    const isLast = index === parts.length - 1;
    ensure(isLast === (part.result.suspended === undefined), 'a run that ended in the middle');
  }
  checkExecutions(parts);
  checkEffects(scenario, parts);
}

function checkPart(scenario: Scenario, part: Played): void {
  const { result, from } = part;
  const { state, outcome, answer, suspended } = result;
  ensure(outcomes.includes(outcome), `an unknown outcome ${outcome}`);
  ensure(typeof answer === 'string' && answer.trim() !== '', 'an empty answer');
  ensure(result.partial || outcome === 'completed', 'a part that is told as the whole');
  ensure(result.durationMs >= 0, 'a duration below zero');
  if (suspended === undefined) {
    ensure(state.outcome === outcome && state.answer === answer, 'a state of another outcome');
    ensure(state.pending.length === 0, 'calls that are still pending');
  } else {
    ensure(outcome === 'aborted' && state.outcome === undefined, 'put aside with an outcome');
    checkWaiting(
      state,
      suspended.calls.map(({ id }) => id),
    );
  }
  if (from?.outcome !== undefined) return;
  checkEvents(part);
  checkSteps(part);
  checkUsage(part);
  checkTurns(scenario, state);
  ensure(survivesJson(state), 'a state that is not what its JSON says');
  ensure(isPaired(withoutPending(state)), 'a conversation with half a pair');
  for (const { messages } of part.requests) {
    ensure(isPaired(messages), 'a request with half a pair');
    ensure(hasNoRepeatedId(messages), 'two calls with one id in a request');
  }
  if (scenario.saving.does === 'works') {
    ensure(part.lastSaved === JSON.stringify(state), 'the last saved state is not the last one');
  }
}

function checkWaiting({ pending }: RunState, told: readonly string[]): void {
  const waiting = pending.filter(({ state }) => state === 'awaiting_approval');
  ensure(
    JSON.stringify(waiting.map(({ call }) => call.id)) === JSON.stringify(told),
    'other calls wait than was told',
  );
}

/** Calls that are still to be made have no results yet. */
function withoutPending({ messages, pending }: RunState): readonly ChatMessage[] {
  return pending.length > 0 ? messages.slice(0, -1) : messages;
}

function ensure(isRight: boolean, problem: string): asserts isRight {
  if (!isRight) throw new Error(problem);
}

function checkEvents({ events, result, from }: Played): void {
  const { outcome, suspended } = result;
  const first = (from?.seq ?? 0) + 1;
  const end = suspended === undefined ? 'run_finished' : 'run_suspended';
  const open = { model: 0, tools: new Set<string>(), begun: new Set<string>() };
  for (const [index, event] of events.entries()) {
    ensure(event.seq === first + index, `event ${event.seq} in place ${first + index}`);
    ensure(event.at >= (events[index - 1]?.at ?? 0), 'an event before the one before it');
    ensure(event.runId === events[0]?.runId, 'an event of another run');
    const isFirst = first === 1 && index === 0;
    ensure((event.type === 'run_started') === isFirst, `run_started in place ${index}`);
    const isEnd = event.type === 'run_finished' || event.type === 'run_suspended';
    const isLast = index === events.length - 1;
    ensure(isEnd === isLast && (!isEnd || event.type === end), `${event.type} in place ${index}`);
    follow(open, event);
  }
  const last = events.at(-1);
  if (suspended !== undefined) return;
  ensure(last?.type === 'run_finished' && last.outcome === outcome, 'another outcome was told');
  ensure(open.tools.size === 0, `calls that never finished: ${[...open.tools].join(', ')}`);
}

interface Open {
  model: number;
  readonly tools: Set<string>;
  readonly begun: Set<string>;
}

function follow(open: Open, event: AgentEvent): void {
  switch (event.type) {
    case 'model_started':
      open.model = event.turn;
      break;
    case 'model_event':
      ensure(open.model > 0, 'a model that talks outside of its turn');
      break;
    case 'model_finished':
      ensure(open.model === event.turn, `turn ${event.turn} finished, ${open.model} was under way`);
      open.model = 0;
      break;
    case 'tool_started':
      ensure(!open.begun.has(event.call.id), `${event.call.id} started twice`);
      open.begun.add(event.call.id);
      open.tools.add(event.call.id);
      break;
    case 'tool_progress':
      ensure(open.tools.has(event.callId), `progress of ${event.callId}, which does not run`);
      break;
    case 'tool_finished':
      ensure(open.tools.delete(event.outcome.callId), `${event.outcome.callId} never started`);
      break;
    default:
      break;
  }
}

function checkSteps({ result, executions, from }: Played): void {
  const { state, suspended } = result;
  const { steps } = state;
  ensure(
    steps.every(({ index }, at) => index === at + 1),
    'steps that are not counted through',
  );
  const turns = steps.map(({ turn }) => turn);
  ensure(
    turns.every((turn, at) => turn >= (turns[at - 1] ?? 1)),
    'a step of an earlier turn behind a later one',
  );
  const answers = steps.filter(({ finalAnswer }) => finalAnswer !== undefined);
  if (suspended !== undefined) {
    ensure(answers.length === 0, 'a final answer of a run that is put aside');
    return;
  }
  const calls = steps.slice(from?.steps.length ?? 0).filter(({ action }) => action !== undefined);
  const executed = executions.length;
  ensure(executed <= calls.length, `${executed} executions, but ${calls.length} steps with a call`);
  ensure(answers.length === 1 && answers[0] === steps.at(-1), 'no final answer in the last step');
}

function checkUsage({ result: { state }, events, from }: Played): void {
  const replies = events.filter((event) => event.type === 'model_finished');
  const sum = (read: (usage: RunState['usage']) => number): number =>
    replies.reduce((total, { usage }) => total + read(usage), from ? read(from.usage) : 0);
  const { usage, iterations } = state;
  ensure(iterations === (from?.iterations ?? 0) + replies.length, 'replies that were not counted');
  ensure(
    usage.inputTokens === sum(({ inputTokens }) => inputTokens),
    'a wrong sum of input tokens',
  );
  ensure(usage.outputTokens === sum(({ outputTokens }) => outputTokens), 'a wrong sum of output');
  ensure(usage.totalTokens === sum(({ totalTokens }) => totalTokens), 'a wrong sum of tokens');
  ensure(usage.costUsd === undefined || Number.isFinite(usage.costUsd), 'a cost that is no number');
}

/** One more where the forced turn gave nothing; rules may still end a plan that they had begun. */
function checkTurns({ limits, replies }: Scenario, { iterations }: RunState): void {
  const hasRules = replies.some((reply) => 'value' in reply && isRuleReply(reply.value));
  const most = limits.maxTurns + (hasRules ? 5 : 1);
  ensure(iterations <= most, `${iterations} model calls of at most ${limits.maxTurns}`);
}

function isRuleReply(value: unknown): boolean {
  return (value as { readonly mode?: unknown } | null | undefined)?.mode === 'rule';
}

/** No call is made twice, but for one that was told to stop before it had finished and may be made again. */
function checkExecutions(parts: readonly Played[]): void {
  const before = new Set<string>();
  for (const { executions, from } of parts) {
    const keys = new Set<string>();
    const { finished, started } = stagesOf(from);
    for (const { key, name, isIdempotent } of executions) {
      ensure(key !== '', `${name} was executed without an idempotency key`);
      ensure(!keys.has(key), `${name} was executed twice as ${key}`);
      ensure(!finished.has(key), `${name} had finished and was executed again as ${key}`);
      const isRepeated = started.has(key) || before.has(key);
      ensure(isIdempotent || !isRepeated, `${name} had started and was executed again as ${key}`);
      keys.add(key);
    }
    for (const key of keys) before.add(key);
  }
}

/** The keys of calls that a state holds as finished and as started. */
function stagesOf(state: RunState | undefined): Record<'finished' | 'started', Set<string>> {
  const { messages = [], pending = [], runId = '' } = state ?? {};
  const keysOf = (stage: string): string[] =>
    pending.flatMap(({ state: at, idempotencyKey }) => (at === stage ? [idempotencyKey] : []));
  const told = messages.flatMap((message) =>
    message.role === 'tool' ? [`${runId}:${message.callId}`] : [],
  );
  return {
    finished: new Set([...told, ...keysOf('finished')]),
    started: new Set(keysOf('started')),
  };
}

/** What is destructive is not done again in a later turn unless somebody says yes; twice in one reply is asked for. */
function checkEffects({ approve, allow, decision }: Scenario, parts: readonly Played[]): void {
  if (approve === 'yes' || allow !== undefined || (approve === 'later' && decision)) return;
  if (decision && parts.length > 1) return;
  const done = new Map<string, number>();
  for (const { name, input, turn } of parts.flatMap(({ executions }) => executions)) {
    if (!annotationsOf(name).destructive) continue;
    const effect = `${name} ${input}`;
    ensure((done.get(effect) ?? turn) === turn, `${effect.slice(0, 200)} took effect twice`);
    done.set(effect, turn);
  }
}

function hasNoRepeatedId(messages: readonly ChatMessage[]): boolean {
  const ids = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
  );
  return new Set(ids).size === ids.length;
}

/** Equal after a round trip; a member that is undefined is an absent one. */
function survivesJson(value: unknown): boolean {
  return isSame(JSON.parse(JSON.stringify(value)), value);
}

function isSame(read: unknown, held: unknown): boolean {
  if (typeof held !== 'object' || held === null || typeof read !== 'object' || read === null) {
    return read === held;
  }
  if (Array.isArray(held) !== Array.isArray(read)) return false;
  const present = Object.entries(held).filter(([, entry]) => entry !== undefined);
  if (Array.isArray(held) && present.length !== held.length) return false;
  const found = Object.entries(read);
  return (
    present.length === found.length &&
    present.every(([key, entry]) => isSame((read as Record<string, unknown>)[key], entry))
  );
}
