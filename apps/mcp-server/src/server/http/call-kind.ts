/** What a `tools/call` asks for: work on a task, the state of a run that there is already, or its end. */
export type CallKind = 'task' | 'wait' | 'cancel';

/**
 * Read before the call is served, and only from what decides whether it can begin something new; whether its arguments are right
 * is judged later. What it says about a call that is refused anyway does not matter.
 */
export function callKind(message: unknown, era: 'legacy' | 'modern'): CallKind {
  const { params } = fields(message);
  const { arguments: given, requestState } = fields(params);
  // Answers to questions of a run, which only 2026-07-28 sends this way: the run of that state goes on, whatever the task says.
  if (era === 'modern' && typeof requestState === 'string') return 'wait';
  const { task, run_id: runId, cancel } = fields(given);
  if (task !== undefined || typeof runId !== 'string') return 'task';
  return cancel === true ? 'cancel' : 'wait';
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
