import { MiniAgentError } from '@mini-agent/foundation/errors';
import type {
  Json,
  SchemaIssue,
  Tool,
  ToolAnnotations,
  ToolContext,
  ToolPolicy,
  ToolResult,
  ToolSchema,
} from '@mini-agent/foundation/tool';
import { AppError } from '../errors.ts';

export interface InternalToolDefinition<Args> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema<Args>;
  readonly annotations: ToolAnnotations;
  readonly policy: ToolPolicy;
  readonly run: (args: Args, context: ToolContext) => Promise<ToolResult>;
}

/** A tool that checks its arguments also when it is called directly, and whose store errors say whose fault they are. */
export function defineInternalTool<Args>(definition: InternalToolDefinition<Args>): Tool<Args> {
  const { run, ...rest } = definition;
  return {
    ...rest,
    execute: async (args, context = {}) => {
      const checked = await definition.inputSchema['~standard'].validate(args);
      if (checked.issues) throw new AppError('invalid_arguments', describe(checked.issues));
      try {
        return await run(checked.value, context);
      } catch (error) {
        throw MiniAgentError.isInstance(error) && error.code === 'invalid_input'
          ? new AppError('invalid_arguments', error.message, { cause: error })
          : error;
      }
    },
  };
}

function describe(issues: readonly SchemaIssue[]): string {
  return issues
    .map(({ path = [], message }) => {
      const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
      return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
    })
    .join('; ');
}

/** The observation of tools that answer JSON: readable for a model, parsable for a program. */
export function jsonResult(value: Readonly<Record<string, Json | undefined>>): ToolResult {
  return { text: JSON.stringify(value, null, 2), data: value };
}

/** Through JSON, so that a record of a package becomes plain data. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
