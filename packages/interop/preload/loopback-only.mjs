import { Socket } from 'node:net';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;
const connect = Socket.prototype.connect;

/** A verifier that reaches for the network fails here, and says where it wanted to go. */
Socket.prototype.connect = function connectToLoopback(...given) {
  const host = hostOf(given.flat()[0], given[1]);
  if (host !== undefined && !loopback.test(host)) {
    const text = `Refused to connect to ${host}: only loopback is allowed here.`;
    process.stderr.write(`${text}\n`);
    process.nextTick(() => this.destroy(new Error(text)));
    return this;
  }
  return connect.apply(this, given);
};

/** Node's ways to say where: options, a path, or a port with an optional host; without a host it is the local one. */
function hostOf(target, second) {
  if (typeof target === 'object' && target !== null) {
    return typeof target.path === 'string' ? undefined : target.host;
  }
  const isPort = typeof target === 'number' || /^\d+$/.test(String(target));
  return isPort && typeof second === 'string' ? second : undefined;
}
