import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { cleanMessage, cutWell, startOf } from './clean-message.ts';

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
}

export interface FinishedCall {
  readonly name: string;
  readonly runId: string | undefined;
  readonly arguments: unknown;
  readonly outcome: ToolOutcome;
  readonly startedAt: number;
  readonly stillRunning: boolean;
}

const longestText = 500;
const mask = '[secret]';

/** Names whose value is not kept, also where the value itself looks harmless. */
const telling =
  /password|passwd|passphrase|secret|credential|authorization|cookie|api[-_]?key|private[-_]?key|^(?:pwd|pin|otp|auth)$|token$/i;

/** A ring: the newest `size` calls, whatever their number and size were. */
export class CallHistory {
  readonly #size: number;
  readonly #secrets: readonly Secret[];
  #records: CallRecord[] = [];
  #next = 0;

  constructor(size: number, secrets: readonly Secret[]) {
    this.#size = size;
    this.#secrets = secrets;
  }

  /** Returns what to call when a body that was still running ends. */
  add(call: FinishedCall): () => void {
    if (this.#size === 0) return () => undefined;
    const record = this.#record(call);
    const index = this.#next;
    this.#records[index] = record;
    this.#next = (index + 1) % this.#size;
    return () => {
      if (this.#records[index] === record)
        this.#records[index] = { ...record, stillRunning: false };
    };
  }

  /** The newest `limit` records, newest last. */
  get(limit: number): readonly CallRecord[] {
    const all =
      this.#records.length < this.#size
        ? this.#records
        : [...this.#records.slice(this.#next), ...this.#records.slice(0, this.#next)];
    // A negative or missing number is no wish for everything.
    const count = limit > 0 ? Math.min(Math.floor(limit), all.length) : 0;
    return all.slice(all.length - count);
  }

  clear(): void {
    this.#records = [];
    this.#next = 0;
  }

  #record({ name, runId, outcome, startedAt, stillRunning, ...call }: FinishedCall): CallRecord {
    const text = outcome.ok ? outcome.text : outcome.message;
    return {
      callId: outcome.callId,
      name,
      ...(runId === undefined ? {} : { runId }),
      arguments: this.#shortJson(call.arguments),
      ok: outcome.ok,
      ...(outcome.ok ? {} : { code: outcome.code }),
      text: cleanMessage(text, this.#secrets, longestText),
      startedAt,
      durationMs: outcome.durationMs,
      tries: outcome.tries,
      stillRunning,
    };
  }

  #shortJson(value: unknown): string {
    const text = redactSecrets(startOf(withoutTelling(value), longestText), this.#secrets);
    return text.length > longestText ? `${cutWell(text, longestText - 1)}…` : text;
  }
}

function withoutTelling(value: unknown): string {
  try {
    const text = JSON.stringify(value, (key, entry: unknown) =>
      telling.test(key) && entry !== null && typeof entry !== 'boolean' ? mask : entry,
    ) as string | undefined;
    return text ?? 'null';
  } catch {
    return '(no JSON)';
  }
}
