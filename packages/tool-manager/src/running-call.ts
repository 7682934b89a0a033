import type { ToolCall } from '@mini-agent/foundation/chat';
import type { ToolContext } from '@mini-agent/foundation/tool';
import type { Settings } from './options.ts';
import type { AbortListener, SignalWatch } from './signal-watch.ts';
import type { CallStep, EventBody } from './tool-events.ts';
import { withLazySignal } from './try-context.ts';
import type { SignalSource } from './try-context.ts';

export type CallContext = ToolContext & { readonly signal: AbortSignal };

/** A call that waits for ever and is disturbed for ever would grow for ever. */
const mostSteps = 50;

export interface RunningCallRequest {
  readonly call: ToolCall;
  readonly context: CallContext;
}

export interface RunningCallOptions {
  readonly settings: Settings;
  readonly signals: SignalWatch;
}

/** One call from its arrival to its answer: tells what happens to it, follows its signal, passes progress on while it is open. */
export class RunningCall implements AbortListener {
  readonly call: ToolCall;
  readonly name: string;
  readonly context: CallContext;
  readonly #settings: Settings;
  readonly #signals: SignalWatch;
  #follower: AbortListener | undefined;
  #attempt = 0;
  #steps: CallStep[] | undefined;

  constructor(request: RunningCallRequest, name: string, options: RunningCallOptions) {
    this.call = request.call;
    this.name = name;
    this.context = request.context;
    this.#settings = options.settings;
    this.#signals = options.signals;
  }

  get depth(): number {
    return this.context.depth ?? 0;
  }

  isAborted(): boolean {
    return this.context.signal.aborted;
  }

  /** What happened beside one start and the end. */
  get steps(): readonly CallStep[] | undefined {
    return this.#steps;
  }

  open(): void {
    this.#signals.add(this.context.signal, this);
  }

  /** From here on nothing of a body that still runs reaches the caller. */
  close(): void {
    this.#attempt += 1;
    this.#signals.remove(this.context.signal, this);
  }

  /** Who is told of an abort from now on; nobody while nothing runs or waits. */
  follow(follower: AbortListener | undefined): void {
    this.#follower = follower;
  }

  /** The body of this try has ended or was given up. */
  endTry(): void {
    this.#attempt += 1;
    this.#follower = undefined;
  }

  onAbort(): void {
    this.#follower?.onAbort();
  }

  emit(event: EventBody): void {
    const { onEvent, clock } = this.#settings;
    const isStep = event.type !== 'finished' && (event.type !== 'started' || event.attempt > 1);
    const isKept = isStep || (this.#steps !== undefined && event.type === 'started');
    if (!onEvent && !isKept) return;
    const at = clock.now();
    if (isKept) this.#keep(event, at);
    if (!onEvent) return;
    const { runId } = this.context;
    const { name } = this;
    const callId = this.call.id;
    quietly(() => {
      onEvent(
        runId === undefined
          ? { callId, name, at, ...event }
          : { callId, name, runId, at, ...event },
      );
    });
  }

  /** What the tool gets for one try; progress of an earlier try, or of a body that was given up, goes nowhere. */
  tryContext(from: SignalSource): ToolContext {
    const { onProgress } = this.context;
    if (!onProgress) return withLazySignal(this.context, from);
    const attempt = this.#attempt;
    const onTryProgress: typeof onProgress = (progress) => {
      if (this.#attempt !== attempt) return;
      quietly(() => {
        onProgress(progress);
      });
    };
    return withLazySignal({ ...this.context, onProgress: onTryProgress }, from);
  }

  #keep(event: EventBody, at: number): void {
    if (event.type === 'finished') return;
    this.#steps ??= [];
    if (this.#steps.length < mostSteps) this.#steps.push({ at, ...event });
  }
}

/** A listener is not part of the call: what it throws must not fail the tool. */
function quietly(notify: () => void): void {
  try {
    notify();
  } catch {
    return;
  }
}
