import { createNodeTransport } from './http/node-transport.ts';
import type { Transport, TransportAnswer, TransportRequest } from './http/transport.ts';

export type { Transport, TransportAnswer, TransportRequest } from './http/transport.ts';

/** Longer than any deadline of the router: the package's own timer must never be the one that fires. */
const neverMs = 2_147_483_647;

/** Whether the optional peer `openai` can be loaded. */
export async function isOpenAiInstalled(): Promise<boolean> {
  try {
    await import('openai');
    return true;
  } catch {
    return false;
  }
}

/**
 * A transport on the `openai` package, for installations that want its request path. The package only sends: retries, deadlines,
 * checks of the answer and error texts are the router's. It is loaded on the first call, and none of the OPENAI_* variables of the
 * environment reaches the endpoint.
 */
export function createOpenAiTransport(): Transport {
  let sender: Promise<Transport['send']> | undefined;
  return {
    send: async (request) => (await (sender ??= createSender()))(request),
  };
}

/** Names the request in hand inside the package; never sent. */
const requestHeader = 'x-router-request';

async function createSender(): Promise<Transport['send']> {
  const { OpenAI } = await import('openai');
  const transport = createNodeTransport();
  const pending = new Map<
    string,
    { readonly request: TransportRequest; answer?: TransportAnswer }
  >();
  const client = new OpenAI({
    // Placeholders: each request brings its own address and headers.
    apiKey: 'unused',
    baseURL: 'http://localhost',
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: neverMs,
    fetch: async (_url, init) => {
      const entry = pending.get(new Headers(init?.headers).get(requestHeader) ?? '');
      if (entry === undefined) throw new TypeError('The openai package lost a request.');
      // Only the headers of this request: the package would add organisation, project and platform.
      entry.answer = await transport.send(entry.request);
      // The package gets an empty answer, so that it neither reads nor parses what is the router's to judge.
      return new Response(null, { status: 204 });
    },
  });
  let count = 0;
  return async (request) => {
    const id = String((count += 1));
    const entry: { readonly request: TransportRequest; answer?: TransportAnswer } = { request };
    pending.set(id, entry);
    try {
      await client
        .post(request.url, { body: {}, headers: { [requestHeader]: id }, signal: request.signal })
        .asResponse();
    } finally {
      pending.delete(id);
    }
    if (entry.answer === undefined) throw new TypeError('The openai package sent nothing.');
    return entry.answer;
  };
}
