import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestId } from '../message-gate.ts';
import { discardBody } from './request-body.ts';

/** One HTTP request and the way to answer it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Why a request is not served: an HTTP status, and the same as a JSON-RPC error for clients that read only that. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** The id of the JSON-RPC request, where it is known. */
  readonly id?: RequestId | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Codes of JSON-RPC and, from -32000 to -32099, of servers; MCP's own SDKs use the same for the same. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  unknownSession: -32001,
  unsupportedVersion: -32022,
} as const;

export function refuse(exchange: Exchange, refusal: Refusal): void {
  const { code, message, id = null } = refusal;
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
  answerJson(exchange, { status: refusal.status, text, headers: refusal.headers });
}

export interface JsonAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Answers at once; what is left of the request's body is thrown away. */
export function answerJson({ request, response }: Exchange, answer: JsonAnswer): void {
  discardBody(request);
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer.text),
    'cache-control': 'no-store',
    ...answer.headers,
  });
  response.end(answer.text);
}
