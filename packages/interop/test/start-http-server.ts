import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment } from './run-node.ts';

export interface HttpServer {
  /** The MCP endpoint. */
  readonly url: string;
  /** What it has logged. */
  log(): string;
  /** Stops it by SIGTERM; rejects when it does not end in time. */
  close(): Promise<void>;
}

const startMs = 20_000;
const stopMs = 12_000;

/** Starts a server program of ours on a free loopback port and waits for the address that it logs. */
export async function startHttpServer(
  script: string,
  args: readonly string[],
): Promise<HttpServer> {
  const home = await emptyHome();
  const child = spawn(process.execPath, [script, ...args], {
    cwd: home,
    env: { ...bareEnvironment(home), ...serverEnvironment(home) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  const url = new Promise<string>((resolve) => {
    const read = (part: Buffer): void => {
      text += part.toString('utf8');
      const found = /http:\/\/127\.0\.0\.1:[1-9]\d*\/mcp\b/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const isEnded = await Promise.race([ended.then(() => true), after(stopMs).then(() => false)]);
    if (!isEnded) child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
    if (!isEnded) throw new Error(`The server still ran ${stopMs} ms after SIGTERM:\n${text}`);
  };
  const address = await Promise.race([
    url,
    ended.then(() => undefined),
    after(startMs).then(() => undefined),
  ]);
  if (address !== undefined) return { url: address, log: () => text, close };
  await close();
  throw new Error(`The server did not say where it listens:\n${text}`);
}

/** A folder for one server: nothing in it but an empty `.env`. */
export async function emptyHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'mini-agent-interop-'));
  await writeFile(join(home, '.env'), '');
  return home;
}

/** Settings under which the server reaches nothing beyond this machine. */
export function serverEnvironment(home: string): Readonly<Record<string, string>> {
  return { MINI_AGENT_HOME: home, ANYSEARCH_ENABLED: 'false' };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
