import type { ChatMessage } from '@mini-agent/foundation/chat';

/** The conversation with a sentence for the model in its last user or tool text: a message of its own would break strict endpoints. */
export function withNotice(
  messages: readonly ChatMessage[],
  notice: string,
): readonly ChatMessage[] {
  const index = messages.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  return messages.map((message, at) =>
    at === index ? { ...message, content: `${message.content}\n\n(${notice})` } : message,
  );
}

/** Without results whose call is missing, and without calls whose results are: no endpoint takes half a pair. */
export function repairPairs(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const called = new Set<string>();
  const answered = new Set(
    messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])),
  );
  return messages.flatMap((message): readonly ChatMessage[] => {
    if (message.role === 'tool') return called.has(message.callId) ? [message] : [];
    if (message.role !== 'assistant') return [message];
    const toolCalls = message.toolCalls.filter(({ id }) => answered.has(id));
    for (const { id } of toolCalls) called.add(id);
    if (toolCalls.length === message.toolCalls.length) return [message];
    const isEmpty = toolCalls.length === 0 && message.content.trim() === '';
    return isEmpty ? [] : [{ ...message, toolCalls }];
  });
}

/** How much of a compacted result stays, in UTF-16 units. */
const compactedLimit = 300;

/**
 * Makes room when the context is full: the results of all but the last turn shrink to a line, and where that is not possible any
 * more the oldest whole turn goes. Calls and results stay in pairs. `undefined` when nothing is left to take away.
 */
export function compact(messages: readonly ChatMessage[]): readonly ChatMessage[] | undefined {
  const lastTurn = messages.findLastIndex(({ role }) => role === 'assistant');
  const shorter = messages.map((message, index) => {
    const limit = index < lastTurn ? compactedLimit : compactedLimit * 8;
    if (message.role !== 'tool' || message.content.length <= limit * 1.5) return message;
    const content = `${message.content.slice(0, limit)}\n… (shortened to fit the context)`;
    return { ...message, content };
  });
  if (shorter.some((message, index) => message !== messages[index])) return shorter;
  const first = messages.findIndex(({ role }) => role === 'assistant');
  if (first === -1 || first === lastTurn) return undefined;
  const next = messages.findIndex(({ role }, index) => index > first && role !== 'tool');
  return [...messages.slice(0, first), ...messages.slice(next)];
}
