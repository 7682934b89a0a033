import type { Transport, TransportAnswer } from './transport.ts';

/** The transport on the platform's `fetch`; needs no dependency. */
export function createFetchTransport(): Transport {
  return {
    send: async ({ url, headers, body, signal }) =>
      toAnswer(await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })),
  };
}

/** A fetch response as the router reads it. */
export function toAnswer(response: Response): TransportAnswer {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const { body } = response;
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body:
      body === null ? null : { [Symbol.asyncIterator]: () => iterate((reader = body.getReader())) },
    cancel: () => {
      if (reader === undefined) body?.cancel().catch(ignore);
      else letGo(reader);
    },
  };
}

function iterate(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterator<Uint8Array> {
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
  };
}

/** After the end mark of a stream its connection closes in the same moment, as a rule, and can then be used again. */
const endGraceMs = 20;

function letGo(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const timer = setTimeout(() => {
    reader.cancel().catch(ignore);
  }, endGraceMs);
  timer.unref();
  reader.read().then(({ done }) => {
    if (done) clearTimeout(timer);
  }, ignore);
}

/** A body that already failed rejects here too; there is nothing left to let go of. */
function ignore(): void {
  // On purpose empty.
}
