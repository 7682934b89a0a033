import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { RequestId } from '../message-gate.ts';
import { callerOf, type Identity } from './call-identity.ts';

/** One client of a revision up to 2025-11-25: a server instance and a transport of its own. */
export interface LegacySession {
  readonly id: string;
  readonly caller: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests that wait for their answer. */
  readonly open: Set<RequestId>;
  /** Ends the call of a request whose client has gone. */
  readonly cancel: (id: RequestId) => void;
  /** Notes a sign of life, and returns what to call when the exchange is over. */
  readonly enter: (kind: 'message' | 'stream') => () => void;
}

export interface LegacySessionsOptions {
  readonly createServer: (caller: string) => McpServer;
  /** Most sessions at a time; the one longest unused makes room for a new one. Default 1,000. */
  readonly most?: number;
  /** How long a session is kept of which nothing is heard, in milliseconds. Default 30 minutes. */
  readonly idleMs?: number;
  /** The same while its client holds a stream open, which shows that it is still there. Default 12 hours. */
  readonly listeningMs?: number;
  /** Between two comments on a silent stream, in milliseconds. */
  readonly keepAliveMs: number;
  readonly now?: () => number;
}

export interface LegacySessions {
  /** A session that waits for its `initialize`; undefined when every session is at work and none can make room. */
  open(identity: Identity): Promise<LegacySession | undefined>;
  /** A session is found only by who has opened it. */
  find(id: string, principal: string | undefined): LegacySession | undefined;
  /** Closes what has been idle for too long. */
  sweep(): void;
  readonly count: () => number;
  close(): Promise<void>;
}

interface Entry {
  readonly session: LegacySession;
  readonly principal: string | undefined;
  readonly server: McpServer;
  lastUsed: number;
  messages: number;
  streams: number;
}

export function createLegacySessions(options: LegacySessionsOptions): LegacySessions {
  const { most = 1_000, idleMs = 1_800_000, listeningMs = 43_200_000, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  const drop = async (entry: Entry): Promise<void> => {
    entries.delete(entry.session.id);
    // Closes the transport, and with it its streams, and stops what runs.
    await entry.server.close().catch(() => undefined);
  };
  const makeRoom = (): boolean => {
    if (entries.size < most) return true;
    const idle = [...entries.values()].filter(({ messages }) => messages === 0);
    const [first, ...others] = idle;
    if (first === undefined) return false;
    const oldest = others.reduce((a, b) => (b.lastUsed < a.lastUsed ? b : a), first);
    void drop(oldest);
    return true;
  };
  return {
    open: async (identity) => {
      if (!makeRoom()) return undefined;
      const entry = await openEntry(identity, options, { now, entries });
      entry.lastUsed = now();
      return entry.session;
    },
    find: (id, principal) => {
      const entry = entries.get(id);
      return entry?.principal === principal ? entry?.session : undefined;
    },
    sweep: () => {
      for (const entry of entries.values()) {
        const limit = entry.streams > 0 ? listeningMs : idleMs;
        if (entry.messages === 0 && now() - entry.lastUsed >= limit) void drop(entry);
      }
    },
    count: () => entries.size,
    close: async () => {
      await Promise.all([...entries.values()].map(drop));
    },
  };
}

interface Shelf {
  readonly now: () => number;
  readonly entries: Map<string, Entry>;
}

async function openEntry(
  identity: Identity,
  { createServer, keepAliveMs }: LegacySessionsOptions,
  { now, entries }: Shelf,
): Promise<Entry> {
  const id = randomUUID();
  const caller = callerOf(identity, id);
  const server = createServer(caller);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    // Only a session that was opened in order can be found again.
    onsessioninitialized: () => {
      entries.set(id, entry);
    },
    keepAliveMs,
  });
  // What a client sends wrongly is answered to it.
  transport.onerror = () => undefined;
  transport.onclose = () => {
    entries.delete(id);
  };
  const entry: Entry = {
    session: {
      id,
      caller,
      transport,
      open: new Set(),
      cancel: (requestId) => {
        transport.onmessage?.({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId, reason: 'The stream of the request was closed.' },
        });
      },
      enter: (kind) => {
        const counter = kind === 'message' ? 'messages' : 'streams';
        entry[counter] += 1;
        entry.lastUsed = now();
        return () => {
          entry[counter] -= 1;
          entry.lastUsed = now();
        };
      },
    },
    principal: identity.principal,
    server,
    lastUsed: now(),
    messages: 0,
    streams: 0,
  };
  await server.connect(transport);
  return entry;
}
