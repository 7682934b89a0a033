import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import { checkArguments } from './argument-check.ts';
import type { CheckedArguments } from './argument-check.ts';
import { keepArguments } from './arguments-text.ts';
import { cancelledFailure, refusedFailure, stopped } from './call-end.ts';
import type { CallEnd } from './call-end.ts';
import type { CallHistory, FinishedCall } from './call-history.ts';
import { runCall } from './call-run.ts';
import { describeFailure } from './failure.ts';
import type { KeyedCalls, KeyedRun, KeyedWaiter } from './keyed-calls.ts';
import type { Settings } from './options.ts';
import { timeoutOf, totalTimeoutOf } from './prepared-call.ts';
import type { CallEnvironment, PreparedCall } from './prepared-call.ts';
import { RunningCall } from './running-call.ts';
import type { CallContext } from './running-call.ts';
import type { SignalWatch } from './signal-watch.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import { textsFor } from './texts/texts-for.ts';
import { TimeLimit } from './time-limit.ts';
import { toOutcome } from './tool-outcome.ts';
import type { RegisteredTool, ToolRegistry } from './tool-registry.ts';
import { showName, unknownToolMessage } from './unknown-tool.ts';

/** What all calls of a manager share. */
export interface SharedParts {
  readonly settings: Settings;
  readonly registry: ToolRegistry;
  readonly history: CallHistory;
  readonly environment: CallEnvironment;
  readonly keyed: KeyedCalls;
  readonly signals: SignalWatch;
}

export interface CallRequest {
  readonly call: ToolCall;
  readonly context: CallContext;
  readonly replayOf?: string;
  readonly resolve: (outcome: ToolOutcome, end: CallEnd) => void;
  readonly reject: (error: unknown) => void;
}

/** One call on its way: its arguments are checked, it runs or shares the run of another one, it is written down. */
export class Journey implements KeyedWaiter {
  readonly #request: CallRequest;
  readonly #parts: SharedParts;
  readonly #entry: RegisteredTool | undefined;
  readonly #running: RunningCall;
  readonly #texts: ManagerTexts;
  readonly #limit: TimeLimit;
  #prepared: PreparedCall | undefined;
  #keyedRun: KeyedRun | undefined;
  #isBeginning = true;

  constructor(request: CallRequest, parts: SharedParts) {
    const { call, context } = request;
    const { registry, settings } = parts;
    const entry = registry.find(call.name, context.depth ?? 0);
    const name = entry?.tool.name ?? showName(call.name, settings.secrets);
    const totalMs = entry ? totalTimeoutOf(entry.tool, settings) : Infinity;
    this.#request = request;
    this.#parts = parts;
    this.#entry = entry;
    this.#running = new RunningCall(request, name, parts);
    this.#texts = textsFor(context.language);
    this.#limit = new TimeLimit(totalMs, settings.clock);
  }

  begin(): void {
    this.#running.open();
    this.#check();
    this.#isBeginning = false;
  }

  start(run: KeyedRun | undefined): void {
    this.#keyedRun = run;
    // There is nothing to start before it is prepared.
    if (this.#prepared) runCall(this.#prepared, this.#parts.environment, this);
  }

  ended(end: CallEnd, source?: 'joined' | 'repeated'): void {
    if (this.#isBeginning) {
      // Nobody hears of the end of a call before its promise exists.
      void Promise.resolve().then(() => {
        this.ended(end, source);
      });
      return;
    }
    try {
      if (this.#keyedRun && this.#prepared) {
        this.#parts.keyed.leave(this.#keyedRun, this.#prepared, end);
      }
      this.#running.close();
      this.#request.resolve(this.#finish(end, source), end);
    } catch (error) {
      this.broke(error);
    }
  }

  broke(error: unknown): void {
    this.#request.reject(error);
  }

  #check(): void {
    const entry = this.#entry;
    const { call } = this.#request;
    const { secrets } = this.#parts.settings;
    const { context, depth, name } = this.#running;
    const texts = this.#texts;
    if (this.#running.isAborted()) {
      this.ended(stopped(cancelledFailure(name, texts, 0)));
      return;
    }
    if (!entry) {
      const about = { texts, depth, secrets };
      const message = unknownToolMessage(this.#parts.registry, call.name, about);
      this.ended(stopped({ code: 'unknown_tool', message, retry: true, isRepeatable: false }));
      return;
    }
    const timeoutMs = this.#checkMs(entry);
    const { signal } = context;
    let check: CheckedArguments | Promise<CheckedArguments>;
    try {
      check = checkArguments(entry, call.arguments, { texts, signal, timeoutMs, secrets });
    } catch (error) {
      this.#checkFailed(entry, error);
      return;
    }
    if (check instanceof Promise) this.#awaitCheck(entry, check);
    else this.#checked(entry, check);
  }

  #awaitCheck(entry: RegisteredTool, check: Promise<CheckedArguments>): void {
    const next = (checked: CheckedArguments): void => {
      this.#checked(entry, checked);
    };
    const failed = (error: unknown): void => {
      this.#checkFailed(entry, error);
    };
    check.then(next, failed).catch((error: unknown) => {
      this.broke(error);
    });
  }

  #checkMs(entry: RegisteredTool): number {
    return Math.min(timeoutOf(entry.tool), this.#limit.totalMs);
  }

  /** A schema that throws or never answers: the tool was not started, so nothing can have happened. */
  #checkFailed(entry: RegisteredTool, error: unknown): void {
    const { name, context } = this.#running;
    const { signal } = context;
    const texts = this.#texts;
    if (this.#running.isAborted()) {
      this.ended(stopped(cancelledFailure(name, texts, 0)));
      return;
    }
    const { secrets } = this.#parts.settings;
    const annotations = { ...entry.tool.annotations, readOnly: true };
    const about = { name, annotations, timeoutMs: this.#checkMs(entry), signal, texts, secrets };
    this.ended(stopped(describeFailure({ kind: 'failed', error }, about)));
  }

  #checked(entry: RegisteredTool, checked: CheckedArguments): void {
    if (!checked.ok) {
      this.ended(stopped(refusedFailure(checked.message, true)));
      return;
    }
    const { value, given, size } = checked;
    const { settings, keyed } = this.#parts;
    // Before the tool gets them: it may change them.
    const kept = settings.historySize > 0 ? keepArguments(given, size) : undefined;
    const running = this.#running;
    const [texts, limit] = [this.#texts, this.#limit];
    this.#prepared = { entry, args: value, given, kept, texts, running, limit };
    const { idempotencyKey } = running.context;
    if (idempotencyKey === undefined) this.start(undefined);
    else keyed.enter(this.#prepared, idempotencyKey, this);
  }

  #finish(end: CallEnd, source: FinishedCall['source']): ToolOutcome {
    const { call, replayOf } = this.#request;
    const given = call.arguments;
    const { settings, history } = this.#parts;
    const running = this.#running;
    const { startedAt } = this.#limit;
    const durationMs = Math.max(0, settings.clock.now() - startedAt);
    const outcome = toOutcome(end, { callId: call.id, durationMs, entry: this.#entry });
    const ended = end.ok ? undefined : end.ended;
    const onEnded = history.add({
      name: running.name,
      runId: running.context.runId,
      arguments: given.ok ? given.value : given.raw,
      kept: this.#prepared?.kept,
      outcome,
      startedAt,
      stillRunning: ended !== undefined,
      steps: running.steps,
      source,
      replayOf,
    });
    if (ended) void ended.then(onEnded);
    running.emit({ type: 'finished', outcome });
    return outcome;
  }
}
