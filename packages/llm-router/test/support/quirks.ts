import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { HttpReply, ScriptedReply } from '@mini-agent/testkit';
import { neverAborted, startEndpoint } from './endpoint.ts';
import { chatRequest, toolMessage } from './requests.ts';

/** A reply with one call of the tool `t`. */
export const callsT = { tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }] } as const;

/** A history with one call of the tool `t` and its result. */
export const withCall: readonly ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'x' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'c1', name: 't', arguments: { ok: true, value: {} } }],
  },
  toolMessage('c1', 't', 'the result'),
];

export function refuse(message: string, status = 400): HttpReply {
  return { status, body: { error: { message } } };
}

/** The bodies that an endpoint with this profile gets for one request. */
export async function bodies(
  profile: string,
  changes: Parameters<typeof chatRequest>[0],
  more: Parameters<typeof startEndpoint>[1] = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { model, server } = await startEndpoint([{ content: 'ok' }], { profile, ...more });
  await model.complete(chatRequest(changes), { signal: neverAborted });
  return server.requests.map(({ body }) => body);
}

/** The code of the error that this answer becomes. */
export async function codeOf(reply: ScriptedReply, profile: string): Promise<unknown> {
  const { model } = await startEndpoint([reply], { profile, retries: 0 });
  return model.complete(chatRequest(), { signal: neverAborted }).then(
    () => 'no error',
    (error: unknown) => (error as { readonly code?: unknown }).code,
  );
}
