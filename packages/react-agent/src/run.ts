import type { ChatResponse, ToolOutcome } from '@mini-agent/foundation/chat';
import { abortReason } from '@mini-agent/foundation/time';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import type { AgentEvent, AgentOptions, RunOptions } from './agent-options.ts';
import { AgentError, reasonOf } from './errors.ts';
import { cutMiddle, observationLimit } from './fence.ts';
import { createWatch, type Watch } from './grace.ts';
import { createHalt, type Halt } from './halt.ts';
import type { CreateHook, NextHook } from './hooks.ts';
import type { Outcome, RunState, Step, Suspension } from './run-state.ts';
import { createSaver, type Saver } from './saving.ts';
import { addUsage, isUnpriced } from './usage.ts';
import { wordingFor, type Wording } from './wording.ts';

type EventBody<Event = AgentEvent> = Event extends AgentEvent
  ? Omit<Event, 'seq' | 'at' | 'runId'>
  : never;

type Stamp = Pick<AgentEvent, 'seq' | 'at' | 'runId'>;

export interface Ending {
  readonly outcome: Outcome;
  readonly answer: string;
  readonly thought?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly durationMs?: number | undefined;
}

export interface RunParts {
  readonly agent: AgentOptions;
  readonly options: RunOptions;
  readonly createHooks: readonly CreateHook[];
  readonly nextHooks: readonly NextHook[];
  /** Aborted by the caller or by the time limit. */
  readonly signal: AbortSignal;
}

/** One run at work: its state, and the ways to change it. */
export class Run {
  readonly agent: AgentOptions;
  readonly createHooks: readonly CreateHook[];
  readonly nextHooks: readonly NextHook[];
  readonly signal: AbortSignal;
  /** Aborted also where the run is to be put aside: for work that can be done again. */
  readonly haltSignal: AbortSignal;
  readonly wording: Wording;
  /** The tools that were listed last. */
  tools: readonly ToolDescriptor[] = [];
  /** What to tell of calls that were told to have started and are to be made later, where there is no later. */
  readonly turnedBack: Map<string, ToolOutcome> = new Map<string, ToolOutcome>();
  readonly #onEvent: RunOptions['onEvent'];
  readonly #saver: Saver | undefined;
  readonly #suspend: AbortSignal | undefined;
  readonly #halt: Halt;
  readonly #watch: Watch;
  readonly #haltWatch: Watch;
  #state: RunState;
  /** Counted apart: events are many, and each would copy the state. */
  #seq: number;
  #problem: AgentError | undefined;
  #aside: Suspension['reason'] | undefined;

  constructor(start: RunState, { agent, options, createHooks, nextHooks, signal }: RunParts) {
    this.agent = agent;
    this.createHooks = createHooks;
    this.nextHooks = nextHooks;
    this.signal = signal;
    this.wording = wordingFor(start.language);
    this.#onEvent = options.onEvent;
    this.#saver = options.onState && createSaver(() => this.snapshot(), options.onState);
    this.#suspend = options.suspend;
    this.#halt = createHalt(signal, options.suspend);
    this.haltSignal = this.#halt.signal;
    this.#watch = createWatch(signal);
    this.#haltWatch = this.haltSignal === signal ? this.#watch : createWatch(this.haltSignal);
    this.#state = start;
    this.#seq = start.seq;
  }

  /** What the run goes by. Its `seq` may be behind; `snapshot` is for others. */
  get state(): RunState {
    return this.#state;
  }

