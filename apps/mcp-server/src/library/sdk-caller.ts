import { createHash } from 'node:crypto';

/** What a request tells about who sent it; every request of a 1.x server fits. */
export interface RequestOrigin {
  /** Of the token that the server's own authentication checked. */
  readonly authInfo?:
    | {
        readonly token: string;
        readonly clientId: string;
        readonly extra?: Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
  readonly sessionId?: string | undefined;
  /** Present where the request came over HTTP. */
  readonly requestInfo?: object | undefined;
}

/**
 * The subject of the token where the server's authentication keeps it as `extra.sub`; else the token itself, since one client id can stand
 * for many users; else the session. A request over HTTP without any of them belongs to nobody in particular, and never to the person whose
 * machine the server runs on.
 */
export function defaultCaller({ authInfo, sessionId, requestInfo }: RequestOrigin): string {
  if (authInfo !== undefined) {
    const subject = authInfo.extra?.['sub'];
    if (typeof subject === 'string' && subject !== '') return `token:${subject}`;
    return `client:${authInfo.clientId}:${fingerprint(authInfo.token)}`;
  }
  if (sessionId !== undefined) return `session:${sessionId}`;
  return requestInfo === undefined ? 'local' : 'http';
}

function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, 22);
}
