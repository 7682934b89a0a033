import { onTestFinished } from 'vitest';
import { startModelServer } from '../src/index.ts';
import type { ModelServer } from '../src/index.ts';

/** A model server that ends with the test. */
export async function start(
  ...parameters: Parameters<typeof startModelServer>
): Promise<ModelServer> {
  const server = await startModelServer(...parameters);
  onTestFinished(() => server.close());
  return server;
}

export function ask(
  server: ModelServer,
  extra: object = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer as-given' },
    body: JSON.stringify({
      model: 'm-1',
      messages: [{ role: 'user', content: 'hello' }],
      ...extra,
    }),
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function messageOf(response: Response): Promise<Record<string, unknown>> {
  const body = (await response.json()) as { choices: { message: Record<string, unknown> }[] };
  return body.choices[0]?.message ?? {};
}

export function eventsOf(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)) as unknown);
}
