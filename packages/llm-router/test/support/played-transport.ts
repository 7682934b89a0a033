import type { Transport } from '@mini-agent/llm-router';

/** A transport that answers each request with the same bytes, in the given pieces. */
export function playedTransport(
  pieces: readonly Uint8Array[],
  contentType = 'text/event-stream',
): Transport {
  return {
    send: () =>
      Promise.resolve({
        status: 200,
        header: (name) => (name === 'content-type' ? contentType : undefined),
        body: iterate(pieces),
        cancel: () => undefined,
      }),
  };
}

async function* iterate(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

/** Bytes cut at these offsets. */
export function cutAt(bytes: Uint8Array, offsets: readonly number[]): readonly Uint8Array[] {
  const places = [...new Set([0, ...offsets, bytes.length])].toSorted((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
