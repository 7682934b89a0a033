import type { ChatResponse } from '@mini-agent/foundation/chat';
import { abortReason } from '@mini-agent/foundation/time';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import type { AgentEvent, AgentOptions, RunOptions } from './agent-options.ts';
import { AgentError, reasonOf } from './errors.ts';
import { cutMiddle, observationLimit } from './fence.ts';
import { createGrace, type Grace } from './grace.ts';
import type { CreateHook, NextHook } from './hooks.ts';
import type { Outcome, RunState, Step } from './run-state.ts';
import { createSaver, type Saver } from './saving.ts';
import { addUsage, isUnpriced } from './usage.ts';
import { wordingFor, type Wording } from './wording.ts';

type EventBody<Event = AgentEvent> = Event extends AgentEvent
  ? Omit<Event, 'seq' | 'at' | 'runId'>
  : never;

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
  readonly wording: Wording;
  /** The tools that were listed last. */
  tools: readonly ToolDescriptor[] = [];
  readonly #onEvent: RunOptions['onEvent'];
  readonly #saver: Saver | undefined;
  readonly #grace: Grace;
  #state: RunState;
  /** Counted apart: events are many, and each would copy the state. */
  #seq: number;
  #problem: AgentError | undefined;

  constructor(start: RunState, { agent, options, createHooks, nextHooks, signal }: RunParts) {
    this.agent = agent;
    this.createHooks = createHooks;
    this.nextHooks = nextHooks;
    this.signal = signal;
    this.wording = wordingFor(start.language);
    this.#onEvent = options.onEvent;
    this.#saver = options.onState && createSaver(() => this.state, options.onState);
    this.#grace = createGrace(signal);
    this.#state = start;
    this.#seq = start.seq;
  }

  get state(): RunState {
    if (this.#state.seq !== this.#seq) this.update({});
    return this.#state;
  }

  now(): number {
    return (this.agent.now ?? Date.now)();
  }

  update(change: Partial<RunState>): void {
    this.#state = { ...this.#state, ...change, seq: this.#seq };
  }

  /** A model or tool that goes on after the end has nothing to tell any more. */
  emit(event: EventBody): void {
    if (this.#state.outcome !== undefined && event.type !== 'run_finished') return;
    this.#seq += 1;
    if (this.#onEvent === undefined) return;
    const { runId } = this.#state;
    notify(this.#onEvent, { ...event, seq: this.#seq, at: this.now(), runId });
  }

  addStep(body: Omit<Step, 'index'>): void {
    const { steps } = this.#state;
    const thought = cutMiddle(body.thought, observationLimit, this.wording);
    const step: Step = { index: steps.length + 1, ...body, thought };
    this.update({ steps: [...steps, step] });
    this.emit({ type: 'step', step });
  }

  finish({ outcome, answer, thought = '', errorCode, durationMs = 0 }: Ending): void {
    if (this.#state.outcome !== undefined) return;
    const turn = Math.max(1, this.#state.iterations);
    const finalAnswer = cutMiddle(answer, observationLimit, this.wording);
    this.addStep({ turn, thought, finalAnswer, durationMs });
    this.update({ outcome, answer, pending: [], ...(errorCode !== undefined && { errorCode }) });
    this.emit({ type: 'run_finished', outcome });
  }

  /** Resolves when the caller has saved the state; where that fails the run is stopped. Never rejects. */
  async save(): Promise<void> {
    if (!this.#saver) return;
    try {
      await this.#grace.unlessOver(this.#saver.save());
    } catch (cause) {
      this.#problem ??= new AgentError('state_not_saved', reasonOf(cause), { cause });
    }
  }

  /** Nothing new may begin. */
  isStopped(): boolean {
    return this.signal.aborted || this.#problem !== undefined;
  }

  throwIfStopped(): void {
    if (this.signal.aborted) throw abortReason(this.signal);
    if (this.#problem) throw this.#problem;
  }

  /** What `work` gives, or undefined where it has not settled shortly after an abort. */
  unlessOver<T>(work: Promise<T>): Promise<T | undefined> {
    return this.#grace.unlessOver(work);
  }

  /** Frees what the run holds. */
  close(): void {
    this.#grace.close();
  }
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
