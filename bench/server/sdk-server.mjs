// What the protocol library costs by itself: one tool registered as its guide shows it, over stdio. Bundled before it is measured.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  const definition = {
    description: 'Answers with its task.',
    inputSchema: z.object({ task: z.string() }),
  };
  server.registerTool('run_agent', definition, ({ task }) => ({
    content: [{ type: 'text', text: task }],
  }));
  return server;
});
