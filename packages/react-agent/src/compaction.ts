import type { ChatMessage } from '@mini-agent/foundation/chat';
import { repairPairs, taskIndex } from './conversation.ts';
import { shortenFenced } from './fence.ts';
import type { RunState } from './run-state.ts';
import { wordingFor } from './wording.ts';

/** How much of a compacted result stays, in UTF-16 units, and how much of one of the last turn. */
const oldLimit = 300;
const lastLimit = 2_400;

/**
 * Makes room when the context is full: first all results shrink, then the older half of what came before the task goes, then the older
 * half of the task's own turns. Calls and results stay in pairs. `undefined` when nothing is left to take away.
 */
export function compact(state: RunState): readonly ChatMessage[] | undefined {
  return shortened(state) ?? halved(state);
}

function shortened({ messages, language }: RunState): readonly ChatMessage[] | undefined {
  const wording = wordingFor(language);
  const lastTurn = messages.findLastIndex(({ role }) => role === 'assistant');
  const shorter = messages.map((message, index) => {
    const limit = index < lastTurn ? oldLimit : lastLimit;
    if (message.role !== 'tool' || message.content.length <= limit * 2) return message;
    return { ...message, content: shortenFenced(message.content, limit, wording) };
  });
  return shorter.some((message, index) => message !== messages[index]) ? shorter : undefined;
}

function halved(state: RunState): readonly ChatMessage[] | undefined {
  const { messages } = state;
  const start = messages.findIndex(({ role }) => role !== 'system');
  const task = taskIndex(state);
  if (start === -1 || task === -1) return undefined;
  if (start < task) return repairPairs(withoutOlderHalf(messages, start, [task, 'user']));
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  if (last <= task + 1) return undefined;
  const first = messages.findIndex(({ role }, index) => index > task && role === 'assistant');
  if (first === last) return undefined;
  return repairPairs(withoutOlderHalf(messages, first, [last, 'assistant']));
}

/** Takes out the older half of the exchanges or turns that begin in `start` … `end - 1`. */
function withoutOlderHalf(
  messages: readonly ChatMessage[],
  start: number,
  [end, opener]: readonly [number, ChatMessage['role']],
): readonly ChatMessage[] {
  const openers = messages.flatMap(({ role }, index) =>
    index > start && index < end && role === opener ? [index] : [],
  );
  const cut = [...openers, end][Math.floor(openers.length / 2)] ?? end;
  return [...messages.slice(0, start), ...messages.slice(cut)];
}
