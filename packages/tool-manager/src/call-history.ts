import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { cutArguments } from './arguments-text.ts';
import type { ArgumentsText } from './arguments-text.ts';
import { cleanMessage, cutWell, ownCopy, startOf } from './clean-message.ts';
import type { CallStep } from './tool-events.ts';

/** One finished call. Texts are redacted and cut. */
export interface CallRecord {
  readonly callId: string;
  readonly name: string;
  readonly runId?: string;
  /** JSON of the arguments, at most 500 characters. */
  readonly arguments: string;
  readonly ok: boolean;
  readonly code?: ToolErrorCode;
  /** The result's text or the failure's message, at most 500 characters. */
  readonly text: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly tries: number;
  /** The call was answered, but the tool's body has not ended. */
  readonly stillRunning: boolean;
  /** What happened beside one start and the end (waiting, further tries, the circuit); at most 50 steps. */
  readonly steps?: readonly CallStep[];
  /** It ran nothing itself: it waited for a call with the same idempotency key, or got the outcome of an earlier one. */
  readonly source?: 'joined' | 'repeated';
  /** The call that it replayed. */
  readonly replayOf?: string;
}

export interface FinishedCall {
  readonly name: string;
  readonly runId: string | undefined;
  readonly arguments: unknown;
  /** The arguments as they were before the tool got them; else they are read now. */
  readonly kept?: ArgumentsText | undefined;
  readonly outcome: ToolOutcome;
  readonly startedAt: number;
  readonly stillRunning: boolean;
  readonly steps?: readonly CallStep[] | undefined;
  readonly source?: 'joined' | 'repeated' | undefined;
  readonly replayOf?: string | undefined;
}

const longestText = 500;
const longestId = 256;
const mask = '[secret]';

/** Whole arguments that are kept for a replay, of all calls together, in UTF-16 units. */
const mostExactChars = 1_000_000;

/** Names whose value is not kept, also where the value itself looks harmless. */
const telling =
  /password|passwd|passphrase|secret|credential|authorization|cookie|api[-_]?key|private[-_]?key|^(?:pwd|pin|otp|auth)$|token$/i;

/** A call as it is kept: cut, but not yet redacted; most calls are never looked at. */
interface Entry {
  readonly callId: string;
  readonly name: string;
  readonly runId: string | undefined;
  readonly code: ToolErrorCode | undefined;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly tries: number;
  readonly steps: readonly CallStep[] | undefined;
  readonly source: FinishedCall['source'];
  readonly replayOf: string | undefined;
  kept: ArgumentsText;
  text: string;
  stillRunning: boolean;
  record: CallRecord | undefined;
}

/** A ring: the newest `size` calls, whatever their number and size were. Nothing leaves it that was not redacted. */
export class CallHistory {
  readonly #size: number;
  readonly #secrets: readonly Secret[];
  #entries: Entry[] = [];
  #added = 0;
  #exactChars = 0;
  /** Calls before this one, counted from the first, have no whole arguments any more. */
  #exactFrom = 0;

  constructor(size: number, secrets: readonly Secret[]) {
    this.#size = size;
    this.#secrets = secrets;
  }

