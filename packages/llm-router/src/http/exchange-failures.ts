import type { Failure } from '../failure.ts';
import { isJsonObject } from '../json.ts';
import { BodyTooLarge } from './read-body.ts';

/** An answer that is no chat completion. Asked again, most endpoints give a proper one. */
export function malformed(message: string): Failure {
  return { code: 'malformed', message, text: '', retries: 1 };
}

/** Causes that no second try mends: an unknown host, a certificate. */
const lasting = /^(?:ENOTFOUND|ERR_INVALID|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/;

/** Nothing was sent; a server that restarts is back in a moment, one that is down is not. */
const notReached: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ETIMEDOUT']);

/** The connection failed or broke. Only a system error code is told, never a text of the platform. */
export function connectionFailure(error: unknown, url: string): Failure {
  if (error instanceof BodyTooLarge) {
    return { ...malformed(`The answer from ${url} is too large to be a reply.`), retries: 0 };
  }
  const code = systemCode(error);
  const hint =
    code === 'ECONNREFUSED'
      ? 'is the server running?'
      : code === 'ENOTFOUND'
        ? 'check the host name.'
        : 'check the network and the base URL.';
  const retries =
    code === undefined || lasting.test(code) ? 0 : notReached.has(code) ? 1 : Infinity;
  return {
    code: 'transient',
    message: `The connection to ${url} failed${code === undefined ? '' : ` (${code})`}; ${hint}`,
    text: '',
    retries,
  };
}

/** The `code` of an error or of what caused it; fetch wraps the cause once or twice. */
function systemCode(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause } = current as { readonly code?: unknown; readonly cause?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
    const [first] = errorsOf(current);
    current = cause ?? first;
  }
  return undefined;
}

function errorsOf(error: object): readonly unknown[] {
  const { errors } = error as { readonly errors?: unknown };
  return Array.isArray(errors) && !isJsonObject(errors) ? errors : [];
}
