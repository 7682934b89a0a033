import { MiniAgentError } from '@mini-agent/foundation/errors';

/**
 * `invalid_arguments` is thrown before a run starts, when it is asked for wrongly. Once started a run never rejects:
 * a hook that throws ends it with `hook_failed`.
 */
export class AgentError extends MiniAgentError<'invalid_arguments' | 'hook_failed'> {}
