import { MiniAgentError } from '@mini-agent/foundation/errors';

export type AppErrorCode = 'invalid_arguments' | 'not_found' | 'busy' | 'recursion';

/** What `run_agent` itself refuses, before or beside a run. */
export class AppError extends MiniAgentError<AppErrorCode> {}
