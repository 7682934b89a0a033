import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { SearchErrorCode } from '@mini-agent/foundation/errors';

/**
 * The only error class of this package. The codes it uses:
 * `validation_error` (a wrong argument or option; nothing was sent, or the service named the parameter), `access_denied`
 * (the key), `permission_denied` (this target or capability), `quota`, `rate_limited` (with `retryAfterMs`), `timeout`,
 * `upstream_4xx`, `upstream_5xx`, `parse_error` (an answer that is no protocol), `layout_changed` (a result in an unknown
 * form), `unknown` (the service was not reached; `cause.code` tells why).
 * A call that its caller cancels rejects with the reason of the caller's signal instead.
 */
export class AnySearchError extends MiniAgentError<SearchErrorCode> {}
