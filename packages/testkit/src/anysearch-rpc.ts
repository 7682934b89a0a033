import { quotaNotice } from './anysearch-switches.ts';
import type { AnySearchMatch, AnySearchStep, AnySearchSwitches } from './anysearch-switches.ts';
import { callTool, toolList } from './anysearch-tools.ts';
import type { ToolAnswer } from './anysearch-tools.ts';
import type { RecordedRequest } from './recorded-request.ts';

/** The body of a `POST /mcp`. */
export interface AnySearchBody {
  readonly jsonrpc?: unknown;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
}

/** How a request identified itself; the key's value is never kept apart from the headers. */
export type AuthClass = 'none' | 'valid' | 'bad' | 'expired' | 'disabled' | 'malformed';

/** Keys that the fake knows. Any other one is a bad key. */
export const anySearchKeys = {
  valid: 'as_sk_FAKE_VALID00000000000000000000',
  expired: 'as_sk_FAKE_EXPIRED000000000000000000',
  disabled: 'as_sk_FAKE_DISABLED00000000000000000',
} as const;

/** What changes while the fake runs. */
export interface AnySearchState {
  switches: AnySearchSwitches;
  turn: number;
  anonymousUsed: number;
  ids: number;
  readonly plans: { readonly match: AnySearchMatch; readonly steps: AnySearchStep[] }[];
}

/** The message that a planned step puts in place of the normal one, if it does. */
export function stepMessage(
  request: RecordedRequest<AnySearchBody>,
  state: AnySearchState,
  step: AnySearchStep,
): object {
  const { id } = request.body;
  if (step.error !== undefined) return { jsonrpc: '2.0', id, error: step.error };
  if (step.result !== undefined) return { jsonrpc: '2.0', id, result: step.result };
  if (step.toolError !== undefined) {
    return { jsonrpc: '2.0', id, result: toolResult({ text: step.toolError, isError: true }) };
  }
  return rpcAnswer(request, state);
}

/** The JSON-RPC answer of the recorded service. */
export function rpcAnswer(request: RecordedRequest<AnySearchBody>, state: AnySearchState): object {
  const { id, method, params, jsonrpc } = request.body;
  if (Array.isArray(request.body) || jsonrpc !== '2.0') {
    return rpcError(id ?? null, -32600, 'Invalid Request');
  }
  switch (method) {
    case 'initialize':
      return {
        jsonrpc: '2.0',
        id,
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'anysearch-mcp-server', version: '1.0.0' },
        },
      };
    case 'ping':
      return { jsonrpc: '2.0', id, result: {} };
    case 'tools/list':
      return { jsonrpc: '2.0', id, result: { tools: toolList(state.switches) } };
    case 'tools/call': {
      const name = params?.name ?? '';
      const answered = refusedCall(request, state) ?? callNow(request, state);
      if (answered === undefined) return rpcError(id ?? null, -32602, `tool '${name}' not found`);
      return { jsonrpc: '2.0', id, result: toolResult(answered) };
    }
    default:
      return rpcError(id ?? null, -32601, `Method not found: ${method ?? ''}`);
  }
}

/** Keys and quotas only count for tool calls: a handshake proves nothing about a key. */
function refusedCall(
  request: RecordedRequest<AnySearchBody>,
  state: AnySearchState,
): ToolAnswer | undefined {
  const auth = authOf(request);
  if (auth === 'bad') return { text: 'invalid_api_key\nInvalid API key.', isError: true };
  if (auth === 'expired') return { text: 'expired_api_key\nThe API key expired.', isError: true };
  if (auth === 'disabled') {
    return { text: 'account_disabled\nThe account is disabled.', isError: true };
  }
  if (auth !== 'none') return undefined;
  state.anonymousUsed += 1;
  if (state.anonymousUsed <= state.switches.anonymousCalls) return undefined;
  return {
    text: quotaNotice(state.switches.quotaText),
    isError: state.switches.quotaIsError,
  };
}

function callNow(
  request: RecordedRequest<AnySearchBody>,
  state: AnySearchState,
): ToolAnswer | undefined {
  const { name = '', arguments: args = {} } = request.body.params ?? {};
  return callTool(name, args, {
    switches: state.switches,
    turn: state.turn,
    requestId: () => requestId(state),
  });
}

function toolResult({ text, isError, meta }: ToolAnswer): object {
  return {
    ...(meta === undefined ? {} : { _meta: meta }),
    ...(isError === true ? { isError } : {}),
    content: [{ type: 'text', text }],
  };
}

export function authOf(request: RecordedRequest): AuthClass {
  const given = request.headers['authorization'];
  if (given === undefined) return 'none';
  const key = /^Bearer (\S+)$/.exec(given)?.[1];
  if (key === undefined) return 'malformed';
  const known = Object.entries(anySearchKeys).find(([, value]) => value === key);
  return (known?.[0] ?? 'bad') as AuthClass;
}

export function requestId(state: AnySearchState): string {
  state.ids += 1;
  return `00000000-0000-4000-8000-${String(state.ids).padStart(12, '0')}`;
}

export function rpcError(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