  /** The same object until something changes. */
  snapshot(): RunState {
    if (this.#state.seq !== this.#seq) this.#state = { ...this.#state, seq: this.#seq };
    return this.#state;
  }

  now(): number {
    return (this.agent.now ?? Date.now)();
  }

  update(change: Partial<RunState>): void {
    if (!isChange(change, this.#state)) return;
    this.#state = { ...this.#state, ...change, seq: this.#seq };
  }

  /** A model or tool that goes on after the end has nothing to tell any more. */
  emit(event: EventBody): void {
    if (this.isOver() && event.type !== 'run_finished') return;
    this.#seq += 1;
    if (this.#onEvent === undefined) return;
    const { runId } = this.#state;
    // Every body is a new object: to copy each would be the largest part of an event's cost.
    const stamp = event as EventBody & { -readonly [Key in keyof Stamp]: Stamp[Key] };
    stamp.seq = this.#seq;
    stamp.at = this.now();
    stamp.runId = runId;
    notify(this.#onEvent, stamp);
  }

  addStep(body: Omit<Step, 'index'>): void {
    this.update({ steps: this.#stepsWith(body) });
  }

  finish({ outcome, answer, thought = '', errorCode, durationMs = 0 }: Ending): void {
    if (this.isOver()) return;
    const turn = Math.max(1, this.#state.iterations);
    const finalAnswer = cutMiddle(answer, observationLimit, this.wording);
    const steps = this.#stepsWith({ turn, thought, finalAnswer, durationMs });
    const code = errorCode !== undefined && { errorCode };
    this.update({ steps, outcome, answer, pending: [], ...code });
    const { usage } = this.#state;
    this.emit({ type: 'run_finished', outcome, usage, durationMs: this.elapsedMs() });
  }

  #stepsWith(body: Omit<Step, 'index'>): readonly Step[] {
    const { steps } = this.#state;
    const thought = cutMiddle(body.thought, observationLimit, this.wording);
    const step: Step = { index: steps.length + 1, ...body, thought };
    this.emit({ type: 'step', step });
    return [...steps, step];
  }

  /** How long the run has been at work. */
  elapsedMs(): number {
    return Math.max(0, this.now() - this.#state.startedAt);
  }

  /** Leaves the run as it is, to be resumed. */
  putAside(): void {
    if (this.isOver()) return;
    const reason = this.isSuspending() ? 'requested' : 'approval';
    this.update({ suspendedAt: this.now() });
    this.emit({ type: 'run_suspended', reason });
    this.#aside = reason;
  }

  /** Why the run was put aside, or undefined where it was not. */
  get aside(): Suspension['reason'] | undefined {
    return this.#aside;
  }

  /** It has an outcome or was put aside. */
  isOver(): boolean {
    return this.#state.outcome !== undefined || this.#aside !== undefined;
  }

  /** Resolves when the caller has saved the state; where that fails the run is stopped. Never rejects. */
  async save(): Promise<void> {
    try {
      const saving = this.#saver?.save();
      if (saving !== undefined) await this.#watch.unlessOver(saving);
    } catch (cause) {
      this.#problem ??= new AgentError('state_not_saved', reasonOf(cause), { cause });
    }
  }

  /** Nothing new may begin. */
  isStopped(): boolean {
    return this.signal.aborted || this.#problem !== undefined;
  }

  /** The run is to be put aside: nothing new may begin, but it has not ended. */
  isSuspending(): boolean {
    return this.#suspend?.aborted === true && !this.isStopped();
  }

  mayBegin(): boolean {
    return !this.isStopped() && !this.isSuspending();
  }

  /** The state could not be saved. */
  get problem(): AgentError | undefined {
    return this.#problem;
  }

  throwIfStopped(): void {
    if (this.signal.aborted) throw abortReason(this.signal);
    if (this.#problem) throw this.#problem;
  }

  /** What `work` gives, or undefined where it has not settled shortly after an abort. */
  unlessOver<T>(work: Promise<T>): Promise<T | undefined> {
    return this.#watch.unlessOver(work);
  }

  /** The same, also where the run is to be put aside. */
  unlessHalted<T>(work: Promise<T>): Promise<T | undefined> {
    return this.#haltWatch.unlessOver(work);
  }

  /** What `work` gives; rejects at once where the run is stopped or to be put aside. */
  untilHalted<T>(work: Promise<T>): Promise<T> {
    return this.#haltWatch.untilAborted(work);
  }

  /** Frees what the run holds. */
  close(): void {
    this.#haltWatch.close();
    this.#watch.close();
    this.#halt.close();
  }
}

function isChange(change: Partial<RunState>, state: RunState): boolean {
  for (const key in change) {
    if (change[key as keyof RunState] !== state[key as keyof RunState]) return true;
  }
  return false;
}

/** A listener is the caller's code: what it throws, or rejects with later, must not end the run it listens to. */
function notify(listener: (event: AgentEvent) => unknown, event: AgentEvent): void {
  try {
    const result = listener(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    return;
  }
}

/** The state after a reply: its cost, its fallbacks, and who gave it. */
export function accountFor(state: RunState, response: ChatResponse): Partial<RunState> {
  const { mode, provider, model, usage } = response;
  return {
    iterations: state.iterations + 1,
    usage: addUsage(state.usage, usage),
    ...(isUnpriced(usage) && { unpricedCalls: (state.unpricedCalls ?? 0) + 1 }),
    last: { mode, provider, model },
    fallbacks: [...state.fallbacks, ...response.fallbacks],
  };
}
