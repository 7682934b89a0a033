import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { callerOf, type Identity } from './call-identity.ts';
import type { Exchange } from './rpc-refusal.ts';
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
    post: async ({ response }, webRequest, { message, identity }) => {
      callers.set(webRequest, callerOf(identity));
      const { info } = identity;
      const answer = await handler.fetch(webRequest, {
        parsedBody: message,
        ...(info === undefined ? {} : { authInfo: info }),
      });
      await sendWebResponse(response, answer);
    },
    close: () => handler.close(),
  };
}
