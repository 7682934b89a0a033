import type { CallArguments, ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { checkArguments } from './argument-check.ts';
import type { CheckedArguments } from './argument-check.ts';
import { cutArguments, keepArguments } from './arguments-text.ts';
import type { ArgumentsText } from './arguments-text.ts';
import { cancelledFailure, refusedFailure, stopped } from './call-end.ts';
import type { CallEnd } from './call-end.ts';
import type { CallHistory, FinishedCall } from './call-history.ts';
import { runCall, timeoutOf, totalTimeoutOf } from './call-run.ts';
import type { CallEnvironment } from './call-run.ts';
import { canHarm, describeFailure } from './failure.ts';
import type { FairSlots } from './fair-slots.ts';
import { KeyedCalls } from './keyed-calls.ts';
import type { Settings } from './options.ts';
import { RunningCall } from './running-call.ts';
import type { CallContext } from './running-call.ts';
import { SignalWatch } from './signal-watch.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import { textsFor } from './texts/texts-for.ts';
import { TimeLimit } from './time-limit.ts';
import { toOutcome } from './tool-outcome.ts';
import type { RegisteredTool, ToolRegistry } from './tool-registry.ts';
import { showName, unknownToolMessage } from './unknown-tool.ts';

export interface FlowParts {
  readonly registry: ToolRegistry;
  readonly slots: FairSlots;
  readonly history: CallHistory;
}

export interface ReplayedCall {
  readonly callId: string;
  readonly ofRun: string | undefined;
  /** Of the new call. */
  readonly id: string;
}

export interface Finished {
  readonly end: CallEnd;
  readonly outcome: ToolOutcome;
}

/** One call on its way; filled in as it goes. */
interface Journey {
  readonly call: ToolCall;
  readonly entry: RegisteredTool | undefined;
  readonly running: RunningCall;
  readonly texts: ManagerTexts;
  readonly limit: TimeLimit;
  readonly replayOf: string | undefined;
  kept: ArgumentsText | undefined;
  source: FinishedCall['source'];
}

/** The way of a call: find its tool, check its arguments, run it or share the run of another one, write it down. Never rejects. */
export class CallFlow {
  readonly #settings: Settings;
  readonly #registry: ToolRegistry;
  readonly #history: CallHistory;
  readonly #environment: CallEnvironment;
  readonly #keyed: KeyedCalls;
  readonly #signals = new SignalWatch();

  constructor(settings: Settings, { registry, slots, history }: FlowParts) {
    this.#settings = settings;
    this.#registry = registry;
    this.#history = history;
    this.#environment = { ...settings, slots };
    this.#keyed = new KeyedCalls(settings.clock, settings.idempotencyWindowMs);
  }

  async run(call: ToolCall, context: CallContext, replayOf?: string): Promise<Finished> {
    const journey = this.#begin(call, context, replayOf);
    const { running } = journey;
    running.open();
    const end = await this.#end(journey);
    running.close();
    return this.#finish(journey, end);
  }

  /** Makes a call of the history again. */
  async replay({ callId, ofRun, id }: ReplayedCall, context: CallContext): Promise<ToolOutcome> {
    const texts = textsFor(context.language);
    const found = this.#history.find(callId, ofRun);
    const entry = found && this.#registry.find(found.name, context.depth ?? 0);
    const refuse = (end: CallEnd): ToolOutcome =>
      toOutcome(end, { callId: id, durationMs: 0, entry: undefined });
    if (!found)
      return refuse(
        stopped(refusedFailure(texts.noSuchCall(showName(callId, this.#settings.secrets)), false)),
      );
    if (entry && canHarm(entry.tool)) {
      const message = texts.notReplayable(found.name);
      return refuse(stopped({ code: 'denied', message, retry: false, isRepeatable: false }));
    }
    if (found.json === undefined) {
      return refuse(
        stopped(
          refusedFailure(texts.argumentsGone(showName(callId, this.#settings.secrets)), false),
        ),
      );
    }
    const given: CallArguments = { ok: true, value: JSON.parse(found.json) as JsonObject };
    const call = { id, name: found.name, arguments: given };
    return (await this.run(call, context, callId)).outcome;
  }

  #begin(call: ToolCall, context: CallContext, replayOf: string | undefined): Journey {
    const { clock } = this.#settings;
    const entry = this.#registry.find(call.name, context.depth ?? 0);
    const name = entry?.tool.name ?? showName(call.name, this.#settings.secrets);
    const totalMs = entry ? totalTimeoutOf(entry.tool, this.#settings) : Infinity;
    return {
      call,
      entry,
      running: new RunningCall(call, name, {
        context,
        settings: this.#settings,
        signals: this.#signals,
      }),
      texts: textsFor(context.language),
      limit: new TimeLimit(totalMs, clock),
      replayOf,
      kept: undefined,
      source: undefined,
    };
  }

  async #end(journey: Journey): Promise<CallEnd> {
    const { call, entry, running, texts, limit } = journey;
    const { name, context, depth } = running;
    const { signal } = context;
    if (running.isAborted()) return stopped(cancelledFailure(name, texts, 0));
    if (!entry) {
      const { secrets } = this.#settings;
      const about = { texts, depth, secrets };
      const message = unknownToolMessage(this.#registry, call.name, about);
      return stopped({ code: 'unknown_tool', message, retry: true, isRepeatable: false });
    }
    const timeoutMs = Math.min(timeoutOf(entry.tool), limit.totalMs);
    const { secrets } = this.#settings;
    let checked: CheckedArguments;
    try {
      const check = checkArguments(entry, call.arguments, { texts, signal, timeoutMs, secrets });
      checked = check instanceof Promise ? await check : check;
    } catch (error) {
      // A schema that throws or never answers: the tool was not started, so nothing can have happened.
      if (running.isAborted()) return stopped(cancelledFailure(name, texts, 0));
      const annotations = { ...entry.tool.annotations, readOnly: true };
      const about = { name, annotations, timeoutMs, signal, texts, secrets };
      return stopped(describeFailure({ kind: 'failed', error }, about));
    }
    if (!checked.ok) return stopped(refusedFailure(checked.message, true));
    return await this.#run(journey, entry, checked);
  }

  #run(
    journey: Journey,
    entry: RegisteredTool,
    { value, given, size }: Extract<CheckedArguments, { readonly ok: true }>,
  ): Promise<CallEnd> {
    const { running, texts, limit } = journey;
    // Before the tool gets them: it may change them.
    if (this.#settings.historySize > 0) journey.kept = keepArguments(given, size);
    const { kept } = journey;
    const prepared = { entry, args: value, given, kept, texts, running, limit };
    const { idempotencyKey } = running.context;
    if (idempotencyKey === undefined) return runCall(prepared, this.#environment);
    return this.#keyed
      .run(prepared, idempotencyKey, () => runCall(prepared, this.#environment))
      .then(({ end, source }) => {
        journey.source = source;
        return end;
      });
  }

  #finish(journey: Journey, end: CallEnd): Finished {
    const { call, entry, running, limit, kept, source, replayOf } = journey;
    const durationMs = Math.max(0, this.#settings.clock.now() - limit.startedAt);
    const outcome = toOutcome(end, { callId: call.id, durationMs, entry });
    const ended = end.ok ? undefined : end.ended;
    const onEnded = this.#history.add({
      name: running.name,
      runId: running.context.runId,
      arguments: undefined,
      kept: kept ?? cutArguments(call.arguments.ok ? call.arguments.value : call.arguments.raw),
      outcome,
      startedAt: limit.startedAt,
      stillRunning: ended !== undefined,
      steps: running.steps,
      source,
      replayOf,
    });
    if (ended) void ended.then(onEnded);
    running.emit({ type: 'finished', outcome });
    return { end, outcome };
  }
}
