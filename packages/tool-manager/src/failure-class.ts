import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import { errorChain } from './error-chain.ts';
import type { ErrorFacts } from './error-chain.ts';

export interface FailureClass {
  /** False where nothing but a message is known. */
  readonly isRecognised: boolean;
  readonly code: ToolErrorCode;
  /** The same call may succeed a moment later. */
  readonly isTransient: boolean;
  /** The request may have been carried out although it failed. */
  readonly mayHaveActed: boolean;
  /** The other side answered, and it was no complaint about itself: it works. */
  readonly isAnswer?: boolean;
  /** Other arguments may help. */
  readonly isMendable: boolean;
  readonly retryAfterMs?: number;
}

const hard: FailureClass = {
  isRecognised: true,
  code: 'tool_error',
  isTransient: false,
  mayHaveActed: false,
  isMendable: false,
};
const unrecognised: FailureClass = { ...hard, isRecognised: false };
const transient: FailureClass = { ...hard, isTransient: true };
const lost: FailureClass = { ...transient, mayHaveActed: true };
const timeout: FailureClass = { ...lost, code: 'timeout' };
const rateLimited: FailureClass = { ...transient, code: 'rate_limited' };
const answered: FailureClass = { ...hard, isAnswer: true };
const mendable: FailureClass = { ...hard, isMendable: true };

/** Codes of mini-agent errors that settle the class alone; a status beside them changes nothing. */
const settledCodes: ReadonlyMap<string, FailureClass> = new Map([
  ['invalid_arguments', { ...mendable, code: 'invalid_arguments' }],
  ['unknown_tool', { ...mendable, code: 'unknown_tool' }],
  ['denied', { ...hard, code: 'denied' }],
  ['declined', { ...hard, code: 'denied' }],
  ['access_denied', { ...hard, code: 'denied' }],
  ['permission_denied', { ...hard, code: 'denied' }],
  ['model_required', { ...hard, code: 'model_required' }],
  ['interrupted', { ...hard, code: 'interrupted' }],
  ['aborted', { ...hard, code: 'interrupted' }],
  ['outcome_unknown', { ...hard, code: 'outcome_unknown' }],
  ...['invalid_input', 'validation_error', 'unsupported_filter', 'not_found'].map(toMendable),
  ...['invalid_steps', 'duplicate_id', 'unknown_dependency', 'cycle'].map(toMendable),
  ...['auth', 'quota', 'bad_request', 'context', 'content_filter', 'unavailable'].map(toHard),
  ...['bot_challenge', 'budget_exhausted', 'corrupt', 'read_only', 'no_space'].map(toHard),
  ...['closed', 'result_too_large'].map(toHard),
]);

/** Codes that are used where no status and no system code tells more. */
const likelyCodes: ReadonlyMap<string, FailureClass> = new Map([
  ['rate_limited', rateLimited],
  ['timeout', timeout],
  ['transient', lost],
  ['upstream_5xx', lost],
  ['busy', transient],
]);

/** Nothing was sent: no name, no connection, no trust. Who met it may try once more; here it fails at once. */
const unsentCodes =
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_\w+|ERR_TLS_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/;
const timeoutCodes =
  /^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/;
const lostCodes =
  /^(?:ECONNRESET|ECONNABORTED|ENETRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP2_\w+)$/;
const connectTimeoutCodes = /^(?:UND_ERR_CONNECT_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/;

function toMendable(code: string): [string, FailureClass] {
  return [code, mendable];
}

function toHard(code: string): [string, FailureClass] {
  return [code, hard];
}

/**
 * What an error means for the call: by its mini-agent code, its HTTP status, its system code, its type, each also of
 * its causes. Its message is never read for this.
 */
export function classifyFailure(error: unknown): FailureClass {
  const chain = errorChain(error);
  const retryAfterMs = firstOf(chain, (facts) => facts.retryAfterMs);
  const found = classify(error, chain);
  return retryAfterMs === undefined ? found : { ...found, retryAfterMs };
}

function classify(error: unknown, chain: readonly ErrorFacts[]): FailureClass {
  const code = isTyped(error) ? chain[0]?.code : undefined;
  const settled = code === undefined ? undefined : settledCodes.get(code);
  if (settled) return settled;
  return (
    firstOf(chain, byStatus) ??
    (code === undefined ? undefined : likelyCodes.get(code)) ??
    firstOf(chain, bySystemCode) ??
    firstOf(chain, byType) ??
    (code === undefined ? unrecognised : hard)
  );
}

function byStatus({ status }: ErrorFacts): FailureClass | undefined {
  if (status === undefined) return undefined;
  if (status === 429) return rateLimited;
  // 408 and 425 ask for the same request again (RFC 9110 §15.5.9, RFC 8470 §5.2).
  return status >= 500 || status === 408 ? lost : status === 425 ? transient : answered;
}

function bySystemCode({ code, syscall }: ErrorFacts): FailureClass | undefined {
  if (code === undefined) return undefined;
  if (unsentCodes.test(code)) return hard;
  if (timeoutCodes.test(code)) {
    const isUnsent = syscall === 'connect' || connectTimeoutCodes.test(code);
    return isUnsent ? { ...timeout, mayHaveActed: false } : timeout;
  }
  return lostCodes.test(code) ? lost : undefined;
}

function byType({ name }: ErrorFacts): FailureClass | undefined {
  if (name === 'TimeoutError') return timeout;
  // Not our signal: something the tool talked to gave up half-way.
  return name === 'AbortError' ? { ...hard, mayHaveActed: true } : undefined;
}

function firstOf<Found>(
  chain: readonly ErrorFacts[],
  find: (facts: ErrorFacts) => Found | undefined,
): Found | undefined {
  for (const facts of chain) {
    const found = find(facts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether it is an error of mini-agent; a proxy may throw at the question. */
export function isTyped(error: unknown): boolean {
  try {
    return MiniAgentError.isInstance(error);
  } catch {
    return false;
  }
}
