import type { ErrorDetails, ModelErrorCode } from '@mini-agent/foundation/errors';
import { MiniAgentError } from '@mini-agent/foundation/errors';

/**
 * The one error this package rejects with. `code` says what kind of failure it was, `status` the HTTP status where there was one,
 * `retryAfterMs` how long the model asked to be left alone. `details` may hold the provider's own error code (`providerCode`) and the
 * parameter it names (`param`); never a key, a header or a body.
 */
export class ModelError extends MiniAgentError<ModelErrorCode> {
  constructor(code: ModelErrorCode, message: string, options: ErrorDetails = {}) {
    super(code, message, options);
  }
}
