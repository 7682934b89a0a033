import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import type { RequestId } from '../message-gate.ts';
import { callerOf, ownerOf, type Identity } from './call-identity.ts';
import { findRoom, type Place } from './session-places.ts';

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
  /** Most sessions at a time; who has the most of them makes room for a new one. Default 1,000. */
  readonly most?: number;
  /** How long a session is kept of which nothing is heard, in milliseconds. Default 12 hours. */
  readonly idleMs?: number;
  /** The same while its client holds a stream open, which shows that it is still there. Default a week. */
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

interface Entry extends Place {
  readonly session: LegacySession;
  readonly principal: string | undefined;
  readonly server: McpServer;
  lastUsed: number;
  exchanges: number;
  messages: number;
  streams: number;
}

const hourMs = 3_600_000;

export function createLegacySessions(options: LegacySessionsOptions): LegacySessions {
  const { most = 1_000, now = Date.now } = options;
  const { idleMs = 12 * hourMs, listeningMs = 168 * hourMs } = options;
  const entries = new Map<string, Entry>();
  const drop = async (entry: Entry): Promise<void> => {
    entries.delete(entry.session.id);
    // Closes the transport, and with it its streams, and stops what runs.
    await entry.server.close().catch(() => undefined);
  };
  const makeRoom = (owner: string): boolean => {
    const { isThere, cleared } = findRoom(entries.values(), owner, most);
    if (cleared !== undefined) void drop(cleared);
    return isThere;
  };
  const add = (entry: Entry): void => {
    // Others may have come in the meantime.
    makeRoom(entry.owner);
    entries.set(entry.session.id, entry);
  };
  return {
    open: async (identity) => {
      if (!makeRoom(ownerOf(identity))) return undefined;
      const entry = await openEntry(identity, options, {
        now,
        add,
        remove: (id) => entries.delete(id),
      });
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
  readonly add: (entry: Entry) => void;
  readonly remove: (id: string) => void;
}

async function openEntry(
  identity: Identity,
  { createServer, keepAliveMs }: LegacySessionsOptions,
  { now, add, remove }: Shelf,
): Promise<Entry> {
  const id = randomUUID();
  const caller = callerOf(identity, id);
  const server = createServer(caller);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    // Only a session that was opened in order can be found again.
    onsessioninitialized: () => {
      add(entry);
    },
    keepAliveMs,
  });
  // What a client sends wrongly is answered to it.
  transport.onerror = () => undefined;
  transport.onclose = () => {
    remove(id);
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
        entry.exchanges += 1;
        entry.lastUsed = now();
        return () => {
          entry[counter] -= 1;
          entry.lastUsed = now();
        };
      },
    },
    principal: identity.principal,
    owner: ownerOf(identity),
    server,
    lastUsed: now(),
    exchanges: 0,
    messages: 0,
    streams: 0,
  };
  await server.connect(transport);
  return entry;
}
