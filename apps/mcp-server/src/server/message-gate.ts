import { meantParams, requestProblem, type Params } from './lenient-params.ts';

/** A request id as JSON-RPC 2.0 and MCP allow it. */
export type RequestId = string | number;

/** A structurally sound JSON-RPC message, ready for the protocol layer. */
export interface WireMessage {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface WireError {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What to do with what a line held. */
export interface Verdict {
  readonly forward?: WireMessage;
  readonly answers: readonly WireError[];
  /** For the log: why a message is neither forwarded nor answered. */
  readonly dropped?: string;
}

const invalidRequest = -32600;
const invalidParams = -32602;
const internalError = -32603;
const unsupportedVersion = -32022;
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Revisions that a request may name in its `_meta`; older ones are negotiated by `initialize`. */
const perRequestVersions: readonly string[] = ['2026-07-28'];

/**
 * Checks what the protocol layer would drop silently or answer unclearly: batches, malformed messages, an id that is still
 * in use, `arguments` or `_meta` that are no object, and a protocol revision from the future.
 */
export function judgeMessage(message: unknown, isOpen: (id: RequestId) => boolean): Verdict {
  if (Array.isArray(message)) return refuseBatch(message, isOpen);
  if (!isRecord(message)) return invalid(null, 'A message must be a JSON object.');
  const { id, method } = message;
  const given = message['params'] ?? undefined;
  const params = typeof method === 'string' && isRecord(given) ? meantParams(method, given) : given;
  if ('result' in message || 'error' in message) return judgeResponse(message);
  if (message['jsonrpc'] !== '2.0' || typeof method !== 'string') {
    const text = 'Not a JSON-RPC 2.0 message: "jsonrpc": "2.0" and a "method" are needed.';
    return invalid(isRequestId(id) ? id : null, text);
  }
  if (!('id' in message)) {
    if (params === undefined || isRecord(params)) return forward({ method, params });
    return { answers: [], dropped: `the params of the notification ${method} are no object` };
  }
  if (!isRequestId(id)) {
    return invalid(null, 'The id of a request must be a string or an integer.');
  }
  const problem = isOpen(id) ? duplicateId(id) : paramsProblem(method, params);
  return problem === undefined ? forward({ id, method, params }) : refuse(id, problem);
}

/** What is done about a line that was too long to read: its request is refused, the request that it answers ends as an error. */
export function judgeTooLongLine(head: string, tail: string, longestBytes: number): Verdict {
  const id = idOfCutLine(head, tail);
  const text = `The message is longer than ${longestBytes} bytes and was not read. Send a shorter one.`;
  if (!answerStart.test(head)) return invalid(id ?? null, text);
  if (id === undefined) return { answers: [], dropped: 'an answer that is too long' };
  const problem = { code: internalError, text: 'The client answered with more than can be read.' };
  return { forward: errorMessage(id, problem) as unknown as WireMessage, answers: [] };
}

const idMember = String.raw`"id"\s*:\s*(-?\d{1,16}|"(?:[^"\\]|\\.){0,200}")`;
const nameMember = String.raw`"(?:jsonrpc|method)"\s*:\s*"(?:[^"\\]|\\.){0,200}"`;
const idAtStart = new RegExp(String.raw`^\s*\{(?:\s*${nameMember}\s*,)*\s*${idMember}`);
const idAtEnd = new RegExp(String.raw`${idMember}\s*(?:,\s*${nameMember}\s*)*\}\s*$`);
const answerStart = new RegExp(
  String.raw`^\s*\{(?:\s*(?:${nameMember}|${idMember})\s*,)*\s*"(?:result|error)"\s*:`,
);

/** Where the id stands among the short members at either end of a message. */
function idOfCutLine(head: string, tail: string): RequestId | undefined {
  const found = (idAtStart.exec(head) ?? idAtEnd.exec(tail))?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as RequestId);
}

/** The answer to a request that the protocol layer would drop for a reason that no check above knows. */
export function unreadable(id: RequestId): WireError {
  return errorMessage(id, {
    code: invalidParams,
    text: 'The params of the request are malformed.',
  });
}

interface Problem {
  readonly code: number;
  readonly text: string;
  readonly data?: unknown;
}

function paramsProblem(method: string, params: unknown): Problem | undefined {
  if (params !== undefined && !isRecord(params)) {
    return { code: invalidParams, text: 'params must be a JSON object.' };
  }
  return (
    metaProblem(params?.['_meta']) ??
    versionProblem(params) ??
    (method === 'tools/call' ? callProblem(params) : otherProblem(method, params))
  );
}

function otherProblem(method: string, params: Params | undefined): Problem | undefined {
  const meta = params?.['_meta'];
  // 2026-07-28 has no handshake: its method is unknown there, whatever its params.
  if (method === 'initialize' && isRecord(meta) && versionKey in meta) return undefined;
  const text = requestProblem(method, params);
  return text === undefined ? undefined : { code: invalidParams, text };
}

function metaProblem(meta: unknown): Problem | undefined {
  if (meta === undefined) return undefined;
  if (!isRecord(meta)) return { code: invalidParams, text: 'params._meta must be a JSON object.' };
  const token = meta['progressToken'];
  if (token === undefined || isRequestId(token)) return undefined;
  const text = 'params._meta.progressToken must be a string or an integer.';
  return { code: invalidParams, text };
}

function versionProblem(
  params: Readonly<Record<string, unknown>> | undefined,
): Problem | undefined {
  const meta = params?.['_meta'];
  const requested = isRecord(meta) ? meta[versionKey] : undefined;
  if (typeof requested !== 'string' || perRequestVersions.includes(requested)) return undefined;
  const text = `Unsupported protocol version: ${requested.slice(0, 40)}`;
  const data = { supported: perRequestVersions, requested: requested.slice(0, 40) };
  return { code: unsupportedVersion, text, data };
}

function callProblem(params: Readonly<Record<string, unknown>> | undefined): Problem | undefined {
  if (typeof params?.['name'] !== 'string') {
    return { code: invalidParams, text: 'params.name must be the name of a tool: run_agent.' };
  }
  const given = params['arguments'];
  if (given === undefined || isRecord(given)) return undefined;
  const example = '{"task":"…"}';
  const text =
    typeof given === 'string'
      ? `arguments must be a JSON object such as ${example}, not a string; send the object itself, without quotes around it.`
      : `arguments must be a JSON object such as ${example}; ${kindOf(given)} was given.`;
  return { code: invalidParams, text };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function duplicateId(id: RequestId): Problem {
  const text = `The id ${JSON.stringify(id)} belongs to a request that is still running; every open request needs its own id.`;
  return { code: invalidRequest, text };
}

function refuseBatch(batch: readonly unknown[], isOpen: (id: RequestId) => boolean): Verdict {
  const text = 'Batches are not supported; send each message on a line of its own.';
  const ids = batch
    .flatMap((entry) =>
      isRecord(entry) && 'method' in entry && isRequestId(entry['id']) ? [entry['id']] : [],
    )
    .filter((id) => !isOpen(id));
  const recipients: readonly (RequestId | null)[] = ids.length === 0 ? [null] : [...new Set(ids)];
  return { answers: recipients.map((id) => errorMessage(id, { code: invalidRequest, text })) };
}

/**
 * An answer that the protocol layer would drop as malformed leaves its request waiting for a time-out; it becomes an error, so
 * that the request ends.
 */
function judgeResponse(message: Readonly<Record<string, unknown>>): Verdict {
  const { jsonrpc, id, result, error } = message;
  if (jsonrpc !== '2.0' || !isRequestId(id)) {
    return { answers: [], dropped: 'a response without a usable id' };
  }
  const isSound = isRecord(error)
    ? Number.isSafeInteger(error['code']) && typeof error['message'] === 'string'
    : error === undefined && isRecord(result);
  if (isSound) return forward(isRecord(error) ? { id, error } : { id, result });
  const text = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : '';
  const replacement = {
    code: internalError,
    text: text || 'The client answered without a result.',
  };
  return { forward: errorMessage(id, replacement) as unknown as WireMessage, answers: [] };
}

/** Passes on the members that JSON-RPC knows: the protocol layer drops a message with any other without a word. */
function forward(members: Readonly<Record<string, unknown>>): Verdict {
  const { params, ...others } = members;
  const message = { jsonrpc: '2.0', ...others, ...(params === undefined ? {} : { params }) };
  return { forward: message as unknown as WireMessage, answers: [] };
}

function invalid(id: RequestId | null, text: string): Verdict {
  return refuse(id, { code: invalidRequest, text });
}

function refuse(id: RequestId | null, problem: Problem): Verdict {
  return { answers: [errorMessage(id, problem)] };
}

function errorMessage(id: RequestId | null, { code, text, data }: Problem): WireError {
  const error = { code, message: text, ...(data === undefined ? {} : { data }) };
  return { jsonrpc: '2.0', id, error };
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
