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
      // A body that already failed rejects here too; there is nothing left to let go of.
      (reader ?? body)?.cancel().catch(() => undefined);
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
