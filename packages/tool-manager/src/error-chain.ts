import { field } from './field.ts';
import { retryAfterOf } from './retry-after.ts';

/** The facts of an error that its classification may rest on; never its message. */
export interface ErrorFacts {
  readonly name: string | undefined;
  /** Node's and undici's codes are upper case (`ECONNRESET`); those of mini-agent errors are not. */
  readonly code: string | undefined;
  /** The system call that failed. */
  readonly syscall: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

const mostErrors = 12;

/** The error, then what caused it, nearest first. Reads own and inherited fields of anything that was thrown. */
export function errorChain(error: unknown): readonly ErrorFacts[] {
  const waiting: unknown[] = [error];
  const seen = new Set<unknown>();
  const chain: ErrorFacts[] = [];
  while (waiting.length > 0 && chain.length < mostErrors) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    chain.push(readFacts(next));
    waiting.push(field(next, 'cause'));
    // Several addresses of one host that all failed come as an AggregateError.
    const several = field(next, 'errors');
    if (Array.isArray(several)) waiting.push(...(several as unknown[]).slice(0, mostErrors));
  }
  return chain;
}

function readFacts(error: object): ErrorFacts {
  const response = field(error, 'response');
  const answered = typeof response === 'object' && response !== null ? response : {};
  return {
    name: text(field(error, 'name')),
    code: text(field(error, 'code')),
    syscall: text(field(error, 'syscall')),
    // Some clients put the status where others have a name, as a number.
    status: [
      field(error, 'status'),
      field(error, 'statusCode'),
      field(answered, 'status'),
      field(answered, 'statusCode'),
      field(error, 'code'),
    ].find(isStatus),
    retryAfterMs:
      wait(field(error, 'retryAfterMs')) ??
      retryAfterOf(field(error, 'headers')) ??
      retryAfterOf(field(answered, 'headers')),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
}

function wait(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  // "For ever" is no number that can be told.
  return value === Infinity ? 86_400_000 : value;
}
