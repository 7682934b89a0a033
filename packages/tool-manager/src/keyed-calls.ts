import type { ToolResult } from '@mini-agent/foundation/tool';
import type { Clock } from '@mini-agent/foundation/time';
import { isSamePrint, printArguments } from './arguments-text.ts';
import type { ArgumentsPrint } from './arguments-text.ts';
import { refusedFailure, stopped } from './call-end.ts';
import type { CallEnd, CallWaiter } from './call-end.ts';
import type { PreparedCall } from './prepared-call.ts';
import { waitInCall } from './call-wait.ts';
import { cutWell, ownCopy } from './clean-message.ts';
import { canHarm } from './failure.ts';
import type { Failure } from './failure.ts';

const longestKey = 1_000;
const mostKept = 1_000;
const mostKeptChars = 2_000_000;

/** Of one kept outcome: the text, and the JSON of everything else. */
const longestKept = 100_000;

/** The right to run, and the duty to `leave` with the end. */
export interface KeyedRun {
  readonly id: string;
  readonly key: string;
  readonly print: ArgumentsPrint;
  readonly joined: Running['joined'];
  readonly isOwner: boolean;
}

/** A call with a key: either it is told to run, or how it ended without running. */
export interface KeyedWaiter extends CallWaiter {
  /** `undefined`: it runs like one without a key, and nobody is to be told of its end. */
  start(run: KeyedRun | undefined): void;
  ended(end: CallEnd, source?: 'joined' | 'repeated'): void;
}

/** A call under way; it stands for all calls with its key. */
interface Running {
  readonly print: ArgumentsPrint;
  /** Called once, in the order in which they came. */
  readonly joined: ((end: CallEnd) => void)[];
}

interface Kept {
  readonly print: ArgumentsPrint;
  readonly at: number;
  readonly size: number;
  readonly revive: () => CallEnd;
}

/** The first call with a key that runs; calls from inside it inherit the key with its context. */
interface Owner {
  readonly name: string;
  readonly depth: number;
  /** It calls other tools by its nature. */
  readonly isPipeline: boolean;
}

/**
 * Calls with an idempotency key: the same call again joins the one that runs, or gets the outcome of the one that ended, and never
 * runs a second time. A key counts for one tool. What is kept is bounded in time, number and size.
 */
export class KeyedCalls {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #running = new Map<string, Running>();
  readonly #owners = new Map<string, Owner>();
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #keptChars = 0;
  /** When the first of them was kept, or one before it. */
  #oldestAt = 0;

  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  enter(call: PreparedCall, key: string, waiter: KeyedWaiter): void {
    const { running, texts } = call;
    if (typeof key !== 'string' || key === '' || key.length > longestKey) {
      waiter.ended(stopped(refusedFailure(texts.badKey, false)));
      return;
    }
    // A tool that runs with this key calls another one and hands its own context on: that is not the same call.
    if (this.#isInherited(key, running.name, running.depth)) waiter.start(undefined);
    else this.#enter(call, key, waiter);
  }

  /** The end of a call that was told to run. */
  leave({ id, key, print, joined, isOwner }: KeyedRun, call: PreparedCall, end: CallEnd): void {
    if (isFinal(end, call)) this.#keep(id, print, end);
    this.#running.delete(id);
    if (isOwner) this.#owners.delete(key);
    for (const tell of joined) tell(end);
  }

  #enter(call: PreparedCall, key: string, waiter: KeyedWaiter): void {
    const { running, texts } = call;
    const { name } = running;
    const id = `${name}\n${key}`;
    const print = printArguments(call.given, call.kept);
    const known = this.#running.get(id) ?? this.#find(id);
    if (!known) {
      waiter.start(this.#begin(call, { id, key, print }));
    } else if (!isSamePrint(known.print, print)) {
      waiter.ended(stopped(refusedFailure(texts.otherArguments(name), false)));
    } else if ('revive' in known) {
      running.emit({ type: 'repeated' });
      waiter.ended(known.revive(), 'repeated');
    } else {
      running.emit({ type: 'joined' });
      const next = (end: CallEnd | undefined): void => {
        if (end) waiter.ended(end, 'joined');
        else this.#enter(call, key, waiter);
      };
      this.#join(call, known)
        .then(next)
        .catch((error: unknown) => {
          waiter.broke(error);
        });
    }
  }

  #isInherited(key: string, name: string, depth: number): boolean {
    const owner = this.#owners.get(key);
    return (
      owner !== undefined && (owner.depth < depth || (owner.isPipeline && owner.name !== name))
    );
  }

