import { abortable } from '@mini-agent/foundation/time';
import type { FindingCode } from './report.ts';

/** What became of one request, without its body. */
export interface Probe {
  readonly url: string;
  readonly status?: number;
  /** The answer is a web page. */
  readonly isPage?: boolean;
  /** Where a redirect leads, without its query. */
  readonly location?: string;
  /** Why there was no answer. */
  readonly failure?: FindingCode;
}

export interface Prober {
  /** Passes requests on and keeps what became of them; a request that fails fails. */
  readonly fetch: typeof fetch;
  /** What became of the last request. */
  readonly last: () => Probe;
  /** Makes a request without a body that neither costs nor changes anything; never rejects but for an abort. */
  readonly ask: (method: 'GET' | 'OPTIONS', url: string, withKey?: boolean) => Promise<Probe>;
}

export interface ProberOptions {
  readonly fetch: typeof fetch;
  /** With the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export function createProber({ fetch: send, headers, signal }: ProberOptions): Prober {
  let last: Probe = { url: '', failure: 'network' };
  const without = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'authorization'),
  );
  const observed: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    try {
      const response = await send(input, init);
      last = probeOf(url, response);
      return response;
    } catch (error) {
      last = { url, failure: signal.aborted ? 'slow' : failureOf(error) };
      throw error;
    }
  };
  return {
    fetch: observed,
    last: () => last,
    ask: async (method, url, withKey = true) => {
      try {
        const init = { method, headers: withKey ? headers : without, signal };
        const request = observed(url, { ...init, redirect: 'manual' });
        const response = await abortable(request, signal);
        response.body?.cancel().catch(() => undefined);
        return probeOf(url, response);
      } catch (error) {
        return { url, failure: signal.aborted ? 'slow' : failureOf(error) };
      }
    },
  };
}

function probeOf(url: string, { status, headers }: Response): Probe {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  const isPage = /^\s*(?:text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '');
  return {
    url,
    status,
    isPage,
    ...(location === null ? {} : { location: location.replace(/[?#].*$/, '') }),
  };
}

const refusedCodes: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const nameCodes: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'];
const slowCodes: readonly string[] = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
];

/** By the code of the error or of what caused it, which is where fetch puts it. */
function failureOf(error: unknown): FindingCode {
  const codes = chain(error).flatMap((link) =>
    'code' in link && typeof link.code === 'string' ? [link.code] : [],
  );
  const has = (known: readonly string[]): boolean => codes.some((code) => known.includes(code));
  if (has(refusedCodes)) return 'connection_refused';
  if (has(nameCodes)) return 'unknown_host';
  if (has(slowCodes)) return 'slow';
  const isTls = codes.some((code) => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code));
  return isTls ? 'tls' : 'network';
}

/** An error, its causes, and the parts of an AggregateError (one for each address that was tried). */
function chain(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...parts].flatMap((part) => chain(part, depth + 1))];
}
