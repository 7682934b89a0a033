import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tells every response of a connection that its client has gone. Of several requests that were sent at once Node itself tells only
 * the first one that is not answered; the others would work on for nobody.
 */
export function createUnsentResponses(): (socket: Socket, response: ServerResponse) => void {
  const connections = new WeakMap<Socket, Set<ServerResponse>>();
  const follow = (socket: Socket): Set<ServerResponse> => {
    const open = new Set<ServerResponse>();
    connections.set(socket, open);
    socket.once('close', () => {
      for (const response of [...open]) {
        response.destroy();
        // Without a connection of its own it never says so by itself.
        response.emit('close');
      }
    });
    return open;
  };
  return (socket, response) => {
    const open = connections.get(socket) ?? follow(socket);
    open.add(response);
    response.once('close', () => open.delete(response));
  };
}
