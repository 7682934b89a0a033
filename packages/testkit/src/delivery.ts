import { setImmediate } from 'node:timers/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { markAsOurCut } from './recorded-request.ts';
import type { Exchange } from './recorded-request.ts';

/** A part of a body: in bytes, or (streams of a model server only) in server-sent events. */
interface BodyPart {
  readonly afterBytes?: number;
  readonly afterEvents?: number;
}

/** What goes wrong on the way of an answer. Offsets count bytes of the body. */
export type Fault =
  /** Accepts the request and never sends a byte. */
  | { readonly kind: 'hang-before-headers' }
  /** Sends status and headers, then nothing. */
  | { readonly kind: 'hang-after-headers' }
  /** Sends a part of the body, then keeps the connection open in silence. */
  | ({ readonly kind: 'stall' } & BodyPart)
  /** Closes the connection: after a part of the body, or before the headers. `reset` sends RST instead of FIN. */
  | ({ readonly kind: 'cut'; readonly reset?: boolean } & BodyPart)
  /** Sends the body, then `chunk` (a space) again and again until the client leaves. */
  | { readonly kind: 'endless'; readonly chunk?: string }
  /** Sends the body in pieces: cut at the given offsets, or byte by byte. */
  | { readonly kind: 'split'; readonly at: readonly number[] | 'every-byte' }
  /** Replaces the body: half an object, a proxy's HTML page, or nothing at all. */
  | { readonly kind: 'invalid-json' }
  | { readonly kind: 'html' }
  | { readonly kind: 'empty' }
  /** Sends the right body under another `content-type`. */
  | { readonly kind: 'content-type'; readonly value: string };

/** A complete answer before anything goes wrong with it. */
export interface PlannedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface DeliveryOptions {
  readonly fault?: Fault;
  /** Waits this long before the headers; ends early when the client leaves. */
  readonly delayMs?: number;
}

const htmlPage =
  '<!doctype html><html><head><title>Sign in</title></head><body>Proxy page</body></html>';

/** Sends `answer`, with at most one fault. Resolves when sent, or when the client has left. */
export async function deliver(
  exchange: Exchange,
  answer: PlannedAnswer,
  options: DeliveryOptions = {},
): Promise<void> {
  if (options.delayMs !== undefined) await pause(options.delayMs, exchange.closed);
  if (exchange.closed.aborted) return;
  const { fault } = options;
  const planned = spoil(answer, fault);
  const body = Buffer.isBuffer(planned.body) ? planned.body : Buffer.from(planned.body, 'utf8');
  switch (fault?.kind) {
    case 'hang-before-headers':
      return;
    case 'hang-after-headers':
      await writeHead(exchange, planned);
      return;
    case 'stall':
      await writeHead(exchange, planned);
      await write(exchange, body.subarray(0, fault.afterBytes ?? 0));
      return;
    case 'cut':
      await cut(exchange, planned, fault);
      return;
    case 'endless':
      await writeHead(exchange, planned);
      await write(exchange, body);
      await writeForEver(exchange, fault.chunk ?? ' ');
      return;
    case 'split':
      await writeHead(exchange, planned);
      for (const piece of split(body, fault.at)) await writeApart(exchange, piece);
      exchange.response.end();
      return;
    default:
      exchange.response.writeHead(planned.status, {
        ...planned.headers,
        'content-length': String(body.length),
      });
      exchange.response.end(body);
  }
}

/** Sends `pieces` one HTTP chunk each, so that a client sees them as separate reads. */
export async function deliverPieces(
  exchange: Exchange,
  head: Omit<PlannedAnswer, 'body'>,
  pieces: readonly string[],
): Promise<void> {
  await writeHead(exchange, head);
  for (const piece of pieces) await writeApart(exchange, Buffer.from(piece, 'utf8'));
  exchange.response.end();
}

/** Waits `ms`, or less when `signal` is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function spoil(answer: PlannedAnswer, fault: Fault | undefined): PlannedAnswer {
  switch (fault?.kind) {
    case 'invalid-json':
      return { ...answer, body: '{"choices":[{"message":{"content":"ha' };
    case 'html':
      return { ...answer, headers: { 'content-type': 'text/html' }, body: htmlPage };
    case 'empty':
      return { ...answer, body: '' };
    case 'content-type':
      return { ...answer, headers: { ...answer.headers, 'content-type': fault.value } };
    default:
      return answer;
  }
}

function split(body: Buffer, at: readonly number[] | 'every-byte'): Buffer[] {
  const offsets =
    at === 'every-byte'
      ? Array.from(body, (_byte, index) => index)
      : [0, ...at].toSorted(ascending);
  return offsets
    .map((start, index) => body.subarray(start, offsets[index + 1] ?? body.length))
    .filter((piece) => piece.length > 0);
}

function ascending(a: number, b: number): number {
  return a - b;
}

async function cut(
  exchange: Exchange,
  planned: PlannedAnswer,
  fault: Extract<Fault, { kind: 'cut' }>,
): Promise<void> {
  if (fault.afterBytes !== undefined) {
    const body = Buffer.from(planned.body);
    await writeHead(exchange, planned);
    await write(exchange, body.subarray(0, fault.afterBytes));
  }
  markAsOurCut(exchange.response);
  const { socket } = exchange.response.req;
  if (fault.reset === true) socket.resetAndDestroy();
  else socket.destroy();
}

async function writeHead(exchange: Exchange, planned: Omit<PlannedAnswer, 'body'>): Promise<void> {
  exchange.response.writeHead(planned.status, planned.headers);
  exchange.response.flushHeaders();
  await Promise.resolve();
}

/** Resolves when the bytes have been handed to the kernel, or when the client has left. */
async function write(exchange: Exchange, bytes: Buffer): Promise<void> {
  if (exchange.closed.aborted || bytes.length === 0) return;
  await new Promise<void>((resolve) => {
    const left = (): void => {
      resolve();
    };
    exchange.closed.addEventListener('abort', left, { once: true });
    exchange.response.write(bytes, () => {
      exchange.closed.removeEventListener('abort', left);
      resolve();
    });
  });
}

/** A turn of the event loop lies between two pieces, so that readers in this process seldom see them as one. */
async function writeApart(exchange: Exchange, bytes: Buffer): Promise<void> {
  await write(exchange, bytes);
  await setImmediate();
}

async function writeForEver(exchange: Exchange, chunk: string): Promise<void> {
  const bytes = Buffer.from(chunk, 'utf8');
  while (!exchange.closed.aborted) {
    await write(exchange, bytes);
    await pause(1, exchange.closed);
  }
}
