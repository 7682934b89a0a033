import { setMaxListeners } from 'node:events';
import type { ToolCall, ToolOutcome, ToolRunner } from '@mini-agent/foundation/chat';
import type {
  JsonObject,
  Tool,
  ToolContext,
  ToolDescriptor,
  ToolResult,
} from '@mini-agent/foundation/tool';
import { checkArguments } from './argument-check.ts';
import { CallHistory } from './call-history.ts';
import type { CallRecord } from './call-history.ts';
import { cancelledFailure, runCall, timeoutOf } from './call-run.ts';
import type { CallEnd } from './call-run.ts';
import { ToolManagerError } from './errors.ts';
import { describeFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { FairSlots } from './fair-slots.ts';
import type { LaneState } from './fair-slots.ts';
import { readOptions } from './options.ts';
import type { Settings, ToolManagerOptions } from './options.ts';
import { RunningCall } from './running-call.ts';
import type { CallContext } from './running-call.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import { textsFor } from './texts/texts-for.ts';
import { checkResult, stopped, toOutcome } from './tool-outcome.ts';
import { ToolRegistry } from './tool-registry.ts';
import type { RegisteredTool } from './tool-registry.ts';
import { readResult } from './tool-result.ts';
import { showName, unknownToolMessage } from './unknown-tool.ts';

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
}

/** Runs tools for an agent (`list`, `call`) and for programs (`execute`). */
export interface ToolManager extends ToolRunner {
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
  stats(): ToolManagerStats;
}

interface Finished {
  readonly outcome: ToolOutcome;
  readonly failure?: Failure;
}

/** The manager behind `createToolManager`. */
export class ToolManagerImpl implements ToolManager {
  readonly #settings: Settings;
  readonly #registry = new ToolRegistry();
  readonly #slots: FairSlots;
  readonly #history: CallHistory;
  #executed = 0;

  constructor(options: ToolManagerOptions = {}) {
    this.#settings = readOptions(options);
    this.#slots = new FairSlots(this.#settings.maxConcurrent);
    this.#history = new CallHistory(this.#settings.historySize, this.#settings.secrets);
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

  async call(call: ToolCall, context: CallContext): Promise<ToolOutcome> {
    return (await this.#run(call, context)).outcome;
  }

  async execute(name: string, args: unknown = {}, context: ToolContext = {}): Promise<ToolResult> {
    this.#executed += 1;
    const call: ToolCall = {
      id: `execute-${this.#executed}`,
      name,
      // Whatever it is, it is checked before a tool sees it.
      arguments: { ok: true, value: args as JsonObject },
    };
    const signal = context.signal ?? new AbortController().signal;
    const { outcome, failure } = await this.#run(call, { ...context, signal });
    if (outcome.ok) return readResult(outcome) ?? { text: outcome.text };
    const { code, message, expected } = outcome;
    throw new ToolManagerError(code, message, {
      ...(failure?.error === undefined ? {} : { cause: failure.error }),
      ...(failure?.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
      // A rendered schema is JSON.
      ...(expected === undefined ? {} : { details: { expected: expected as JsonObject } }),
    });
  }

  getHistory(limit?: number): readonly CallRecord[] {
    return this.#history.get(limit ?? Infinity);
  }

  clearHistory(): void {
    this.#history.clear();
  }

  stats(): ToolManagerStats {
    return {
      running: this.#slots.used,
      queued: this.#slots.queued,
      tools: this.#registry.size,
      busy: this.#slots.lanes(),
    };
  }

  async #run(call: ToolCall, context: CallContext): Promise<Finished> {
    const { clock } = this.#settings;
    // Parallel calls of a run share its signal; Node would print a warning for the eleventh listener.
    setMaxListeners(0, context.signal);
    const startedAt = clock.now();
    const entry = this.#registry.find(call.name, context.depth ?? 0);
    const name = entry?.tool.name ?? showName(call.name);
    const running = new RunningCall(call, name, { context, settings: this.#settings });
    const texts = textsFor(context.language);
    const end = checkResult(await this.#end(running, entry, texts), name, texts);
    running.close();
    const durationMs = Math.max(0, clock.now() - startedAt);
    const outcome = toOutcome(end, { callId: call.id, durationMs, entry });
    const ended = end.ok ? undefined : end.ended;
    const onEnded = this.#history.add({
      name,
      runId: context.runId,
      arguments: call.arguments.ok ? call.arguments.value : call.arguments.raw,
      outcome,
      startedAt,
      stillRunning: ended !== undefined,
    });
    if (ended) void ended.then(onEnded);
    running.emit({ type: 'finished', outcome });
    return end.ok ? { outcome } : { outcome, failure: end.failure };
  }

  async #end(
    running: RunningCall,
    entry: RegisteredTool | undefined,
    texts: ManagerTexts,
  ): Promise<CallEnd> {
    const { name, context, depth } = running;
    const { signal } = context;
    const { secrets } = this.#settings;
    if (signal.aborted) return stopped(cancelledFailure(name, texts, 0));
    if (!entry) {
      const message = unknownToolMessage(this.#registry, running.call.name, { texts, depth });
      return stopped({ code: 'unknown_tool', message, retry: true, isRepeatable: false });
    }
    const timeoutMs = timeoutOf(entry.tool);
    try {
      const options = { texts, signal, timeoutMs, secrets };
      const checked = await checkArguments(entry, running.call.arguments, options);
      if (!checked.ok) {
        const { message } = checked;
        return stopped({ code: 'invalid_arguments', message, retry: true, isRepeatable: false });
      }
      const prepared = { entry, args: checked.value, texts, running };
      return await runCall(prepared, { ...this.#settings, slots: this.#slots });
    } catch (error) {
      // A schema that throws or never answers: the tool was not started, so nothing can have happened.
      if (context.signal.aborted) return stopped(cancelledFailure(name, texts, 0));
      const annotations = { ...entry.tool.annotations, readOnly: true };
      const about = { name, annotations, timeoutMs, signal, texts, secrets };
      return stopped(describeFailure({ kind: 'failed', error }, about));
    }
  }
}

/** Makes a manager with its own tools, limits and history; nothing is shared with another one. */
export function createToolManager(options: ToolManagerOptions = {}): ToolManager {
  return new ToolManagerImpl(options);
}
