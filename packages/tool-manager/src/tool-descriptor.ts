import type { JsonSchema, Tool, ToolDescriptor } from '@mini-agent/foundation/tool';

/** What to show where a schema library cannot render its schema; the tool still validates. */
const anyObject: JsonSchema = { type: 'object' };

export function describeTool(tool: Tool): ToolDescriptor {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: renderSchema(tool),
    annotations: tool.annotations,
    polling: tool.policy?.polling === true,
  };
}

function renderSchema(tool: Tool): JsonSchema {
  if ('jsonSchema' in tool.inputSchema) return tool.inputSchema.jsonSchema;
  try {
    const rendered = tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    // Every schema would carry the same line into every model request.
    return Object.fromEntries(Object.entries(rendered).filter(([name]) => name !== '$schema'));
  } catch {
    return anyObject;
  }
}
