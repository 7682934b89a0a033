// What holds for every run of the agent over real tools, whatever its models said.
import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { AgentEvent, RunResult } from '@mini-agent/react-agent';
import type { CountingTools } from './counting-tools.ts';

const outcomes: ReadonlySet<string> = new Set([
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
]);

export interface CheckedRun {
  readonly result: RunResult;
  readonly events: readonly AgentEvent[];
  readonly counted: Pick<CountingTools, 'runs' | 'once'>;
  readonly maxTurns: number;
  /** Tries of an idempotent tool. */
  readonly mostTries: number;
}

/** Throws an error that names the first thing that is wrong. */
export function checkRun({ result, events, counted, maxTurns, mostTries }: CheckedRun): void {
  const { outcome, answer, state } = result;
  ensure(outcomes.has(outcome), `an unknown outcome ${outcome}`);
  ensure(answer.trim() !== '', 'an empty answer');
  ensure(state.outcome === outcome, 'a state of another outcome');
  ensure(state.pending.length === 0, 'calls that are still pending');
  ensure(isDeepStrictEqual(JSON.parse(JSON.stringify(state)), state), 'a state that is no JSON');
  ensure(isPaired(state.messages), 'a conversation with half a pair');
  // Rules may still end a plan that they had begun; a forced turn that gave nothing is made once more.
  ensure(state.iterations <= maxTurns + 5, `${state.iterations} model calls of ${maxTurns}`);
  ensure(state.steps.at(-1)?.finalAnswer !== undefined, 'no answer in the last step');
  checkEvents(events, outcome);
  for (const [key, { name, count }] of counted.runs) {
    ensure(key !== 'none', `${name} ran without an idempotency key`);
    const most = counted.once.has(name) ? 1 : mostTries;
    ensure(count <= most, `${name} ran ${count} times for ${key}`);
  }
}

function ensure(isRight: boolean, problem: string): void {
  if (!isRight) throw new Error(problem);
}

function checkEvents(events: readonly AgentEvent[], outcome: string): void {
  const started = new Set<string>();
  const running = new Set<string>();
  for (const [index, event] of events.entries()) {
    ensure(event.seq === index + 1, `event ${event.seq} in place ${index + 1}`);
    ensure((event.type === 'run_started') === (index === 0), `run_started in place ${index}`);
    const isLast = index === events.length - 1;
    ensure((event.type === 'run_finished') === isLast, `run_finished in place ${index}`);
    if (event.type === 'tool_started') {
      ensure(!started.has(event.call.id), `${event.call.id} started twice`);
      started.add(event.call.id);
      running.add(event.call.id);
    } else if (event.type === 'tool_progress') {
      ensure(running.has(event.callId), `progress of ${event.callId}, which does not run`);
    } else if (event.type === 'tool_finished') {
      const { callId } = event.outcome;
      ensure(running.delete(callId), `${callId} finished without a start`);
    }
  }
  ensure(running.size === 0, `calls that never finished: ${[...running].join(', ')}`);
  const last = events.at(-1);
  ensure(last?.type === 'run_finished' && last.outcome === outcome, 'another outcome was told');
}

/** Whether every call has its result directly behind it, and no result is alone. */
function isPaired(messages: readonly ChatMessage[]): boolean {
  const expected: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool' ? message.callId !== expected.shift() : expected.length > 0) {
      return false;
    }
    if (message.role === 'assistant') expected.push(...message.toolCalls.map(({ id }) => id));
  }
  return expected.length === 0;
}
