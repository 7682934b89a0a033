import { deliver, deliverPieces, pause } from './delivery.ts';
import type { Fault, PlannedAnswer } from './delivery.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { completionOf, scriptedStreamOf, streamOf } from './model-completion.ts';
import type { CompletionFrame } from './model-completion.ts';
import { unmetExpectation } from './model-expectation.ts';
import type {
  AssistantReply,
  ModelRequest,
  ReplyFunction,
  ScriptedAnswer,
  ScriptedReply,
} from './model-script.ts';
import type { Exchange, RecordedRequest } from './recorded-request.ts';
import { within } from './within.ts';

export interface ModelServerOptions {
  /** Ids that `GET …/models` lists; a number is the HTTP status it answers instead. Default one model. */
  readonly models?: readonly string[] | number;
  /** Requests whose bearer token is another get a 401. Default: any key, or none, is fine. */
  readonly apiKey?: string;
}

/** A scripted endpoint that speaks the OpenAI chat completions protocol over real HTTP. */
export interface ModelServer {
  /** Base URL with its version path: what `LLM_BASE_URL` takes. */
  readonly url: string;
  readonly origin: string;
  /** The chat completion requests, in the order of their arrival. */
  readonly requests: readonly ModelRequest[];
  /** Everything else that was asked for: model lists, wrong paths. */
  readonly otherRequests: readonly RecordedRequest[];
  /** Replies of the script that nobody has asked for yet. */
  readonly unused: number;
  /** Puts further replies at the end of the script. */
  add(...replies: readonly ScriptedReply[]): void;
  /** The request with this index (0 is the first), waiting for its arrival for `timeoutMs` (5000). */
  waitForRequest(index: number, timeoutMs?: number): Promise<ModelRequest>;
  /** Refuses connections, as a server that is down; `up()` serves again. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** A list of replies, one per request; or one function for every request. */
export type ModelScript = readonly ScriptedReply[] | ReplyFunction;

/** Starts the server. A request beyond the script's end gets a 500 that says so. */
export async function startModelServer(
  script: ModelScript = [],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const queue: ScriptedReply[] = typeof script === 'function' ? [] : [...script];
  const requests: ModelRequest[] = [];
  const otherRequests: RecordedRequest[] = [];
  const waiters = new Set<() => void>();
  const server = await startLoopbackServer(async (exchange) => {
    const { request } = exchange;
    if (request.method !== 'POST' || !request.path.endsWith('/chat/completions')) {
      otherRequests.push(request);
      await deliver(exchange, plainAnswer(request, options));
      return;
    }
    const chat = exchange as Exchange<ModelRequest['body']>;
    const index = requests.push(chat.request) - 1;
    for (const wake of waiters) wake();
    const refusal = refuse(chat.request, options);
    const reply = typeof script === 'function' ? script : queue.shift();
    if (refusal !== undefined) await deliver(exchange, refusal);
    else if (reply === undefined) await deliver(exchange, usedUp(index));
    else await play(chat, await settle(reply, chat.request, index), index);
  });
  return {
    url: `${server.origin}/v1`,
    origin: server.origin,
    requests,
    otherRequests,
    get unused() {
      return queue.length;
    },
    add: (...replies) => {
      queue.push(...replies);
    },
    waitForRequest: async (index, timeoutMs = 5000) => {
      const arrived = new Promise<ModelRequest>((resolve) => {
        const look = (): void => {
          const request = requests[index];
          if (request === undefined) return;
          waiters.delete(look);
          resolve(request);
        };
        waiters.add(look);
        look();
      });
      return within(arrived, timeoutMs, `model request ${index} of ${requests.length}`);
    },
    down: () => server.down(),
    up: () => server.up(),
    close: () => server.close(),
  };
}

async function settle(
  reply: ScriptedReply,
  request: ModelRequest,
  index: number,
): Promise<ScriptedAnswer> {
  if (typeof reply === 'function') return settle(await reply(request, index), request, index);
  if (!isExpecting(reply)) return reply;
  const problem = unmetExpectation(reply.expect_request, request.body);
  if (problem === undefined) return reply.reply;
  return reply.otherwise ?? { status: 400, body: { error: { message: `testkit: ${problem}` } } };
}

async function play(
  exchange: Exchange<ModelRequest['body']>,
  reply: ScriptedAnswer,
  index: number,
): Promise<void> {
  const { body } = exchange.request;
  const frame: CompletionFrame = { id: `chatcmpl-${index + 1}`, model: body.model };
  if (isHttp(reply)) {
    await deliver(exchange, httpAnswer(reply.status, reply.body, reply.headers), reply);
    return;
  }
  const asked = body.stream === true;
  if (isStream(reply)) {
    if (asked) await playEvents(exchange, scriptedStreamOf(reply, frame), reply);
    else await deliver(exchange, notAStream(index));
    return;
  }
  if (reply.as_stream ?? asked) await playEvents(exchange, streamOf(reply, body, frame), reply);
  else await deliver(exchange, jsonAnswer(200, completionOf(reply, frame), reply.headers), reply);
}

async function playEvents(
  exchange: Exchange<ModelRequest['body']>,
  events: readonly string[],
  reply: Pick<AssistantReply, 'delayMs' | 'fault' | 'headers'>,
): Promise<void> {
  const head = { status: 200, headers: { 'content-type': 'text/event-stream', ...reply.headers } };
  if (reply.fault !== undefined) {
    const fault = inBytes(reply.fault, events);
    await deliver(exchange, { ...head, body: events.join('') }, { ...reply, fault });
    return;
  }
  if (reply.delayMs !== undefined) await pause(reply.delayMs, exchange.closed);
  if (!exchange.closed.aborted) await deliverPieces(exchange, head, events);
}

/** Turns a place counted in events into one counted in bytes. */
function inBytes(fault: Fault, events: readonly string[]): Fault {
  if ((fault.kind !== 'stall' && fault.kind !== 'cut') || fault.afterEvents === undefined) {
    return fault;
  }
  const sent = events.slice(0, fault.afterEvents).join('');
  return { ...fault, afterBytes: Buffer.byteLength(sent, 'utf8') };
}

function isExpecting(
  reply: Exclude<ScriptedReply, ReplyFunction>,
): reply is Extract<ScriptedReply, { expect_request: unknown }> {
  return typeof reply === 'object' && 'expect_request' in reply;
}

function isHttp(reply: ScriptedAnswer): reply is Extract<ScriptedAnswer, { status: number }> {
  return typeof reply.status === 'number';
}

function isStream(
  reply: Exclude<ScriptedAnswer, { status: number }>,
): reply is Extract<ScriptedAnswer, { chunks: readonly unknown[] }> {
  return Array.isArray(reply.chunks);
}

function refuse(request: ModelRequest, options: ModelServerOptions): PlannedAnswer | undefined {
  const given: unknown = request.body;
  if (typeof given !== 'object' || given === null || !Array.isArray(request.body.messages)) {
    return jsonAnswer(400, {
      error: { message: 'testkit: the body is no chat completion request' },
    });
  }
  if (
    options.apiKey !== undefined &&
    request.headers['authorization'] !== `Bearer ${options.apiKey}`
  ) {
    return jsonAnswer(401, {
      error: { message: 'Incorrect API key provided', code: 'invalid_api_key' },
    });
  }
  return undefined;
}

function plainAnswer(request: RecordedRequest, options: ModelServerOptions): PlannedAnswer {
  const models = options.models ?? ['scripted-model'];
  if (request.method === 'GET' && request.path.endsWith('/models')) {
    if (typeof models === 'number') return jsonAnswer(models, { error: { message: 'no list' } });
    return jsonAnswer(200, {
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'testkit' })),
    });
  }
  return jsonAnswer(404, {
    error: { message: `testkit: nothing at ${request.method} ${request.path}` },
  });
}

function usedUp(index: number): PlannedAnswer {
  return jsonAnswer(500, {
    error: { message: `testkit: the script is used up; this was model request ${index + 1}` },
  });
}

function notAStream(index: number): PlannedAnswer {
  return jsonAnswer(400, {
    error: {
      message: `testkit: reply ${index + 1} is a list of chunks, but the request asked for no stream`,
    },
  });
}

function httpAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> | undefined,
): PlannedAnswer {
  if (typeof body !== 'string') return jsonAnswer(status, body ?? {}, headers);
  const type = /^\s*</.test(body) ? 'text/html' : 'text/plain';
  return { status, headers: { 'content-type': type, ...headers }, body };
}

function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlannedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
