import { authOf, requestId, rpcAnswer, rpcError, stepMessage } from './anysearch-rpc.ts';
import type { AnySearchBody, AnySearchState, AuthClass } from './anysearch-rpc.ts';
import { recordedBehaviour } from './anysearch-switches.ts';
import type { AnySearchMatch, AnySearchStep, AnySearchSwitches } from './anysearch-switches.ts';
import { deliver, pause } from './delivery.ts';
import { startLoopbackServer } from './loopback-server.ts';
import type { Exchange, RecordedRequest } from './recorded-request.ts';

export interface AnySearchRequest extends RecordedRequest<AnySearchBody> {
  readonly auth: AuthClass;
}

export interface FakeAnySearch {
  /** The MCP endpoint, `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly AnySearchRequest[];
  /** What no client may ever do, such as making an account. */
  readonly violations: readonly string[];
  /** Changes the behaviour from the next request on. */
  set(switches: Partial<AnySearchSwitches>): void;
  /** Queues steps for the next matching requests, one each; the first queue that fits is used. */
  plan(match: AnySearchMatch, steps: readonly AnySearchStep[]): void;
  /** The requests of one method, or of one tool. */
  requestsOf(match: AnySearchMatch): readonly AnySearchRequest[];
  /** Refuses connections; `up()` serves again at the same address. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a fake of the AnySearch service: its MCP endpoint as recorded in September 2026, with invented data. */
export async function startAnySearch(
  options: Partial<AnySearchSwitches> = {},
): Promise<FakeAnySearch> {
  const state: AnySearchState = {
    switches: { ...recordedBehaviour, ...options },
    turn: 0,
    anonymousUsed: 0,
    ids: 0,
    plans: [],
  };
  const requests: AnySearchRequest[] = [];
  const violations: string[] = [];
  const server = await startLoopbackServer(async (exchange) => {
    const recorded = exchange.request as RecordedRequest<AnySearchBody>;
    requests.push(Object.assign(recorded, { auth: authOf(recorded) }));
    if (recorded.path.startsWith('/v1/auth/')) violations.push('a client tried to make an account');
    await answer(exchange as Exchange<AnySearchBody>, state);
  });
  return {
    url: `${server.origin}/mcp`,
    origin: server.origin,
    requests,
    violations,
    set: (switches) => {
      state.switches = { ...state.switches, ...switches };
    },
    plan: (match, steps) => {
      state.plans.push({ match, steps: [...steps] });
    },
    requestsOf: (match) => requests.filter((request) => fits(request, match)),
    down: () => server.down(),
    up: () => server.up(),
    close: () => server.close(),
  };
}

async function answer(exchange: Exchange<AnySearchBody>, state: AnySearchState): Promise<void> {
  const { request } = exchange;
  const step = takeStep(state, request);
  if (step?.delayMs !== undefined) await pause(step.delayMs, exchange.closed);
  if (step?.status !== undefined) {
    await deliver(exchange, httpAnswer(step.status, step.body, step.headers), fault(step));
    return;
  }
  if (request.path !== '/mcp') {
    await deliver(exchange, httpAnswer(404, '404 page not found'));
    return;
  }
  if (request.method !== 'POST') {
    await deliver(exchange, httpAnswer(405, 'method not allowed', { allow: 'POST' }));
    return;
  }
  if (typeof request.body !== 'object') {
    await deliver(exchange, httpAnswer(400, rpcError(null, -32700, 'Parse error')));
    return;
  }
  if (request.headers['authorization'] !== undefined && authOf(request) === 'malformed') {
    await deliver(exchange, httpAnswer(401, restError('invalid_auth_header', state)));
    return;
  }
  await answerRpc(exchange, state, step);
}

async function answerRpc(
  exchange: Exchange<AnySearchBody>,
  state: AnySearchState,
  step: AnySearchStep | undefined,
): Promise<void> {
  const { body } = exchange.request;
  if (body.method?.startsWith('notifications/') === true) {
    exchange.response.writeHead(202).end();
    return;
  }
  if (body.method === 'tools/call' && (body.params?.name ?? '').includes('search')) {
    await pause(state.switches.searchDelayMs, exchange.closed);
  }
  const isBad = ['bad', 'expired', 'disabled'].includes(authOf(exchange.request));
  if (isBad && state.switches.badKey === 'http401' && body.method === 'tools/call') {
    await deliver(exchange, httpAnswer(401, restError('invalid_api_key', state)));
    return;
  }
  const message =
    step === undefined
      ? rpcAnswer(exchange.request, state)
      : stepMessage(exchange.request, state, step);
  const form = state.switches.answer;
  state.turn += 1;
  const asEvents = form === 'sse' || (form === 'mixed' && state.turn % 2 === 0);
  const text = JSON.stringify(message);
  await deliver(
    exchange,
    {
      status: 200,
      headers: {
        'content-type': asEvents ? 'text/event-stream' : 'application/json',
        'x-request-id': requestId(state),
        'x-cache': 'Miss from fake',
        via: 'fake',
        ...step?.headers,
      },
      body: asEvents ? `event: message\ndata: ${text}\n\n` : text,
    },
    fault(step),
  );
}

function takeStep(
  state: AnySearchState,
  request: RecordedRequest<AnySearchBody>,
): AnySearchStep | undefined {
  const plan = state.plans.find(({ match, steps }) => steps.length > 0 && fits(request, match));
  return plan?.steps.shift();
}

function fits(request: RecordedRequest<AnySearchBody | undefined>, match: AnySearchMatch): boolean {
  const { method, params } = request.body ?? {};
  return (
    (match.method === undefined || match.method === method) &&
    (match.tool === undefined || (method === 'tools/call' && match.tool === params?.name))
  );
}

function restError(symbol: string, state: AnySearchState): object {
  return { code: -1, error_code: symbol, message: symbol, request_id: requestId(state) };
}

function httpAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): { status: number; headers: Record<string, string>; body: string } {
  const isText = typeof body === 'string';
  const type = isText
    ? body.trimStart().startsWith('<')
      ? 'text/html'
      : 'text/plain'
    : 'application/json';
  return {
    status,
    headers: { 'content-type': type, ...headers },
    body: isText ? body : JSON.stringify(body ?? {}),
  };
}

function fault(step: AnySearchStep | undefined): { fault?: NonNullable<AnySearchStep['fault']> } {
  return step?.fault === undefined ? {} : { fault: step.fault };
}
