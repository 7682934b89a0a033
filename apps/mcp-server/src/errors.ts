import { MiniAgentError } from '@mini-agent/foundation/errors';

export type AppErrorCode =
  | 'invalid_arguments'
  | 'not_found'
  | 'busy'
  | 'recursion'
  | 'search_off'
  | 'model_required'
  | 'denied'
  | 'hook_failed';

/** What `run_agent`, its internal tools and the library entry points refuse themselves. */
export class AppError extends MiniAgentError<AppErrorCode> {}

export function searchIsOff(): AppError {
  return new AppError(
    'search_off',
    'Search is switched off; set ANYSEARCH_ENABLED=true to use it.',
  );
}
