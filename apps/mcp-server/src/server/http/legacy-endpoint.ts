import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { judgeMessage, type RequestId, type WireMessage } from '../message-gate.ts';
import type { Identity } from './call-identity.ts';
import type { LegacySession, LegacySessions } from './legacy-sessions.ts';
import { answerJson, refuse, rpcCodes, type Exchange } from './rpc-refusal.ts';
import { sendWebResponse, toWebRequest } from './web-exchange.ts';

/** Serves the revisions up to 2025-11-25, whose clients have sessions. */
export interface LegacyEndpoint {
  /** A message from a client; resolves when its answer is sent. */
  post(exchange: Exchange, message: unknown, call: LegacyCall): Promise<void>;
  /** A stream for what belongs to no request, or the end of a session. */
  other(exchange: Exchange, identity: Identity): Promise<void>;
}

export interface LegacyCall {
  readonly identity: Identity;
  /** Asked for each request of a tool; undefined = refused, and already answered. */
  readonly admit: (caller: string) => (() => void) | undefined;
}

export function createLegacyEndpoint(sessions: LegacySessions): LegacyEndpoint {
  return {
    post: async (exchange, message, call) => {
      const session = await sessionFor(exchange, message, { sessions, identity: call.identity });
      if (session !== undefined) await serveMessage(exchange, message, { session, call });
    },
    other: async (exchange, identity) => {
      const session = sessionOf(exchange, identity, sessions);
      if (session === undefined) return;
      const leave = session.enter(exchange.request.method === 'GET' ? 'stream' : 'message');
      try {
        await pass(exchange, session);
      } finally {
        leave();
      }
    },
  };
}

async function sessionFor(
  exchange: Exchange,
  message: unknown,
  { sessions, identity }: { readonly sessions: LegacySessions; readonly identity: Identity },
): Promise<LegacySession | undefined> {
  const isFirst = exchange.request.headers['mcp-session-id'] === undefined;
  if (!isFirst || !isInitialize(message)) return sessionOf(exchange, identity, sessions);
  const session = await sessions.open(identity);
  if (session !== undefined) return session;
  refuse(exchange, {
    status: 503,
    code: rpcCodes.refused,
    message: 'Every session of this server is at work. Try again later.',
    headers: { 'retry-after': '5' },
  });
  return undefined;
}

/** The session that the request names. Without one it is answered here: 404 makes a client start a new session. */
function sessionOf(
  exchange: Exchange,
  { principal }: Identity,
  sessions: LegacySessions,
): LegacySession | undefined {
  const id = exchange.request.headers['mcp-session-id'];
  if (typeof id !== 'string') {
    const message = 'The Mcp-Session-Id header is missing. Send initialize first.';
    refuse(exchange, { status: 400, code: rpcCodes.refused, message });
    return undefined;
  }
  const session = sessions.find(id, principal);
  if (session === undefined) {
    const message = 'Session not found. Start a new one with initialize.';
    refuse(exchange, { status: 404, code: rpcCodes.unknownSession, message });
  }
  return session;
}

async function serveMessage(
  exchange: Exchange,
  message: unknown,
  { session, call }: { readonly session: LegacySession; readonly call: LegacyCall },
): Promise<void> {
  const { forward, answers } = judgeMessage(message, (id) => session.open.has(id));
  if (forward === undefined) {
    answerUnserved(exchange, answers);
    return;
  }
  const isCall = forward.method === 'tools/call' && forward.id !== undefined;
  const done = isCall ? call.admit(session.caller) : () => undefined;
  if (done === undefined) return;
  const leave = session.enter('message');
  const id = forward.method === undefined ? undefined : forward.id;
  if (id !== undefined) session.open.add(id);
  try {
    const isDelivered = await pass(exchange, session, { message: forward, call });
    if (!isDelivered && id !== undefined) session.cancel(id);
  } finally {
    if (id !== undefined) session.open.delete(id);
    leave();
    done();
  }
}

async function pass(
  exchange: Exchange,
  { transport }: LegacySession,
  post?: { readonly message: WireMessage; readonly call: LegacyCall },
): Promise<boolean> {
  const { request, response } = exchange;
  // The transport ends calls by their message; see `cancel` of the session.
  const webRequest = toWebRequest(request, new AbortController().signal);
  const info = post?.call.identity.info;
  const handle = (): Promise<Response> =>
    transport.handleRequest(webRequest, {
      ...(post === undefined ? {} : { parsedBody: post.message }),
      ...(info === undefined ? {} : { authInfo: info }),
    });
  let answer = await handle();
  if (post === undefined && answer.status === 409) {
    // A client that comes back has lost its stream, and knows it before this side does.
    transport.closeStandaloneSSEStream();
    answer = await handle();
  }
  const cancelled = cancelledRequest(post?.message as JSONRPCMessage | undefined);
  // It gets no answer any more, so that its stream would stay open for ever.
  if (cancelled !== undefined) transport.closeSSEStream(cancelled);
  return sendWebResponse(response, answer);
}

/** A message that is not passed on: with an error for each request in it, or nothing to say. */
function answerUnserved(exchange: Exchange, answers: readonly object[]): void {
  const [first] = answers as readonly { readonly error?: { readonly code: number } }[];
  if (first === undefined) {
    exchange.response.writeHead(202).end();
    return;
  }
  // An error about what a request says is its answer; one about the message itself is not.
  const status = first.error?.code === rpcCodes.invalidRequest ? 400 : 200;
  answerJson(exchange, {
    status,
    text: JSON.stringify(answers.length === 1 ? first : answers),
  });
}

function cancelledRequest(message: JSONRPCMessage | undefined): RequestId | undefined {
  if (message === undefined || !('method' in message)) return undefined;
  if (message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isInitialize(message: unknown): boolean {
  return (message as { readonly method?: unknown } | null)?.method === 'initialize';
}
