import type { JsonSchema, Tool, ToolAnnotations } from '@mini-agent/foundation/tool';

/**
 * For tools in plain JavaScript that leave something open. Careful where a guess would repeat something or trust a text; not
 * `destructive`, since a second call of such a tool needs a yes.
 */
const unstated: ToolAnnotations = {
  readOnly: false,
  idempotent: false,
  openWorld: true,
  destructive: false,
  untrustedOutput: true,
};

/** The tool itself where it is complete, as TypeScript demands; else one with what is missing, and the same body. */
export function completeTool(tool: Tool): Tool {
  const given: Partial<Tool> = tool;
  const isComplete =
    typeof given.title === 'string' &&
    typeof given.description === 'string' &&
    isObject(given.annotations) &&
    isSchema(given.inputSchema) &&
    Object.keys(unstated).every((key) => key in tool.annotations);
  if (isComplete) return tool;
  return {
    name: tool.name,
    title: given.title ?? tool.name,
    description: given.description ?? '',
    inputSchema: isSchema(given.inputSchema)
      ? given.inputSchema
      : { jsonSchema: isObject(given.inputSchema) ? given.inputSchema : { type: 'object' } },
    annotations: { ...unstated, ...(given.annotations ?? { isGuessed: true }) },
    ...(given.policy === undefined ? {} : { policy: given.policy }),
    execute: (args, context) => tool.execute(args, context),
  };
}

function isSchema(schema: unknown): schema is Tool['inputSchema'] {
  if (typeof schema === 'function') return '~standard' in schema;
  return isObject(schema) && ('~standard' in schema || isObject(schema['jsonSchema']));
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
