// Starts the built server as a client does and proves that it shows exactly one tool, run_agent.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../apps/mcp-server/dist/cli.js', import.meta.url));
const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'inherit'] });
const timer = setTimeout(() => finish('No answer within 20 s.'), 20_000);
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

child.on('exit', (code) => finish(`The server ended early with code ${code}.`));
createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result } = JSON.parse(line);
  if (id === 1) {
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list', params: {} });
  } else if (id === 2) {
    const names = result.tools.map(({ name }) => name);
    console.log(`tools/list: ${names.join(', ')}`);
    finish(
      names.length === 1 && names[0] === 'run_agent' ? undefined : 'Expected run_agent alone.',
    );
  }
});
send({
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'mcp-tools-list', version: '1.0.0' },
  },
});

function finish(problem) {
  clearTimeout(timer);
  child.removeAllListeners('exit');
  child.kill();
  if (problem === undefined) return;
  console.error(problem);
  process.exitCode = 1;
}
