// The peer: a fastmcp server with the schema of our tool, which answers each call with a fixed text.
// node fastmcp-server.mjs TOOL-FILE [HTTP-PORT]: without a port over stdio.
import { readFileSync } from 'node:fs';

import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const [file, port] = process.argv.slice(2);
const { tool, text } = JSON.parse(readFileSync(file, 'utf8'));

const server = new FastMCP({ name: 'peer', version: '1.0.0' });
server.addTool({
  name: tool.name,
  description: tool.description,
  annotations: tool.annotations,
  parameters: z.fromJSONSchema(tool.inputSchema),
  execute: () => Promise.resolve(text),
});
await server.start(
  port === undefined
    ? { transportType: 'stdio' }
    : { transportType: 'httpStream', httpStream: { port: Number(port), host: '127.0.0.1' } },
);
