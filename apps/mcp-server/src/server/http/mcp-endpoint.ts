import { isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import type { RequestId } from '../message-gate.ts';
import { callKind } from './call-kind.ts';
import type { CallerLimits } from './caller-limits.ts';
import { callerOf, type Identity } from './call-identity.ts';
import type { LegacyEndpoint } from './legacy-endpoint.ts';
import type { ModernEndpoint } from './modern-endpoint.ts';
import type { OpenCalls } from './open-calls.ts';
import { readBody, type Body } from './request-body.ts';
import { refuse, rpcCodes, type Exchange } from './rpc-refusal.ts';
import { toWebRequest } from './web-exchange.ts';

export interface McpEndpointOptions {
  readonly legacy: LegacyEndpoint;
  readonly modern: ModernEndpoint;
  readonly limits: CallerLimits;
  readonly calls: OpenCalls;
  readonly onCall: (era: 'legacy' | 'modern') => void;
  readonly isStopping: () => boolean;
}

/** `/mcp`: takes each request to the protocol revision that it belongs to. */
export type McpEndpoint = (exchange: Exchange, identity: Identity) => Promise<void>;

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  return async (exchange, identity) => {
    const { request } = exchange;
    if (request.method === 'POST') {
      await servePost(exchange, identity, options);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'DELETE') {
      refuse(exchange, {
        status: 405,
        code: rpcCodes.refused,
        message: `The method ${request.method ?? ''} is not allowed here.`,
        headers: { allow: 'GET, POST, DELETE' },
      });
      return;
    }
    if (options.isStopping() && request.method === 'GET') refuseWhileStopping(exchange, null);
    else await options.legacy.other(exchange, identity);
  };
}

async function servePost(
  exchange: Exchange,
  identity: Identity,
  options: McpEndpointOptions,
): Promise<void> {
  const { request, response } = exchange;
  const problem = formatProblem(exchange);
  if (problem !== undefined) {
    refuse(exchange, { status: 415, code: rpcCodes.refused, message: problem });
    return;
  }
  const message = parse(exchange, await readBody(request, response));
  if (message === undefined) return;
  if (options.isStopping() && isRequest(message.value)) {
    refuseWhileStopping(exchange, idOf(message.value));
    return;
  }
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // It may have gone while its body was read.
  if (response.destroyed) gone.abort();
  const webRequest = toWebRequest(request, gone.signal);
  await route(exchange, webRequest, { message: message.value, identity, options });
}

interface Call {
  readonly message: unknown;
  readonly identity: Identity;
  readonly options: McpEndpointOptions;
}

async function route(exchange: Exchange, webRequest: Request, call: Call): Promise<void> {
  const { message, identity, options } = call;
  const admit = (era: 'legacy' | 'modern', caller: string): (() => void) | undefined =>
    admitCall(exchange, { era, caller, message, options });
  // Whatever revision its header names: `initialize` is where old and new find out what they have in common.
  const isLegacy =
    isBareInitialize(message) ||
    isOfSession(exchange, message) ||
    (await isLegacyRequest(webRequest, message));
  if (isLegacy) {
    await options.legacy.post(exchange, message, {
      identity,
      admit: (caller) => admit('legacy', caller),
    });
    return;
  }
  const done = isToolCall(message) ? admit('modern', callerOf(identity)) : () => undefined;
  if (done === undefined) return;
  try {
    await options.modern.post(exchange, webRequest, { message, identity });
  } finally {
    done();
  }
}

interface Admission {
  readonly era: 'legacy' | 'modern';
  readonly caller: string;
  readonly message: unknown;
  readonly options: McpEndpointOptions;
}

function admitCall(
  exchange: Exchange,
  { era, caller, message: call, options }: Admission,
): (() => void) | undefined {
  const entrance = options.limits.enter(caller, callKind(call, era));
  if (!entrance.ok) {
    const seconds = entrance.retryAfterSeconds;
    const what = entrance.reason === 'rate' ? 'calls in a minute' : 'open calls';
    refuse(exchange, {
      status: 429,
      code: rpcCodes.refused,
      message: `Too many ${what}. Try again in ${seconds} s.`,
      id: idOf(call),
      headers: { 'retry-after': String(seconds) },
    });
    return undefined;
  }
  options.onCall(era);
  const over = options.calls.open();
  return () => {
    over();
    entrance.leave();
  };
}

function formatProblem({ request }: Exchange): string | undefined {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
  if (!isJsonContentType(type ?? null)) return 'The Content-Type must be application/json.';
  return encoding === 'identity' ? undefined : 'A compressed body is not read; send it as it is.';
}

/** The message, or undefined when the request is already answered. */
function parse(exchange: Exchange, body: Body): { readonly value: unknown } | undefined {
  if (body.kind === 'gone') {
    exchange.response.destroy();
    return undefined;
  }
  if (body.kind === 'too_large') {
    const message = 'The body is longer than 4 MiB and was not read. Send a shorter one.';
    refuse(exchange, { status: 413, code: rpcCodes.refused, message });
    return undefined;
  }
  try {
    if (body.kind === 'text') return { value: JSON.parse(body.text) as unknown };
  } catch {
    // Answered below.
  }
  const message = 'Parse error: the body is not JSON in UTF-8.';
  refuse(exchange, { status: 400, code: rpcCodes.parseError, message });
  return undefined;
}

function refuseWhileStopping(exchange: Exchange, id: RequestId | null): void {
  refuse(exchange, {
    status: 503,
    code: rpcCodes.refused,
    message: 'The server is stopping. Try again in a moment.',
    id,
    headers: { 'retry-after': '5' },
  });
}

function isRequest(message: unknown): boolean {
  return Array.isArray(message) || (isRecord(message) && 'method' in message && 'id' in message);
}

function isToolCall(message: unknown): boolean {
  return isRequest(message) && isRecord(message) && message['method'] === 'tools/call';
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

function isBareInitialize(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'initialize' && !namesRevision(message);
}

/** Only older clients have sessions; one that has lost its own must be told so, whatever else is wrong with what it sends. */
function isOfSession({ request }: Exchange, message: unknown): boolean {
  return 'mcp-session-id' in request.headers && !namesRevision(message);
}

function namesRevision(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(namesRevision);
  const params = isRecord(message) ? message['params'] : undefined;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && versionKey in meta;
}

function idOf(message: unknown): RequestId | null {
  const id = isRecord(message) ? message['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
