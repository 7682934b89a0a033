import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { readAuthorization } from './auth/authorization-header.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { plainAddress } from './call-identity.ts';
import { createBoundedServer, type ConnectionLimits } from './connection-limits.ts';
import { allowOrigin, answerPreflight } from './cross-origin.ts';
import type { Guard } from './host-guard.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';
import { answerJson, refuse, rpcCodes, type Exchange, type JsonAnswer } from './rpc-refusal.ts';
import type { ServerMetrics } from './server-metrics.ts';
import { createUnsentResponses } from './unsent-responses.ts';

export interface HttpServerOptions {
  readonly version: string;
  readonly guard: Guard;
  readonly authenticator: Authenticator;
  readonly mcp: McpEndpoint;
  readonly metrics: ServerMetrics;
  /** Whether `/metrics` is served. */
  readonly showMetrics: boolean;
  readonly isStopping: () => boolean;
  readonly connections: ConnectionLimits;
  readonly log: (line: string) => void;
}

/** Guards, then authentication, then everything else: what may not be served is answered before its body is read. */
export function createHttpServer(options: HttpServerOptions): Server {
  const follow = createUnsentResponses();
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = { request, response };
    response.on('error', () => undefined);
    follow(request.socket, response);
    serve(exchange, options).catch((error: unknown) => {
      const what = error instanceof Error ? error.message : String(error);
      options.log(`A request failed: ${what}`);
      const message = 'Internal error.';
      if (response.headersSent) response.destroy();
      else refuse(exchange, { status: 500, code: rpcCodes.internalError, message });
    });
  };
  const { connections: limits, log } = options;
  const server = createBoundedServer({ limits, onRequest, log });
  // A client that asks before it sends its body gets the answer of the guards first.
  server.on('checkContinue', onRequest);
  return server;
}

async function serve(exchange: Exchange, options: HttpServerOptions): Promise<void> {
  const { request, response } = exchange;
  const path = pathOf(request);
  const metadata = options.authenticator.metadata();
  const isMetadata = metadata?.paths.includes(path) === true;
  options.metrics.request(isMetadata ? 'metadata' : routeName(path), request.method, response);

  const { guard } = options;
  const problem = path === '/healthz' ? guard.probeProblem(request) : guard.problem(request);
  if (problem !== undefined) {
    refuse(exchange, { status: 403, code: rpcCodes.refused, message: problem });
    return;
  }
  allowOrigin(exchange);
  if (request.method === 'OPTIONS') answerPreflight(exchange);
  else if (path === '/healthz') answerHealth(exchange, options);
  else if (isMetadata) answerDocument(exchange, { status: 200, text: metadata.body });
  else if (path === '/mcp') await serveGuarded(exchange, options);
  else if (path === '/metrics' && options.showMetrics) await serveGuarded(exchange, options);
  else {
    const message = 'There is nothing here; MCP is served at /mcp.';
    refuse(exchange, { status: 404, code: rpcCodes.refused, message });
  }
}

async function serveGuarded(exchange: Exchange, options: HttpServerOptions): Promise<void> {
  const { request } = exchange;
  const address = plainAddress(request.socket.remoteAddress);
  const authorization = readAuthorization(request);
  const outcome = await options.authenticator.authenticate({ authorization, address });
  if (!outcome.ok) {
    answerJson(exchange, { status: outcome.status, text: outcome.body, headers: outcome.headers });
    return;
  }
  if (pathOf(request) === '/metrics') {
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
    answerDocument(exchange, { status: 200, text: options.metrics.text(), headers });
    return;
  }
  const { principal, info } = outcome;
  await options.mcp(exchange, { principal, info, address });
}

function answerHealth(exchange: Exchange, options: HttpServerOptions): void {
  const { version, isStopping, guard } = options;
  // A server that stops takes no calls: whoever balances the load sends them elsewhere.
  const isOk = !isStopping();
  const status = isOk ? 'ok' : 'stopping';
  // A web page that points its own name here learns nothing that it could not see from the open port.
  const isKnown = guard.isKnownProbe(exchange.request);
  const text = JSON.stringify(isKnown ? { status, version } : { status });
  answerDocument(exchange, { status: isOk ? 200 : 503, text });
}

function answerDocument(exchange: Exchange, answer: JsonAnswer): void {
  if (exchange.request.method === 'GET' || exchange.request.method === 'HEAD') {
    answerJson(exchange, answer);
    return;
  }
  refuse(exchange, {
    status: 405,
    code: rpcCodes.refused,
    message: 'Only GET is allowed here.',
    headers: { allow: 'GET' },
  });
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const path = URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost').pathname
    : '/';
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

const routes: readonly string[] = ['/mcp', '/healthz', '/metrics'];

function routeName(path: string): string {
  return routes.includes(path) ? path.slice(1) : 'other';
}
