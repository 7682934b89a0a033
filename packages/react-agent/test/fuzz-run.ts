// Runs a scenario on a clock of its own and says what is wrong with how the run went.
import { getEventListeners } from 'node:events';
import type { ChatRequest, ToolCall } from '@mini-agent/foundation/chat';
import {
  createAgent,
  type AgentEvent,
  type RunOptions,
  type RunResult,
  type RunState,
} from '@mini-agent/react-agent';
import { vi } from 'vitest';
import { checkParts } from './fuzz-checks.ts';
import type { MomentPlan, Scenario } from './fuzz-scenario.ts';
import { createWorld, type Execution, type World } from './fuzz-world.ts';

const nextTurn = setImmediate;
const realTimeout = setTimeout;
const clearRealTimeout = clearTimeout;

/** Rounds of the event loop without anything to wait for, after which a run hangs. */
const mostIdleRounds = 20;
const guardMs = 20_000;

/** What fuzz tests do before and after: the clock stands still until a run has nothing left to do but wait. */
export function useStillClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** What one call of `run` or `resume` did. */
export interface Played {
  /** Where it went on from; absent for `run`. */
  readonly from: RunState | undefined;
  readonly result: RunResult;
  readonly events: readonly AgentEvent[];
  readonly executions: readonly Execution[];
  readonly requests: readonly ChatRequest[];
  readonly lastSaved: string | undefined;
  /** The state that `resumeAt` asks for. */
  readonly saved: string | undefined;
  /** Model calls that were made when `saved` was handed over. */
  readonly repliesAtSave: number;
}

/** How often a run may be put aside before it counts as one that never ends. */
const mostParts = 60;

/** Plays the scenario, and then once more from the middle, as after a crash, where it says so. Throws where anything is wrong. */
export async function playAndCheck(scenario: Scenario): Promise<RunResult> {
  const parts = await playToEnd(scenario, createWorld(scenario));
  checkParts(scenario, parts);
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('nothing was played');
  if (first.saved === undefined) return last.result;
  const from = JSON.parse(first.saved) as RunState;
  const world = createWorld(scenario, first.repliesAtSave);
  checkParts(scenario, await playToEnd({ ...scenario, resumeAt: undefined }, world, from));
  return last.result;
}

/** Goes on for as long as the run is put aside; only once because it was asked for. */
async function playToEnd(
  scenario: Scenario,
  world: World,
  from?: RunState,
): Promise<readonly Played[]> {
  const parts = [await play(scenario, world, from)];
  for (;;) {
    const { suspended, state } = parts.at(-1)?.result ?? {};
    if (suspended === undefined || state === undefined) return parts;
    if (parts.length > mostParts) throw new Error('a run that is put aside again and again');
    const read = JSON.parse(JSON.stringify(state)) as RunState;
    const later = { ...scenario, suspend: undefined, cancel: undefined, resumeAt: undefined };
    parts.push(await play(later, world, read));
  }
}

