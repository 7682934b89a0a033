import type { ServerCommand, ServerExit, ServerProcess } from './server-process.ts';

/** What a server sends with `sampling/createMessage`. */
export interface SamplingRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly tools?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly toolChoice?: { readonly mode?: string };
  readonly modelPreferences?: unknown;
  readonly [field: string]: unknown;
}

/** What the client's model answers. */
export interface SamplingReply {
  readonly content: unknown;
  readonly model?: string;
  readonly stopReason?: string;
}

/** Answers a sampling request; a thrown error with a numeric `code` becomes that JSON-RPC error (-1 = the user declined). */
export type SamplingHandler = (
  request: SamplingRequest,
  options: { readonly signal: AbortSignal },
) => SamplingReply | Promise<SamplingReply>;

/** What a server sends with `elicitation/create`. */
export interface ElicitationRequest {
  readonly message: string;
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** What the client's user answers. */
export interface ElicitationReply {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** Answers an elicitation request; a thrown error with a numeric `code` becomes that JSON-RPC error. */
export type ElicitationHandler = (
  request: ElicitationRequest,
  options: { readonly signal: AbortSignal },
) => ElicitationReply | Promise<ElicitationReply>;

/** What a client is like, however it is connected. */
export interface ClientTraits {
  /** What the client declares beside what follows from `onSampling`, `onElicitation` and `roots`. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly onSampling?: SamplingHandler;
  /** Declares `elicitation: {}`, which stands for forms; `capabilities` may declare other modes. */
  readonly onElicitation?: ElicitationHandler;
  /** Declares `sampling.tools`, so that the server may send tools along. */
  readonly samplingTools?: boolean;
  /** `file:` URIs. */
  readonly roots?: readonly string[];
  /** v2 only: `legacy` (default) is the handshake up to 2025-11-25, `auto` probes, a version pins it (`2026-07-28`). */
  readonly protocol?: string;
}

export interface StartServerOptions extends ServerCommand, ClientTraits {
  /** `v2` drives it with `@modelcontextprotocol/client` 2.x, `v1` with `@modelcontextprotocol/sdk` 1.x. */
  readonly client: 'v1' | 'v2';
}

/** Where a server listens, and what every request to it carries. */
export interface HttpAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly [field: string]: unknown;
}

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** The text blocks, joined by line ends. */
  readonly text: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Passing it makes the client send a progress token. */
  readonly onProgress?: (progress: ProgressUpdate) => void;
  /** Limit of the call. Default 30000. */
  readonly timeoutMs?: number;
  readonly resetTimeoutOnProgress?: boolean;
}

export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The part of a session that differs between the two SDK lines. */
export interface SessionClient {
  connect(timeoutMs: number): Promise<void>;
  listTools(): Promise<readonly ListedTool[]>;
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>> | undefined,
    options: CallOptions,
  ): Promise<CallResult>;
  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  serverInfo(): Readonly<Record<string, unknown>>;
  protocolVersion(): string | undefined;
  close(): Promise<void>;
}

/** What a test does with a connected client. */
export interface ClientCalls {
  listTools(): Promise<readonly ListedTool[]>;
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<CallResult>;
  /** Any other request, such as `prompts/list`; rejects with the server's JSON-RPC error. */
  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The server's name and version. */
  readonly serverInfo: Readonly<Record<string, unknown>>;
  /** The negotiated revision, where the client tells it. */
  readonly protocolVersion: string | undefined;
  /** What the client complained about: unknown progress tokens, lines that are no JSON … Empty for a clean session. */
  readonly clientErrors: readonly Error[];
  /** Notifications that belong to no call, in order. */
  readonly notifications: readonly { readonly method: string; readonly params?: unknown }[];
}

/** A real client connected to a real server process. */
export interface McpSession extends ServerProcess, ClientCalls {
  /** Ends the client and the server. Rejects when the process or a descendant of it lives on. */
  close(): Promise<ServerExit>;
}

/** Where a session's client puts what it meets. */
export interface SessionLog {
  readonly clientErrors: Error[];
  readonly notifications: { readonly method: string; readonly params?: unknown }[];
}

/** The capabilities that follow from the options. */
export function capabilitiesOf(options: ClientTraits): Record<string, unknown> {
  return {
    ...(options.onSampling === undefined
      ? {}
      : { sampling: options.samplingTools === true ? { tools: {} } : {} }),
    ...(options.onElicitation === undefined ? {} : { elicitation: {} }),
    ...(options.roots === undefined ? {} : { roots: {} }),
    ...options.capabilities,
  };
}

/** The result as the session gives it. */
export function callResultOf(result: object): CallResult {
  const given = result as Readonly<Record<string, unknown>>;
  const content = (given['content'] ?? []) as CallResult['content'];
  const structured = given['structuredContent'] as CallResult['structuredContent'];
  return {
    content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    isError: given['isError'] === true,
    text: content.flatMap((block) => (block.text === undefined ? [] : [block.text])).join('\n'),
  };
}
