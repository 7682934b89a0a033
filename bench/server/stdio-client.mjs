// Drives a stdio server by hand, so that the measurement holds no client's cost.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts `node <arguments>`; `request` resolves to the result of one JSON-RPC request. */
export function startClient(argv, env = {}) {
  const child = spawn(process.execPath, argv, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  const waiting = new Map();
  let lastId = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(result ?? error);
    waiting.delete(id);
  });
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      send({ id: lastId, method, params });
    });
  return {
    request,
    initialize: async () => {
      await request('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1.0.0' },
      });
      send({ method: 'notifications/initialized' });
    },
    close: () =>
      new Promise((resolve) => {
        child.on('exit', resolve);
        child.stdin.end();
      }),
  };
}
