import type { Exchange } from './rpc-refusal.ts';
import { discardBody } from './request-body.ts';

const requestHeaders = [
  'authorization',
  'content-type',
  'accept',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
].join(', ');

const readableHeaders = 'Mcp-Session-Id, WWW-Authenticate, Retry-After';

/** Lets a page whose origin has passed the guard read the answers. Requests of other clients have no origin. */
export function allowOrigin({ request, response }: Exchange): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === '') return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', readableHeaders);
  response.setHeader('vary', 'Origin');
}

/** Answers the question that a browser asks before it sends the request itself. */
export function answerPreflight({ request, response }: Exchange): void {
  discardBody(request);
  response.writeHead(204, {
    allow: 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': '600',
  });
  response.end();
}
