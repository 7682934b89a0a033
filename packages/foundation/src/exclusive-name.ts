import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { ListenOptions, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** First of the ports that serve as names where the kernel has no better ones (IANA's dynamic range). */
const firstPort = 49_152;
const portCount = 65_536 - firstPort;

const pollMs = 20;

export interface ExclusiveNameOptions {
  /** How long to wait for another holder, in milliseconds; 0 tries once. */
  readonly waitMs: number;
  readonly platform?: string;
}

export type ExclusiveResult<T> =
  { readonly held: true; readonly value: T } | { readonly held: false };

/**
 * Where a name is held by the kernel, it is free again as soon as its process is gone, however that ended. So there is
 * no stale lock, and no holder that lost its lock without a sign. Names do not reach across network namespaces.
 */
function addressOf(name: string, platform: string): ListenOptions {
  const digest = createHash('sha256').update(name).digest();
  const short = `mini-agent-${digest.toString('hex', 0, 16)}`;
  if (platform === 'linux') return { path: `\0${short}` };
  if (platform === 'win32') return { path: `\\\\.\\pipe\\${short}` };
  return { host: '127.0.0.1', port: firstPort + (digest.readUInt32BE(0) % portCount) };
}

function tryListen(address: ListenOptions): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ ...address, exclusive: true }, () => {
      resolve(server);
    });
  });
}

/** Runs `work` while no other process (or other call in this one) does so under the same name; `held: false` when it could not be had. */
export async function withExclusiveName<T>(
  name: string,
  work: () => Promise<T>,
  options: ExclusiveNameOptions,
): Promise<ExclusiveResult<T>> {
  const address = addressOf(name, options.platform ?? process.platform);
  const tries = Math.ceil(options.waitMs / pollMs);
  let server = await tryListen(address);
  for (let attempt = 0; server === undefined && attempt < tries; attempt += 1) {
    await delay(pollMs);
    server = await tryListen(address);
  }
  if (server === undefined) return { held: false };
  try {
    return { held: true, value: await work() };
  } finally {
    const held = server;
    await new Promise<void>((resolve) => {
      held.close(() => {
        resolve();
      });
    });
  }
}
