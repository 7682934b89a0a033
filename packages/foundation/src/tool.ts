export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The languages the product speaks to a task's user. */
export type Language = 'en' | 'zh' | 'ja' | 'ko';

/**
 * Standard Schema and Standard JSON Schema (https://standardschema.dev). zod ≥ 4.2 carries both under `~standard`,
 * so nobody but a tool's author imports zod.
 */
export interface ToolSchema<Args> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Args> | Promise<SchemaResult<Args>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: Args } | undefined;
  };
}

export type SchemaResult<Args> =
  | { readonly value: Args; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a caller may assume of a tool (MCP tool annotations, and whether its output is untrusted text). */
export interface ToolAnnotations {
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  readonly destructive: boolean;
  readonly untrustedOutput: boolean;
  /** True where the tool itself said nothing and these are careful guesses: it is not marked as one that changes something. */
  readonly isGuessed?: boolean;
}

export interface ToolPolicy {
  /** Limit of one try, in milliseconds. */
  readonly timeoutMs?: number;
  /** Limit of the whole call, in milliseconds: waiting for a slot, all tries, and the waits between them. */
  readonly totalTimeoutMs?: number;
  /** 1 = not concurrency-safe; the slot is held until the body really ends, also after a timeout. */
  readonly maxConcurrent?: number;
  /** Longest string argument, in UTF-16 units. */
  readonly maxInputChars?: number;
  /** Longest result, in UTF-16 units, of its text and of the JSON of its data each; a longer one is cut and marked. */
  readonly maxResultChars?: number;
  /** Exempt from loop detection: asking again with the same arguments is its purpose. */
  readonly polling?: boolean;
  /** False for pipelines: nested runs call tools themselves, a held slot would deadlock the queue. */
  readonly occupiesSlot?: boolean;
}

export interface ToolContext {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly message: string;
    readonly done?: number;
    readonly total?: number;
  }) => void;
  readonly runId?: string;
  readonly idempotencyKey?: string;
  readonly language?: Language;
  /** 0 for the run a user started, one more for each nested run. */
  readonly depth?: number;
}

/** `text` is the observation a model reads; `data` holds the same facts for programs. A failure is thrown, never returned. */
export interface ToolResult {
  readonly text: string;
  readonly data?: JsonObject;
  readonly origin?: string;
  readonly truncated?: boolean;
  readonly next?: Json;
}

export interface Tool<Args = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema<Args> | { readonly jsonSchema: JsonSchema };
  readonly annotations: ToolAnnotations;
  readonly policy?: ToolPolicy;
  /** Rejects with a `MiniAgentError` when it fails. */
  execute(args: Args, context?: ToolContext): Promise<ToolResult>;
}

/** A tool as a model sees it. */
export interface ToolDescriptor {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly polling: boolean;
}
