import type { CallArguments, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { refusedFailure, stopped } from './call-end.ts';
import type { CallEnd } from './call-end.ts';
import type { CallHistory } from './call-history.ts';
import { Journey } from './call-journey.ts';
import type { CallRequest, SharedParts } from './call-journey.ts';
import { canHarm } from './failure.ts';
import type { FairSlots } from './fair-slots.ts';
import { KeyedCalls } from './keyed-calls.ts';
import type { Settings } from './options.ts';
import type { CallContext } from './running-call.ts';
import { SignalWatch } from './signal-watch.ts';
import { textsFor } from './texts/texts-for.ts';
import { toOutcome } from './tool-outcome.ts';
import type { ToolRegistry } from './tool-registry.ts';
import { showName } from './unknown-tool.ts';

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

/** The ways into a call. */
export class CallFlow {
  readonly #parts: SharedParts;

  constructor(settings: Settings, { registry, slots, history }: FlowParts) {
    this.#parts = {
      settings,
      registry,
      history,
      environment: { ...settings, slots },
      keyed: new KeyedCalls(settings.clock, settings.idempotencyWindowMs),
      signals: new SignalWatch(),
    };
  }

  /** What it throws is no failure of the tool; nothing was started then. */
  start(request: CallRequest): void {
    new Journey(request, this.#parts).begin();
  }

  /** Makes a call of the history again. */
  async replay({ callId, ofRun, id }: ReplayedCall, context: CallContext): Promise<ToolOutcome> {
    const texts = textsFor(context.language);
    const found = this.#parts.history.find(callId, ofRun);
    const entry = found && this.#parts.registry.find(found.name, context.depth ?? 0);
    const refuse = (end: CallEnd): ToolOutcome =>
      toOutcome(end, { callId: id, durationMs: 0, entry: undefined });
    if (!found)
      return refuse(
        stopped(
          refusedFailure(texts.noSuchCall(showName(callId, this.#parts.settings.secrets)), false),
        ),
      );
    if (entry && canHarm(entry.tool)) {
      const message = texts.notReplayable(found.name);
      return refuse(stopped({ code: 'denied', message, retry: false, isRepeatable: false }));
    }
    if (found.json === undefined) {
      return refuse(
        stopped(
          refusedFailure(
            texts.argumentsGone(showName(callId, this.#parts.settings.secrets)),
            false,
          ),
        ),
      );
    }
    const given: CallArguments = { ok: true, value: JSON.parse(found.json) as JsonObject };
    const call = { id, name: found.name, arguments: given };
    return await new Promise((resolve, reject) => {
      this.start({ call, context, replayOf: callId, resolve, reject });
    });
  }
}
