import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';

/** What a body is packed in. More layers than anybody makes are left alone. */
const mostLayers = 3;

/**
 * The body of an answer, unpacked: some gateways compress although they were not asked to. A body that is cut or is not what its header
 * says fails while it is read; a coding that is not known here leaves it as it is.
 */
export async function decodedBody(message: IncomingMessage): Promise<Readable> {
  const codings = (message.headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const isKnown = codings.every((coding) => knownCodings.has(coding));
  if (codings.length === 0 || codings.length > mostLayers || !isKnown) return message;
  const zlib = await import('node:zlib');
  const { pipeline } = await import('node:stream');
  let body: Readable = message;
  for (const coding of codings.reverse()) {
    const decoder = coding === 'deflate' ? await inflater(body, zlib) : plainDecoder(coding, zlib);
    if (decoder === undefined) return body;
    // Whoever reads the decoder meets its error; the callback only keeps it from being thrown a second time.
    body = pipeline(body, decoder, () => undefined);
  }
  return body;
}

const knownCodings: ReadonlySet<string> = new Set(['br', 'gzip', 'x-gzip', 'deflate']);

function plainDecoder(coding: string, zlib: typeof Zlib): Transform {
  const { createBrotliDecompress, createUnzip, constants } = zlib;
  return coding === 'br'
    ? createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
    : createUnzip({ flush: constants.Z_SYNC_FLUSH });
}

/** `deflate` means the zlib format, yet some servers send the bare one; the first byte tells them apart (RFC 1950 §2.2). */
async function inflater(body: Readable, zlib: typeof Zlib): Promise<Transform | undefined> {
  // A body without anything in it only ends.
  await Promise.race([once(body, 'readable'), once(body, 'end')]);
  const start = body.read() as Buffer | null;
  if (start === null) return undefined;
  body.unshift(start);
  const flush = zlib.constants.Z_SYNC_FLUSH;
  const isBare = ((start[0] ?? 0) & 0x0f) !== 8;
  return isBare ? zlib.createInflateRaw({ flush }) : zlib.createUnzip({ flush });
}
