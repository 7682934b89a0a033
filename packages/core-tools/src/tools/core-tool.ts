import type {
  JsonObject,
  SchemaResult,
  Tool,
  ToolContext,
  ToolResult,
} from '@mini-agent/foundation/tool';

/** What a caller may ask of a JSON Schema. The schemas here are the same in every dialect. */
export interface JsonSchemaOptions {
  /** `draft-2020-12`, `draft-07`, `openapi-3.0` … */
  readonly target: string;
}

/**
 * The arguments of a tool as Standard Schema and Standard JSON Schema (https://standardschema.dev): what takes one of
 * these, such as an MCP server or the AI SDK, takes it as it is. `validate` is synchronous and reads what models write
 * (`"6"` for 6, `"true"` for true); the JSON Schema tells what they should write.
 */
export interface CoreToolSchema<Args> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Args>;
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: Args } | undefined;
  };
}

/** What a tool here resolves to: `data` holds the facts of `text` for programs. */
export interface CoreToolResult extends ToolResult {
  readonly data: JsonObject;
}

/** A `Tool` whose arguments are described by a schema object, never by bare JSON Schema. */
export interface CoreTool<Args = unknown> extends Tool<Args> {
  /** Checks the arguments, as `execute` does itself, and describes them to a model. */
  readonly inputSchema: CoreToolSchema<Args>;
  /** Rejects with a `CoreToolError` when it fails, or with the reason of an aborted `signal`. */
  execute(args: Args, context?: ToolContext): Promise<CoreToolResult>;
}
