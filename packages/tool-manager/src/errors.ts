import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';

/**
 * The only error class this package throws on purpose: by `execute` with the code of the failed outcome, and by
 * `register` and the constructor with `invalid_arguments` for a tool or an option that cannot be used.
 */
export class ToolManagerError extends MiniAgentError<ToolErrorCode> {}
