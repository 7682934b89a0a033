import type { RawServer, ServerCommand, WireFrame } from '@mini-agent/testkit';
import { fakeServerCommand, rawServer } from './stdio-harness.ts';

export type Era = 'legacy' | 'modern';
export type Id = string | number;

export const eras: readonly Era[] = ['legacy', 'modern'];

/** The envelope that each request of 2026-07-28 carries. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A client of one era, line by line. */
export interface Peer {
  readonly server: RawServer;
  /** The message of a call, not sent. */
  readonly call: (id: Id, task: string, token?: Id) => Readonly<Record<string, unknown>>;
  readonly list: (id: Id) => Readonly<Record<string, unknown>>;
  readonly cancelled: (requestId: unknown) => Readonly<Record<string, unknown>>;
  readonly answer: (id: Id, timeoutMs?: number) => Promise<WireFrame>;
  readonly answersTo: (id: Id) => readonly WireFrame[];
  /** Resolves with the run_id of the call with that token, once its run has begun. */
  readonly begun: (token: Id) => Promise<string>;
}

export function peerOf(server: RawServer, era: Era): Peer {
  const metaOf = (token?: Id): Readonly<Record<string, unknown>> => ({
    ...(era === 'modern' ? modernMeta : {}),
    ...(token === undefined ? {} : { progressToken: token }),
  });
  const isAnswer = (frame: WireFrame, id: Id): boolean =>
    frame.id === id && frame.method === undefined;
  return {
    server,
    call: (id, task, token) => {
      const params = { name: 'run_agent', arguments: { task }, _meta: metaOf(token) };
      return { jsonrpc: '2.0', id, method: 'tools/call', params };
    },
    list: (id) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: metaOf() } }),
    cancelled: (requestId) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    }),
    answer: (id, timeoutMs = 10_000) =>
      server.waitForFrame((frame) => isAnswer(frame, id), timeoutMs),
    answersTo: (id) => server.frames().filter((frame) => isAnswer(frame, id)),
    begun: async (token) => {
      const { params } = await server.waitForFrame(
        (frame) =>
          frame.method === 'notifications/progress' && frame.params?.['progressToken'] === token,
        20_000,
      );
      return /run_\w+/.exec(String(params?.['message']))?.[0] ?? '';
    },
  };
}

/** A server that has answered its first request of the era. */
export async function openPeer(
  era: Era,
  command: ServerCommand = fakeServerCommand(),
): Promise<Peer> {
  const server = await rawServer(command);
  const peer = peerOf(server, era);
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  // Under an id of its own, so that a test may use every number.
  if (era === 'modern') server.send(peer.list('opening'));
  else server.send({ jsonrpc: '2.0', id: 'opening', method: 'initialize', params });
  await peer.answer('opening', 20_000);
  if (era === 'legacy') server.notify('notifications/initialized');
  return peer;
}

/** Messages as the lines of one write. */
export function lines(...messages: readonly unknown[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

export function structured(frame: WireFrame): unknown {
  return frame.result?.['structuredContent'];
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
