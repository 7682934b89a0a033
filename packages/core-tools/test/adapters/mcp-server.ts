import { coreTools } from '@mini-agent/core-tools';
import { McpServer } from '@modelcontextprotocol/server';

export function createServer(): McpServer {
  const server = new McpServer({ name: 'core-tools', version: '1.0.0' });
  for (const tool of coreTools) {
    const { name, title, description, inputSchema } = tool;
    const annotations = {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: tool.annotations.idempotent,
      openWorldHint: false,
    };
    const config = { title, description, inputSchema, annotations };
    server.registerTool(name, config, async (args, { mcpReq }) => {
      const { text, data } = await tool.execute(args, { signal: mcpReq.signal });
      return { content: [{ type: 'text', text }], structuredContent: { ...data } };
    });
  }
  return server;
}
