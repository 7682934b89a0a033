import type { JsonSchema, Tool, ToolContext, ToolResult } from '@mini-agent/foundation/tool';
import { insideRun } from './inside-run.ts';
import { instance } from './instance.ts';

/** An internal tool as a program uses it. */
export interface LibraryTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** Rejects with an error that has a `code`. */
  execute(args?: unknown, context?: ToolContext): Promise<ToolResult>;
}

/** The tool of that name, looked up when it is used: importing it makes nothing. */
export function libraryTool(name: string): LibraryTool {
  const tool = (): Tool => {
    const found = instance().internalTools.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no internal tool ${name}`);
    return found;
  };
  return {
    name,
    get title() {
      return tool().title;
    },
    get description() {
      return tool().description;
    },
    get inputSchema() {
      return schemaOf(tool());
    },
    execute: (args = {}, context = {}) =>
      insideRun(context, (inside) => tool().execute(args, inside)),
  };
}

function schemaOf({ inputSchema }: Tool): JsonSchema {
  if ('jsonSchema' in inputSchema) return inputSchema.jsonSchema;
  return inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}
