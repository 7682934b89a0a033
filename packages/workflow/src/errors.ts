import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { WorkflowErrorCode } from '@mini-agent/foundation/errors';

/**
 * What workflows and research throw. `invalid_steps`, `duplicate_id`, `unknown_dependency`, `cycle` (with `details.path`):
 * the steps are wrong and nothing was started; `not_found`: no such run; `busy`: another process is carrying it out;
 * `model_required`: there is no model, or it does not answer; `result_too_large`: a step's answer is over the limit.
 */
export class WorkflowError extends MiniAgentError<WorkflowErrorCode> {}