  /** Returns what to call when a body that was still running ends. */
  add(call: FinishedCall): () => void {
    if (this.#size === 0) return doNothing;
    const entry = entryOf(call);
    const place = this.#added % this.#size;
    this.#forgetExact(this.#entries[place]);
    this.#entries[place] = entry;
    this.#added += 1;
    if (entry.kept.isExact) this.#boundExact(entry.kept.json?.length ?? 0);
    if (!entry.stillRunning) return doNothing;
    return () => {
      entry.stillRunning = false;
      if (entry.record) entry.record = { ...entry.record, stillRunning: false };
    };
  }

  /** The newest `limit` records, newest last. */
  get(limit: number): readonly CallRecord[] {
    const all = this.#entries.length;
    // A negative or missing number is no wish for everything.
    const count = limit > 0 ? Math.min(Math.floor(limit), all) : 0;
    return Array.from({ length: count }, (_, index) =>
      this.#record(this.#entryAt(this.#added - count + index)),
    );
  }

  /** The newest call with this id (and of this run): its name, and its whole arguments where they are still kept. */
  find(callId: string, runId?: string): FoundCall | undefined {
    for (let index = 1; index <= this.#entries.length; index += 1) {
      const { name, kept, ...facts } = this.#entryAt(this.#added - index);
      if (facts.callId !== callId || (runId !== undefined && facts.runId !== runId)) continue;
      return kept.isExact && kept.json !== undefined ? { name, json: kept.json } : { name };
    }
    return undefined;
  }

  clear(): void {
    this.#entries = [];
    this.#added = 0;
    this.#exactChars = 0;
    this.#exactFrom = 0;
  }

  #entryAt(index: number): Entry {
    const entry = this.#entries[index % this.#size];
    // `index` is always one of the newest calls, which are all there.
    if (!entry) throw new RangeError(`no call ${index}`);
    return entry;
  }

  #record(entry: Entry): CallRecord {
    if (entry.record) return entry.record;
    const { callId, name, runId, code, startedAt, durationMs, tries, kept } = entry;
    const { stillRunning, steps, source, replayOf } = entry;
    entry.record = {
      callId,
      name,
      ...(runId === undefined ? {} : { runId }),
      arguments: this.#shortJson(kept.json),
      text: cleanMessage(entry.text, this.#secrets, longestText),
      startedAt,
      durationMs,
      stillRunning,
      ok: code === undefined,
      ...(code === undefined ? {} : { code }),
      tries,
      ...(steps === undefined ? {} : { steps }),
      ...(source === undefined ? {} : { source }),
      ...(replayOf === undefined ? {} : { replayOf }),
    };
    entry.text = '';
    if (!kept.isExact) entry.kept = nothing;
    return entry.record;
  }

  #shortJson(json: string | undefined): string {
    if (json === undefined) return '(no JSON)';
    const start = startOf(withoutTelling(json), longestText);
    const text = redactSecrets(start, this.#secrets);
    return text.length > longestText ? `${cutWell(text, longestText - 1)}…` : text;
  }

  /** Lets go of the oldest whole arguments until the rest is small enough. */
  #boundExact(chars: number): void {
    this.#exactChars += chars;
    this.#exactFrom = Math.max(this.#exactFrom, this.#added - this.#size);
    for (; this.#exactChars > mostExactChars; this.#exactFrom += 1) {
      const entry = this.#entryAt(this.#exactFrom);
      this.#record(entry);
      this.#forgetExact(entry);
    }
  }

  #forgetExact(entry: Entry | undefined): void {
    if (!entry?.kept.isExact) return;
    this.#exactChars -= entry.kept.json?.length ?? 0;
    entry.kept = nothing;
  }
}

export interface FoundCall {
  readonly name: string;
  readonly json?: string;
}

const nothing: ArgumentsText = { json: undefined, isExact: false };

function doNothing(): void {
  return;
}

function entryOf(call: FinishedCall): Entry {
  const { outcome } = call;
  const { callId } = outcome;
  return {
    callId: callId.length > longestId ? ownCopy(callId.slice(0, longestId)) : callId,
    name: call.name,
    runId: call.runId,
    code: outcome.ok ? undefined : outcome.code,
    startedAt: call.startedAt,
    durationMs: outcome.durationMs,
    tries: outcome.tries,
    steps: call.steps,
    source: call.source,
    replayOf: call.replayOf,
    kept: call.kept ?? cutArguments(call.arguments),
    text: ownCopy(startOf(outcome.ok ? outcome.text : outcome.message, longestText)),
    stillRunning: call.stillRunning,
    record: undefined,
  };
}

function withoutTelling(json: string): string {
  return JSON.stringify(JSON.parse(json), (key, entry: unknown) =>
    telling.test(key) && entry !== null && typeof entry !== 'boolean' ? mask : entry,
  );
}
