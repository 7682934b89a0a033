import { isJsonObject } from './json-object.ts';

export interface BoundedFetchOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface FetchedText {
  readonly status: number;
  readonly text: string;
}

/**
 * Reads a small document: within a time and a size, and never from where a redirect points (the answer decides which keys are
 * believed). Rejects with a reason that holds neither the body nor the query of the URL.
 */
export async function fetchText(
  url: string,
  { timeoutMs, maxBytes }: BoundedFetchOptions,
): Promise<FetchedText> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal,
    });
    const text = await readBounded(response, maxBytes);
    if (text === undefined) throw new FetchProblem(`the answer is longer than ${maxBytes} bytes`);
    return { status: response.status, text };
  } catch (error) {
    if (error instanceof FetchProblem) throw error;
    if (signal.aborted) throw new FetchProblem(`no answer within ${timeoutMs} ms`);
    throw new FetchProblem(`no connection (${connectionCode(error)})`);
  }
}

/** Why a document could not be had, fit for a log. */
export class FetchProblem extends Error {}

async function readBounded(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The code is all that is taken from the error: messages hold addresses. */
function connectionCode(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'network error';
}

/** The object in `text`, or undefined where it holds none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
