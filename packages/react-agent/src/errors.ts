import { MiniAgentError } from '@mini-agent/foundation/errors';
import { redactSecrets } from '@mini-agent/foundation/secret';

/**
 * `invalid_arguments` rejects a call before a run starts. Once started a run never rejects; it ends with `error` and one of these as
 * its `errorCode`: a hook that throws or returns no messages is `hook_failed`, a model that answers with no reply is `malformed`, and
 * a state that the caller could not save is `state_not_saved`.
 */
export class AgentError extends MiniAgentError<
  'invalid_arguments' | 'hook_failed' | 'malformed' | 'state_not_saved'
> {}

/** Longest error text of foreign code that a run repeats, in UTF-16 units. */
const longestReason = 500;

/** What a thrown value says, fit to be shown. Anything can be thrown. */
export function reasonOf(error: unknown): string {
  const clean = redactSecrets(messageOf(error).slice(0, 4 * longestReason)).trim();
  if (clean === '') return 'unknown error';
  return clean.length > longestReason ? `${clean.slice(0, longestReason)}…` : clean;
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null || !('message' in error)) return '';
  return typeof error.message === 'string' ? error.message : '';
}
