import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { judgeMessage, type WireError } from '../message-gate.ts';
import { callerOf, type Identity } from './call-identity.ts';
import { answerJson, rpcCodes, type Exchange } from './rpc-refusal.ts';
import { sendWebResponse } from './web-exchange.ts';

/** Serves 2026-07-28: every request stands for itself, and closing its stream cancels it. */
export interface ModernEndpoint {
  post(exchange: Exchange, webRequest: Request, call: ModernCall): Promise<void>;
  /** Ends every call and stream. */
  close(): Promise<void>;
}

export interface ModernCall {
  readonly message: unknown;
  readonly identity: Identity;
}

export interface ModernEndpointOptions {
  /** A server for one request. */
  readonly createServer: (caller: string) => McpServer;
  /** Between two comments on a silent stream, in milliseconds. */
  readonly keepAliveMs: number;
}

export function createModernEndpoint(options: ModernEndpointOptions): ModernEndpoint {
  const callers = new WeakMap<Request, string>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo === undefined ? undefined : callers.get(requestInfo);
      if (caller === undefined) throw new Error('A request has come without its caller.');
      return options.createServer(caller);
    },
    {
      legacy: 'reject',
      // Otherwise nothing would be sent before the result, and clients give up on a silent connection.
      responseMode: 'sse',
      keepAliveMs: options.keepAliveMs,
    },
  );
  return {
    post: async (exchange, webRequest, { message, identity }) => {
      const { forward = message, answers } = judgeMessage(message, () => false);
      const problem = requestProblem(exchange, message, answers[0]);
      if (problem !== undefined) {
        const status = problem.error.code === rpcCodes.unsupportedVersion ? 400 : 200;
        answerJson(exchange, { status, text: JSON.stringify(problem) });
        return;
      }
      callers.set(webRequest, callerOf(identity));
      const { info } = identity;
      const answer = await handler.fetch(webRequest, {
        parsedBody: forward,
        ...(info === undefined ? {} : { authInfo: info }),
      });
      await sendWebResponse(exchange.response, answer);
    },
    close: () => handler.close(),
  };
}

/**
 * What is wrong with the params of a request, and with the revision it names, in words that a model can act on: the protocol layer
 * has none. Headers that say something else than the body are left to that layer.
 */
function requestProblem(
  { request }: Exchange,
  message: unknown,
  problem: WireError | undefined,
): WireError | undefined {
  const { method, params } = (message ?? {}) as Fields;
  const { name, _meta } = (params ?? {}) as Fields;
  const {
    'mcp-protocol-version': version,
    'mcp-method': action,
    'mcp-name': tool,
  } = request.headers;
  const named = ((_meta ?? {}) as Fields)['io.modelcontextprotocol/protocolVersion'];
  switch (problem?.error.code) {
    case rpcCodes.unsupportedVersion:
      // In a session the header names the revision of its handshake, not that of the request.
      return version === undefined || version === named || 'mcp-session-id' in request.headers
        ? problem
        : undefined;
    case rpcCodes.invalidParams:
      return version === named && action === method && tool === name ? problem : undefined;
    default:
      return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
