import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { StoreErrorCode } from '@mini-agent/foundation/errors';
import { JournalError } from '@mini-agent/foundation/journal';

/**
 * What the stores throw. `invalid_input` names the field; `corrupt`: the file is kept and copied to `.corrupt`;
 * `read_only`, `no_space`: nothing that was stored before is lost; `busy`, `not_found`, `closed`.
 */
export class StoreError extends MiniAgentError<StoreErrorCode> {}

export function invalidInput(field: string, problem: string): StoreError {
  return new StoreError('invalid_input', `${field} ${problem}`, { details: { field } });
}

/** An error of the journal below as one of this package; everything else stays as it is. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof JournalError)) return error;
  return new StoreError(error.code, error.message, { cause: error });
}
