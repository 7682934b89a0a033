import { Readable } from 'node:stream';

/**
 * A signal that fires when the client closes the stream that `transport` reads: the 1.x library does not notice, and would leave a run
 * without anybody to answer. Undefined for other transports. The field is the library's own; where it is missing, nothing is watched.
 */
export function inputEnd(transport: object | undefined): AbortSignal | undefined {
  const input: unknown = transport === undefined ? undefined : Reflect.get(transport, '_stdin');
  if (!(input instanceof Readable)) return undefined;
  const known = ended.get(input);
  if (known !== undefined) return known;
  const controller = new AbortController();
  const end = (): void => {
    controller.abort();
  };
  ended.set(input, controller.signal);
  if (input.readableEnded || input.destroyed) end();
  else input.once('end', end).once('close', end);
  return controller.signal;
}

const ended = new WeakMap<Readable, AbortSignal>();
