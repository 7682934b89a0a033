// Drives a stdio server by hand, so that the measurement holds no client's cost.
import { execFileSync, spawn } from 'node:child_process';

/**
 * Starts a server; `request` resolves to the result of one JSON-RPC request.
 *
 * @param argv arguments of `node`
 * @param env added to the environment of this process
 */
export function startClient(argv, env = {}) {
  return drive(
    spawn(process.execPath, argv, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    }),
  );
}

/** The same for a process that has been started already, with pipes. */
export function drive(child) {
  const waiting = new Map();
  let lastId = 0;
  const take = (line) => {
    const { id, result, error } = JSON.parse(line);
    const settle = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) settle?.resolve(result);
    else settle?.reject(new Error(error.message));
  };
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line !== '') take(line);
  });
  const ended = new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      for (const { reject } of waiting.values())
        reject(new Error(`the server ended with ${code ?? signal}`));
      resolve();
    });
  });
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
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
    /** Memory that the process holds, in MB. */
    residentMegabytes: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) /
      1024,
    close: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
