import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { ModelError } from './errors.ts';

/** One failed request, as the retry loop judges it. `text` is the provider's own and never leaves the package. */
export interface Failure {
  readonly code: ModelErrorCode;
  /** Our own words: what happened and what to do. */
  readonly message: string;
  readonly status?: number;
  /** The provider's error code or type, for programs. */
  readonly providerCode?: string;
  readonly param?: string;
  readonly text: string;
  readonly retryAfterMs?: number;
  /** How many further tries this kind of failure deserves. */
  readonly retries: number;
  /** What a model wrote that the provider could not read as a tool call (Groq's `failed_generation`). */
  readonly failedGeneration?: string;
}

/** The error a caller sees: own words, the provider's code and parameter where they look like identifiers, no body. */
export function toModelError(failure: Failure, known: readonly Secret[]): ModelError {
  const details: Record<string, string> = {};
  const providerCode = identifier(failure.providerCode, known);
  const param = identifier(failure.param, known);
  if (providerCode !== undefined) details['providerCode'] = providerCode;
  if (param !== undefined) details['param'] = param;
  return new ModelError(failure.code, redactSecrets(failure.message, known), {
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
    ...(Object.keys(details).length === 0 ? {} : { details: details satisfies JsonObject }),
  });
}

function identifier(text: string | undefined, known: readonly Secret[]): string | undefined {
  if (text === undefined || !/^[\w.[\]-]{1,64}$/.test(text)) return undefined;
  return redactSecrets(text, known) === text ? text : undefined;
}
