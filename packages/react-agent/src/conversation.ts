import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { RunState } from './run-state.ts';

/**
 * The conversation with a sentence for the model: in the last tool text, since a message of its own behind it would break strict
 * endpoints, else in the system message. Never in the task: rules read that word for word.
 */
export function withNotice(
  messages: readonly ChatMessage[],
  notice: string,
): readonly ChatMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  const isTool = messages[last]?.role === 'tool';
  const index = isTool ? last : messages.findIndex(({ role }) => role === 'system');
  if (index === -1) return [{ role: 'system', content: notice }, ...messages];
  return messages.map((message, at) =>
    at === index ? { ...message, content: `${message.content}\n\n(${notice})` } : message,
  );
}

/** The conversation with what was left out of it, at the end of the system message: it stays the same until more is left out. */
export function withLeftOut(
  messages: readonly ChatMessage[],
  leftOut: string,
): readonly ChatMessage[] {
  if (leftOut === '') return messages;
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: leftOut }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${leftOut}` }, ...rest];
}

/** Without results whose call is missing, and without calls whose results are: no endpoint takes half a pair. Results stand behind their calls. */
export function repairPairs(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.flatMap((message, index): readonly ChatMessage[] => {
    if (message.role === 'tool') return [];
    if (message.role !== 'assistant') return [message];
    const results = resultsAfter(messages, index);
    const toolCalls = message.toolCalls.filter(({ id }) => results.has(id));
    const isWhole = toolCalls.length === message.toolCalls.length;
    if (toolCalls.length === 0 && message.content.trim() === '') return [];
    const said = isWhole ? message : { ...message, toolCalls };
    return [said, ...toolCalls.flatMap(({ id }) => results.get(id) ?? [])];
  });
}

/** The results up to the next reply, by call. Ids may come again in later turns. */
function resultsAfter(
  messages: readonly ChatMessage[],
  index: number,
): ReadonlyMap<string, ChatMessage> {
  const results = new Map<string, ChatMessage>();
  for (let at = index + 1; at < messages.length; at += 1) {
    const message = messages[at];
    if (message === undefined || message.role === 'assistant') break;
    if (message.role === 'tool' && !results.has(message.callId)) {
      results.set(message.callId, message);
    }
  }
  return results;
}

/** Whether text of an untrusted tool is part of the conversation. */
export function holdsUntrusted(messages: readonly ChatMessage[]): boolean {
  return messages.some(
    (message) => message.role === 'tool' && message.outcome.ok && !message.outcome.trusted,
  );
}

/** Where the present task stands; what is before belongs to earlier ones. */
export function taskIndex({ messages, task }: Pick<RunState, 'messages' | 'task'>): number {
  const index = messages.findLastIndex(({ role, content }) => role === 'user' && content === task);
  // A hook may have rewritten it.
  return index === -1 ? messages.findLastIndex(({ role }) => role === 'user') : index;
}
