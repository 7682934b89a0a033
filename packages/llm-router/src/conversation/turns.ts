import type { AssistantMessage, ChatMessage } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

/** One step of a conversation that every provider accepts: a call and its results are one turn and cannot come apart. */
export type Turn =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'assistant';
      readonly message: AssistantMessage;
      /** One entry per call of the message, in its order; undefined where no result was recorded. */
      readonly results: readonly (ToolMessage | undefined)[];
    };

export interface Conversation {
  /** All system messages, joined: some templates allow only one, and only first. */
  readonly system: string;
  /** The system messages as they were given. */
  readonly systems: readonly string[];
  readonly turns: readonly Turn[];
}

/**
 * Puts a history into the order that strict providers demand: results directly behind their call, no result without a call, one
 * system text, and never a user message directly after a tool result.
 */
export function toConversation(messages: readonly ChatMessage[], language: Language): Conversation {
  const system: string[] = [];
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system') {
      if (message.content !== '') system.push(message.content);
    } else if (message.role === 'user') {
      if (endsWithResults(turns)) turns.push(bridge(language));
      turns.push({ kind: 'user', text: message.content });
    } else if (message.role === 'assistant') {
      if (message.content === '' && message.toolCalls.length === 0) continue;
      turns.push({ kind: 'assistant', message, results: resultsOf(message, messages, index) });
    }
  }
  return { system: system.join('\n\n'), systems: system, turns };
}

function endsWithResults(turns: readonly Turn[]): boolean {
  const last = turns.at(-1);
  return last?.kind === 'assistant' && last.results.length > 0;
}

/** Stands where a run ended without an answer and the user spoke again. */
function bridge(language: Language): Turn {
  const content = language === 'zh' ? '（尚未给出答复）' : '(no answer was given)';
  return { kind: 'assistant', message: { role: 'assistant', content, toolCalls: [] }, results: [] };
}

/** The results that follow the message at `index`, up to the next assistant message; ids may repeat in later turns. */
function resultsOf(
  message: AssistantMessage,
  messages: readonly ChatMessage[],
  index: number,
): readonly (ToolMessage | undefined)[] {
  if (message.toolCalls.length === 0) return [];
  const found: ToolMessage[] = [];
  for (let at = index + 1; at < messages.length; at += 1) {
    const next = messages[at];
    if (next === undefined || next.role === 'assistant') break;
    if (next.role === 'tool') found.push(next);
  }
  return message.toolCalls.map((call) => {
    const at = found.findIndex((result) => result.callId === call.id);
    return at < 0 ? undefined : found.splice(at, 1)[0];
  });
}

/** What a provider is told for a call without a recorded result; it would refuse the history otherwise. */
export function missingResult(language: Language): string {
  return language === 'zh' ? '（没有记录到结果）' : '(no result was recorded)';
}
