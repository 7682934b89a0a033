import type { ChatMessage, ChatRequest, Usage } from '@mini-agent/foundation/chat';
import { conversationTokens, toolTokens } from '../src/context-size.ts';
import type { Reply } from './scripted.ts';

export const noCount: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: true };
/** Of a request that was made, as this package counts it. */
export const sizeOf = (request: ChatRequest | undefined): number =>
  request === undefined ? NaN : conversationTokens(request.messages) + toolTokens(request.tools);
export const say = (content: string): Reply => ({ content, usage: noCount });
export const call = (n: number): Reply => ({ calls: [['t', { n }]], usage: noCount });
export const systemOf = (request: ChatRequest | undefined): string =>
  request?.messages[0]?.content ?? '';

export function exchanges(count: number, text: string): readonly ChatMessage[] {
  return Array.from({ length: count }, (_, n): readonly ChatMessage[] => [
    { role: 'user', content: `question ${n} ${text}` },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: `h${n}`, name: 'pay', arguments: { ok: true, value: { n } } }],
    },
    {
      role: 'tool',
      callId: `h${n}`,
      name: 'pay',
      content: 'ok',
      outcome: { callId: `h${n}`, ok: true, trusted: true, text: 'ok', durationMs: 0, tries: 1 },
    },
    { role: 'assistant', content: `answer ${n} ${text}`, toolCalls: [] },
  ]).flat();
}
