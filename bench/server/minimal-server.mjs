// The yardstick: a hand-written MCP server without an SDK, which answers initialize, tools/list and tools/call.
import { createInterface } from 'node:readline';

const tool = {
  name: 'run_agent',
  description: 'Answers with its task.',
  inputSchema: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'minimal', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: params.arguments.task }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const message = { jsonrpc: '2.0', id, result: answers[method](params) };
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
