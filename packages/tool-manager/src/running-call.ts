import type { ToolCall } from '@mini-agent/foundation/chat';
import type { ToolContext } from '@mini-agent/foundation/tool';
import type { Settings } from './options.ts';
import type { ToolEvent } from './tool-events.ts';

export type CallContext = ToolContext & { readonly signal: AbortSignal };

/** An event without what is the same for all events of a call. */
export type EventBody<Event = ToolEvent> = Event extends ToolEvent
  ? Omit<Event, 'callId' | 'name' | 'runId' | 'at'>
  : never;

/** One call from its arrival to its answer: tells what happens to it and passes progress on while it is open. */
export class RunningCall {
  readonly call: ToolCall;
  readonly name: string;
  readonly context: CallContext;
  readonly #settings: Settings;
  #isOpen = true;

  constructor(call: ToolCall, name: string, { context, settings }: RunningCallOptions) {
    this.call = call;
    this.name = name;
    this.context = context;
    this.#settings = settings;
  }

  get depth(): number {
    return this.context.depth ?? 0;
  }

  /** From here on nothing of a body that still runs reaches the caller. */
  close(): void {
    this.#isOpen = false;
  }

  emit(event: EventBody): void {
    const { runId } = this.context;
    const about = {
      callId: this.call.id,
      name: this.name,
      ...(runId === undefined ? {} : { runId }),
      at: this.#settings.clock.now(),
    };
    quietly(() => {
      this.#settings.onEvent({ ...about, ...event });
    });
  }

  /** What the tool gets; its signal is set for each try. */
  toolContext(): ToolContext {
    const { onProgress } = this.context;
    if (!onProgress) return this.context;
    return {
      ...this.context,
      onProgress: (progress) => {
        if (!this.#isOpen) return;
        quietly(() => {
          onProgress(progress);
        });
      },
    };
  }
}

export interface RunningCallOptions {
  readonly context: CallContext;
  readonly settings: Settings;
}

/** A listener is not part of the call: what it throws must not fail the tool. */
function quietly(notify: () => void): void {
  try {
    notify();
  } catch {
    return;
  }
}
