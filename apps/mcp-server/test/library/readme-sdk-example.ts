import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { registerRunAgent } from 'mini-agent-mcp/sdk';

const server = new McpServer({ name: 'my-server', version: '1.0.0' });
registerRunAgent(server); // beside your own tools
await server.connect(new StdioServerTransport());
