import type { ToolCall, ToolOutcome, ToolRunner } from '@mini-agent/foundation/chat';
import type {
  JsonObject,
  Tool,
  ToolContext,
  ToolDescriptor,
  ToolResult,
} from '@mini-agent/foundation/tool';
import type { CallEnd } from './call-end.ts';
import { CallFlow } from './call-flow.ts';
import { CallHistory } from './call-history.ts';
import type { CallRecord } from './call-history.ts';
import type { CircuitState } from './circuit.ts';
import { ToolManagerError } from './errors.ts';
import type { Failure } from './failure.ts';
import { FairSlots } from './fair-slots.ts';
import type { LaneState } from './fair-slots.ts';
import { readOptions } from './options.ts';
import type { ToolManagerOptions } from './options.ts';
import { readableCall } from './readable-call.ts';
import type { CallContext } from './running-call.ts';
import { ToolRegistry } from './tool-registry.ts';

/** How busy a manager is. */
export interface ToolManagerStats {
  /** Bodies that hold a slot of `maxConcurrent`, also those whose call was already answered. */
  readonly running: number;
  /** Calls that wait for a slot. */
  readonly queued: number;
  /** Registered tools. */
  readonly tools: number;
  /** Tools with something running or waiting; empty when idle. */
  readonly busy: readonly LaneState[];
  /** Tools, or hosts of tools, that are left alone after failures; absent when there are none. */
  readonly circuits?: readonly CircuitState[];
}

/** For whom a call is replayed, and which one it is. */
export interface ReplayOptions extends Omit<ToolContext, 'idempotencyKey'> {
  /** The run that the call belonged to, where several runs used its id. */
  readonly ofRun?: string;
}

/** Runs tools for an agent (`list`, `call`) and for programs (`execute`). */
export interface ToolManager extends ToolRunner {
  /** Runs a model's call. Never rejects; without a signal nobody can abort it. */
  call(call: ToolCall, context?: ToolContext): Promise<ToolOutcome>;
  /** Adds a tool and returns how to take it out again; throws `invalid_arguments` for a name that is taken or unusable. */
  register(tool: Tool): () => void;
  /** False when there was no such tool. Calls that run are not touched. */
  unregister(name: string): boolean;
  has(name: string): boolean;
  get(name: string): Tool | undefined;
  /** Like `call`, but resolves to the result alone and rejects with a `ToolManagerError`. */
  execute(name: string, args?: unknown, context?: ToolContext): Promise<ToolResult>;
  /** The newest `limit` finished calls, newest last; all that are kept without a limit, none for 0. */
  getHistory(limit?: number): readonly CallRecord[];
  clearHistory(): void;
  /**
   * Makes the newest call with this id again, as a new call with the same arguments. Always resolves: `denied` where the tool is neither
   * read-only nor idempotent, `invalid_arguments` where the call, or its whole arguments, are no longer kept.
   */
  replay(callId: string, options?: ReplayOptions): Promise<ToolOutcome>;
  stats(): ToolManagerStats;
}

/** The manager behind `createToolManager`. */
export class ToolManagerImpl implements ToolManager {
  readonly #registry = new ToolRegistry();
  readonly #slots: FairSlots;
  readonly #history: CallHistory;
  readonly #flow: CallFlow;
  /** For programs that give none; nobody aborts it. */
  readonly #noSignal = new AbortController().signal;
  #executed = 0;
  #replayed = 0;

  constructor(options: ToolManagerOptions = {}) {
    const settings = readOptions(options);
    this.#slots = new FairSlots(settings.maxConcurrent);
    this.#history = new CallHistory(settings.historySize, settings.secrets);
    const parts = { registry: this.#registry, slots: this.#slots, history: this.#history };
    this.#flow = new CallFlow(settings, parts);
    for (const tool of options.tools ?? []) this.#registry.add(tool);
  }

  register(tool: Tool): () => void {
    const remove = this.#registry.add(tool);
    return () => {
      remove();
    };
  }

  unregister(name: string): boolean {
    return this.#registry.remove(name);
  }

  has(name: string): boolean {
    return this.#registry.get(name) !== undefined;
  }

  get(name: string): Tool | undefined {
    return this.#registry.get(name)?.tool;
  }

  list(options: {
    readonly signal: AbortSignal;
    readonly depth: number;
  }): Promise<readonly ToolDescriptor[]> {
    return Promise.resolve(this.#registry.list(options.depth));
  }

  call(call: ToolCall, context?: ToolContext): Promise<ToolOutcome> {
    return new Promise((resolve, reject) => {
      this.#flow.start({
        call: readableCall(call),
        context: this.#withSignal(context),
        resolve,
        reject,
      });
    });
  }

  execute(name: string, args: unknown = {}, context?: ToolContext): Promise<ToolResult> {
    this.#executed += 1;
    const call: ToolCall = {
      id: `execute-${this.#executed}`,
      name,
      // Whatever it is, it is checked before a tool sees it.
      arguments: { ok: true, value: args as JsonObject },
    };
    return new Promise((resolve, reject) => {
      const settle = (outcome: ToolOutcome, end: CallEnd): void => {
        if (end.ok) resolve(end.result);
        else reject(errorOf(outcome, end.failure));
      };
      this.#flow.start({ call, context: this.#withSignal(context), resolve: settle, reject });
    });
  }

  async replay(callId: string, options: ReplayOptions = {}): Promise<ToolOutcome> {
    const { ofRun, ...context } = options;
    this.#replayed += 1;
    const id = `replay-${this.#replayed}`;
    return await this.#flow.replay({ callId, ofRun, id }, this.#withSignal(context));
  }

  getHistory(limit?: number): readonly CallRecord[] {
    return this.#history.get(limit ?? Infinity);
  }

  clearHistory(): void {
    this.#history.clear();
  }

  stats(): ToolManagerStats {
    const circuits = this.#registry.circuits();
    return {
      running: this.#slots.used,
      queued: this.#slots.queued,
      tools: this.#registry.size,
      busy: this.#slots.lanes(),
      ...(circuits.length === 0 ? {} : { circuits }),
    };
  }

  /** Plain JavaScript also gives `null` for what it leaves out. */
  #withSignal(context: ToolContext | null | undefined): CallContext {
    return hasSignal(context) ? context : { ...context, signal: this.#noSignal };
  }
}

function hasSignal(context: ToolContext | null | undefined): context is CallContext {
  const signal: unknown = context?.signal;
  return signal !== undefined && signal !== null;
}

function errorOf(outcome: ToolOutcome, failure: Failure): ToolManagerError {
  const { code, message, error, retryAfterMs } = failure;
  const expected = outcome.ok ? undefined : outcome.expected;
  return new ToolManagerError(code, message, {
    ...(error === undefined ? {} : { cause: error }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    // A rendered schema is JSON.
    ...(expected === undefined ? {} : { details: { expected: expected as JsonObject } }),
  });
}

/** Makes a manager with its own tools, limits and history; nothing is shared with another one. */
export function createToolManager(options: ToolManagerOptions = {}): ToolManager {
  return new ToolManagerImpl(options);
}