  /** Before the start, since a body may call other tools, or itself, at once. */
  #begin(
    { running, entry }: PreparedCall,
    { id, key, print }: Pick<KeyedRun, 'id' | 'key' | 'print'>,
  ): KeyedRun {
    const { name, depth } = running;
    const isOwner = !this.#owners.has(key);
    const run: KeyedRun = { id, key, print, joined: [], isOwner };
    this.#running.set(id, run);
    if (isOwner) {
      const isPipeline = entry.tool.policy?.occupiesSlot === false;
      this.#owners.set(key, { name, depth, isPipeline });
    }
    return run;
  }

  /** Undefined = the other call was cancelled by its own caller before it could do anything: this one has to run itself. */
  async #join(call: PreparedCall, known: Running): Promise<CallEnd | undefined> {
    const { running, limit, texts, entry } = call;
    const { name } = running;
    const harms = canHarm(entry.tool);
    const waited = await waitInCall<CallEnd>(running, limit.left(), (resolve) => {
      known.joined.push(resolve);
    });
    if (waited.is === 'there') {
      const { value } = waited;
      return isCancelled(value, harms) && !running.isAborted() ? undefined : value;
    }
    if (waited.is === 'aborted') {
      const message = harms ? texts.leftJoinedActing(name) : texts.leftJoined(name);
      return stopped(leftFailure(harms ? 'outcome_unknown' : 'interrupted', message));
    }
    const message = texts.joinedTimeout(name, limit.totalMs);
    return stopped({
      ...leftFailure(harms ? 'outcome_unknown' : 'timeout', message),
      retry: !harms,
    });
  }

  #find(id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    if (!kept || this.#clock.now() - kept.at <= this.#windowMs) return kept;
    this.#drop(id, kept);
    return undefined;
  }

  #keep(id: string, print: ArgumentsPrint, end: CallEnd): void {
    const { revive, size } = preserve(end);
    const kept: Kept = {
      print,
      at: this.#clock.now(),
      size: size + id.length + print.text.length + 200,
      revive,
    };
    this.#kept.set(id, kept);
    this.#keptChars += kept.size;
    if (this.#kept.size === 1) this.#oldestAt = kept.at;
    const mayBeOld = kept.at - this.#oldestAt > this.#windowMs;
    if (!mayBeOld && this.#kept.size <= mostKept && this.#keptChars <= mostKeptChars) return;
    for (const [oldest, entry] of this.#kept) {
      const isOld = kept.at - entry.at > this.#windowMs;
      const isMuch = this.#kept.size > mostKept || this.#keptChars > mostKeptChars;
      this.#oldestAt = entry.at;
      if (!isOld && !isMuch) break;
      this.#drop(oldest, entry);
    }
  }

  #drop(id: string, kept: Kept): void {
    this.#kept.delete(id);
    this.#keptChars -= kept.size;
  }
}

/** The call that was joined was cancelled by its own caller, and running it again does no harm. */
function isCancelled(end: CallEnd, harms: boolean): boolean {
  if (end.ok) return false;
  const { code } = end.failure;
  if (code === 'interrupted') return end.tries === 0 || !harms;
  return code === 'outcome_unknown' && !harms;
}

function leftFailure(code: Failure['code'], message: string): Failure {
  return { code, message, retry: false, isRepeatable: false };
}

/**
 * Whether a later call with the key gets this end instead of running: a success, and what may have acted. Not a failure that invites
 * another call, or one before which nothing happened: running again is then what the caller wants.
 */
function isFinal(end: CallEnd, { entry }: PreparedCall): boolean {
  if (end.ok) return true;
  const { failure, tries } = end;
  if (tries === 0 || failure.retry) return false;
  const harms = canHarm(entry.tool);
  const { code, retryAfterMs } = failure;
  if (code === 'outcome_unknown') return harms;
  if (retryAfterMs !== undefined) return false;
  return harms || (code !== 'interrupted' && code !== 'timeout');
}

/** A copy that nobody else can change, and that lets go of everything large. */
function preserve(end: CallEnd): { readonly revive: () => CallEnd; readonly size: number } {
  const { tries } = end;
  if (!end.ok) {
    const { code, message, retry } = end.failure;
    const failure: Failure = { code, message, retry, isRepeatable: false };
    return { revive: () => ({ ok: false, tries, failure }), size: message.length };
  }
  const { text, ...rest } = end.result;
  const isWhole = text.length <= longestKept;
  const kept = ownCopy(isWhole ? text : cutWell(text, longestKept));
  if (isWhole && Object.keys(rest).length === 0) {
    return { revive: () => ({ ok: true, tries, result: { text: kept } }), size: kept.length };
  }
  const json = toJson(rest);
  const isCut = !isWhole || json === undefined;
  const revive = (): CallEnd => {
    const others = JSON.parse(json ?? '{}') as Omit<ToolResult, 'text'>;
    const result = { text: kept, ...others, ...(isCut ? { truncated: true } : {}) };
    return { ok: true, tries, result };
  };
  return { revive, size: kept.length + (json?.length ?? 0) };
}

function toJson(value: object): string | undefined {
  try {
    const json = JSON.stringify(value);
    return json.length <= longestKept ? json : undefined;
  } catch {
    return undefined;
  }
}