async function play(scenario: Scenario, world: World, from?: RunState): Promise<Played> {
  const { approve, allow, contextTokens, limits } = scenario;
  const watch = watchRun(scenario, world);
  const made = { executions: world.executions.length, requests: world.requests.length };
  const agent = createAgent({
    model: world.model,
    tools: world.tools,
    hooks: world.hooks,
    limits,
    ...(allow && { approvals: { allow } }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(approve !== 'unset' && { approve: (call) => decide(approve, call) }),
  });
  const waiting = from?.pending.filter(({ state }) => state === 'awaiting_approval') ?? [];
  const decisions = Object.fromEntries(waiting.map(({ call }) => [call.id, scenario.decision]));
  const work =
    from === undefined
      ? agent.run(scenario.task, watch.options)
      : agent.resume(from, { ...watch.options, decisions });
  const result = await settled(work, watch.onIdle);
  // What goes on after the end must find nobody listening.
  vi.runAllTimers();
  await new Promise(nextTurn);
  for (const signal of watch.signals) {
    const listeners = getEventListeners(signal, 'abort').length;
    if (listeners > 0) throw new Error(`${listeners} listeners are left on a signal of the caller`);
  }
  return {
    from,
    result,
    executions: world.executions.slice(made.executions),
    requests: world.requests.slice(made.requests),
    ...watch.seen(),
  };
}

interface Watch {
  readonly options: RunOptions;
  readonly signals: readonly AbortSignal[];
  readonly onIdle: (idle: number) => void;
  readonly seen: () => Pick<Played, 'events' | 'saved' | 'lastSaved' | 'repliesAtSave'>;
}

/** The caller of a run: listens, saves, cancels and suspends as the scenario says. */
function watchRun(scenario: Scenario, world: World): Watch {
  const { cancel, suspend, saving } = scenario;
  const canceller = new AbortController();
  const suspender = new AbortController();
  const events: AgentEvent[] = [];
  let last: RunState | undefined;
  let saved: string | undefined;
  let repliesAtSave = 0;
  let saves = 0;
  const reach = (on: MomentPlan['on'], at: number): void => {
    if (suspend?.on === on && suspend.at === at) suspender.abort();
    if (cancel?.on === on && cancel.at === at) canceller.abort();
  };
  reach('event', 0);
  const onEvent = (event: AgentEvent): unknown => {
    events.push(event);
    reach('event', events.length);
    if (scenario.listener === 'throws') throw new Error('the listener is broken');
    return scenario.listener === 'rejects' ? Promise.reject(new Error('late')) : undefined;
  };
  const onState = (state: RunState): Promise<void> | undefined => {
    last = state;
    if (saves === scenario.resumeAt) {
      saved = JSON.stringify(state);
      repliesAtSave = world.requests.length;
    }
    reach('save', saves);
    saves += 1;
    if (saves <= saving.at || saving.does === 'works') return undefined;
    if (saving.does === 'throws') throw new Error('the disk is full');
    return new Promise((resolve) => {
      if (saving.does === 'slow') setTimeout(resolve, 30);
    });
  };
  return {
    options: { signal: canceller.signal, suspend: suspender.signal, onEvent, onState },
    signals: [canceller.signal, suspender.signal],
    onIdle: (idle) => {
      reach('idle', idle);
    },
    seen: () => ({ events, saved, lastSaved: last && JSON.stringify(last), repliesAtSave }),
  };
}

async function decide(
  approve: Exclude<Scenario['approve'], 'unset'>,
  call: ToolCall,
): Promise<boolean | 'later'> {
  if (approve === 'later') return 'later';
  if (approve === 'throws') throw new Error(`no opinion on ${call.name}`);
  if (approve === 'hangs') return new Promise(() => undefined);
  return (approve === 'garbage' ? 'yes' : approve === 'yes') as boolean;
}

/** Lets time pass only when nothing else can happen. Rejects where the run waits for what never comes. */
async function settled<T>(work: Promise<T>, onIdle: (idle: number) => void): Promise<T> {
  const state = { isOver: false, isLate: false };
  const over = (): void => {
    state.isOver = true;
  };
  work.then(over, over);
  const guard = realTimeout(() => {
    state.isLate = true;
  }, guardMs);
  try {
    let idle = 0;
    for (let rounds = 0; ; rounds += 1) {
      await new Promise(nextTurn);
      if (state.isOver) return await work;
      onIdle(idle);
      idle += 1;
      if (state.isLate) throw new Error(`the run is not over after ${guardMs} ms`);
      if (vi.getTimerCount() > 0) {
        vi.advanceTimersToNextTimer();
        rounds = 0;
      } else if (rounds > mostIdleRounds) {
        throw new Error('the run hangs: it waits for nothing that could still happen');
      }
    }
  } finally {
    clearRealTimeout(guard);
  }
}
