import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import type { Secret } from '@mini-agent/foundation/secret';
import type { ToolAnnotations } from '@mini-agent/foundation/tool';
import type { AttemptEnd } from './attempt.ts';
import { longestWaitMs } from './backoff.ts';
import { cleanMessage } from './clean-message.ts';
import { errorChain } from './error-chain.ts';
import { classifyFailure, isTyped } from './failure-class.ts';
import type { FailureClass } from './failure-class.ts';
import { field } from './field.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';

/** A failed try, as the caller will read it. */
export interface Failure {
  readonly code: ToolErrorCode;
  readonly message: string;
  /** The model is invited to call again. */
  readonly retry: boolean;
  /** The manager itself may try again. */
  readonly isRepeatable: boolean;
  readonly retryAfterMs?: number;
  readonly error?: unknown;
  /** What it tells of the tool's back-end; absent where it tells nothing. */
  readonly health?: 'failing' | 'working';
}

export interface FailureContext {
  readonly name: string;
  readonly annotations: ToolAnnotations;
  readonly timeoutMs: number;
  /** `timeoutMs` is that of the whole call. */
  readonly isTotal?: boolean;
  readonly signal: AbortSignal;
  readonly texts: ManagerTexts;
  readonly secrets: readonly Secret[];
}

const longestTyped = 800;
const longestUntyped = 300;

export function describeFailure(
  end: Exclude<AttemptEnd, { kind: 'done' }>,
  context: FailureContext,
): Failure {
  if (end.kind === 'failed') return describeError(end.error, context);
  const isEnded = end.ended === undefined;
  return end.kind === 'aborted'
    ? describeAbort(isEnded, end.error, context)
    : describeTimeout(isEnded, end.error, context);
}

/** Repeating such a tool could do a second time what the first call did. */
export function canHarm({ annotations }: { readonly annotations: ToolAnnotations }): boolean {
  return !annotations.idempotent && !annotations.readOnly;
}

function describeAbort(isEnded: boolean, error: unknown, context: FailureContext): Failure {
  const { name, texts } = context;
  const base = { retry: false, isRepeatable: false, error };
  if (!isEnded) return { ...base, code: 'outcome_unknown', message: texts.stillRunning(name) };
  if (!canHarm(context)) {
    return { ...base, code: 'interrupted', message: texts.interrupted(name) };
  }
  // The connection broke while the tool stopped: that is more than an orderly end.
  const found = classifyFailure(error);
  if (found.isTransient && found.mayHaveActed && !isStopping(error, context.signal)) {
    return unknownOutcome(describeReason(error, context), error, context);
  }
  return { ...base, code: 'interrupted', message: texts.interruptedAfterActing(name) };
}

/** The tool threw because it was told to stop. */
function isStopping(error: unknown, signal: AbortSignal): boolean {
  const reason: unknown = signal.reason;
  return error === reason || errorChain(error).some(({ name }) => name === 'AbortError');
}

function describeTimeout(isEnded: boolean, error: unknown, context: FailureContext): Failure {
  const { name, texts, timeoutMs, isTotal = false } = context;
  const ended = isTotal ? texts.totalTimeout : texts.timeout;
  const running = isTotal ? texts.totalTimeoutStillRunning : texts.timeoutStillRunning;
  const message = (isEnded ? ended : running)(name, timeoutMs);
  // The rest of a call's time may be too short for any back-end.
  const health = isTotal ? {} : { health: 'failing' as const };
  if (canHarm(context)) return { ...unknownOutcome(message, error, context), ...health };
  // A second body beside one that still runs would break the limits.
  const isRepeatable = isEnded && !isTotal && context.annotations.idempotent;
  return { code: 'timeout', message, retry: true, isRepeatable, error, ...health };
}

function describeError(error: unknown, context: FailureContext): Failure {
  const found = classifyFailure(error);
  const reason = describeReason(error, context);
  const facts = backEndFacts(found);
  if (canHarm(context) && (found.mayHaveActed || soundsLost(error, found))) {
    return { ...unknownOutcome(reason, error, context), ...facts };
  }
  const { retryAfterMs } = found;
  const isTooLong = retryAfterMs !== undefined && retryAfterMs > longestWaitMs;
  return {
    code: found.code,
    message: isTooLong
      ? context.texts.waitLonger(asSentence(reason), Math.ceil(retryAfterMs / 1_000))
      : reason,
    retry: found.isMendable || (found.isTransient && !isTooLong),
    isRepeatable: found.isTransient && !isTooLong && context.annotations.idempotent,
    ...facts,
    error,
  };
}

function backEndFacts(found: FailureClass): Pick<Failure, 'health' | 'retryAfterMs'> {
  const { retryAfterMs, isTransient, isAnswer } = found;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (isTransient) return { ...wait, health: 'failing' };
  return isAnswer === true ? { ...wait, health: 'working' } : wait;
}

/** Words of a broken connection, a time limit or a failing server, in the texts of common libraries. */
const lostWords = new RegExp(
  [
    String.raw`time(?:d|s)?[\s-]?out|deadline|hang up|broken pipe|premature close|unexpected end|disconnected|^terminated$`,
    String.raw`(?:connection|socket|stream|network).{0,24}\b(?:reset|closed?|lost|abort(?:ed)?|dropped|ended|terminated|failed|failure|error)\b`,
    String.raw`(?:peer|other side|server|session).{0,24}\b(?:reset|closed|dropped|terminated)\b|(?:reset|closed|aborted|dropped) by (?:the )?(?:peer|remote|server)`,
    String.raw`(?:fetch|network|request) (?:failed|error|aborted)|\be(?:timedout|connreset|connaborted|pipe)\b`,
    String.raw`bad gateway|service unavailable|internal server error|\b(?:http|status|code|error)\D{0,8}50[0234]\b`,
    '超时|(?:连接|网络).{0,6}(?:重置|中断|断开|关闭|错误|异常|失败)',
  ].join('|'),
  'i',
);

/**
 * Words of a message are never a reason to repeat a call, but they are one to be careful: an untyped "connection reset"
 * of a tool with effects leaves open whether it acted.
 */
function soundsLost(error: unknown, found: FailureClass): boolean {
  if (found.isRecognised) return false;
  return lostWords.test(rawMessage(error).slice(0, 2_000));
}

function unknownOutcome(reason: string, error: unknown, context: FailureContext): Failure {
  const { name, texts } = context;
  return {
    code: 'outcome_unknown',
    message: texts.outcomeUnknown(name, asSentence(reason)),
    retry: false,
    isRepeatable: false,
    error,
  };
}

function asSentence(reason: string): string {
  return /[.!?。！？]$/.test(reason) ? reason : `${reason}.`;
}

function describeReason(error: unknown, { name, texts, secrets }: FailureContext): string {
  if (isTyped(error)) {
    const message = cleanMessage(rawMessage(error), secrets, longestTyped);
    return message === '' ? texts.failed(name, texts.noReason) : message;
  }
  const message = cleanMessage(rawMessage(error), secrets, longestUntyped);
  // Node's fetch says only "fetch failed"; its cause has the code that helps.
  const code = errorChain(error).find((facts) => facts.code !== undefined)?.code;
  const hasCode =
    code === undefined || message.includes(code) || !/^[A-Z][A-Z0-9_]{2,40}$/.test(code);
  const reason = message === '' ? texts.noReason : message;
  return texts.failed(name, hasCode ? reason : `${reason} (${code})`);
}

function rawMessage(error: unknown): string {
  if (typeof error === 'string') return error;
  const message = typeof error === 'object' && error !== null ? field(error, 'message') : '';
  return typeof message === 'string' ? message : '';
}
