import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { conversationTokens, messageTokens, textTokens, toolTokens } from './context-size.ts';
import { repairPairs, taskIndex } from './conversation.ts';
import { keptTexts, type KeptText } from './kept-texts.ts';
import { addLeftOut, describeLeftOut, leftOutOf, longestList, shortenList } from './left-out.ts';
import { byName } from './list-tools.ts';
import { offeredTools } from './read-result.ts';
import type { RunState } from './run-state.ts';
import { shortenResult } from './shorten-result.ts';

/** How much of a result of an earlier turn stays, and how much of one of the last turn at least, in UTF-16 units. */
const oldLimit = 300;
const leastLimit = 200;

/** What a compacted conversation consists of. */
export type Compacted = Pick<RunState, 'messages' | 'kept' | 'leftOut'>;

/** About how many tokens the next request takes. */
export function requestTokens(state: RunState, tools: readonly ToolDescriptor[]): number {
  const list = toolTokens(offeredTools(tools, state));
  return conversationTokens(state.messages) + list + textTokens(describeLeftOut(state));
}

/**
 * Makes the next request fit into `target` tokens, or as short as it can be: results of earlier turns shrink, then the oldest exchanges
 * before the task go, then the oldest turns of the task, then the newest results shrink. What is cut can be read on; calls that go are
 * named. The system message, the task and the newest turn stay, calls and results stay in pairs. The same state gives the same result.
 */
export function compact(
  state: RunState,
  tools: readonly ToolDescriptor[],
  target: number,
): Compacted {
  const limits = { tools, target };
  let now = state;
  for (const step of [shortenOld, dropExchanges, dropTurns, shortenNewest]) {
    if (requestTokens(now, tools) <= target) break;
    now = step(now, limits);
  }
  const { messages, kept, leftOut } = now;
  return { messages, ...(kept && { kept }), ...(leftOut && { leftOut }) };
}

interface Fit {
  readonly tools: readonly ToolDescriptor[];
  readonly target: number;
}

function shortenOld(state: RunState, { tools, target }: Fit): RunState {
  const newest = newestTurn(state.messages);
  const excess = requestTokens(state, tools) - target;
  return shortenWhile(state, (message, index, freed) =>
    index < newest && freed < excess ? oldLimit : message.content.length,
  );
}

/** The results of the last turn share what room is left, each in proportion to its length. */
function shortenNewest(state: RunState, { tools, target }: Fit): RunState {
  const newest = newestTurn(state.messages);
  const results = state.messages.filter(({ role }, index) => role === 'tool' && index > newest);
  const size = conversationTokens(results);
  const room = target - (requestTokens(state, tools) - size);
  // Marks and notes take room as well.
  const share = Math.max(0, room - results.length * 80) / Math.max(1, size);
  return shortenWhile(state, ({ content }, index) =>
    index > newest ? Math.max(leastLimit, Math.floor(content.length * share)) : content.length,
  );
}

/** The state with its results cut to the limits that are given for them, one after the other. */
function shortenWhile(
  state: RunState,
  limitOf: (message: ChatMessage, index: number, freed: number) => number,
): RunState {
  let kept: readonly KeptText[] = keptTexts(state);
  let freed = 0;
  const messages = state.messages.map((message, index) => {
    if (message.role !== 'tool') return message;
    const limit = limitOf(message, index, freed);
    const shorter = shortenResult(message, limit, { state, kept });
    if (shorter === undefined) return message;
    kept = shorter.kept;
    freed += messageTokens(message) - messageTokens(shorter.message);
    return shorter.message;
  });
  return { ...state, messages, ...(kept.length > 0 && { kept }) };
}

function dropExchanges(state: RunState, fit: Fit): RunState {
  const { messages } = state;
  const start = messages.findIndex(({ role }) => role !== 'system');
  const task = taskIndex(state);
  if (start === -1 || start >= task) return state;
  return dropOldest(state, { ...fit, part: 'exchanges', start, end: task });
}

function dropTurns(state: RunState, fit: Fit): RunState {
  const { messages } = state;
  const task = taskIndex(state);
  const start = messages.findIndex(({ role }, index) => index > task && role === 'assistant');
  const end = newestTurn(messages);
  return start === -1 || start >= end
    ? state
    : dropOldest(state, { ...fit, part: 'turns', start, end });
}

interface Part extends Fit {
  readonly part: 'exchanges' | 'turns';
  readonly start: number;
  readonly end: number;
}

/** Takes out the oldest exchanges or turns between `start` and `end`, as many as must go. */
function dropOldest(state: RunState, { tools, target, part, start, end }: Part): RunState {
  const opener = part === 'exchanges' ? 'user' : 'assistant';
  const { messages } = state;
  const without = (cut: number): RunState => {
    const before = leftOutOf(state);
    const gone = messages.slice(start, cut);
    const leftOut = addLeftOut(before, gone, { tools: byName(tools), part });
    return {
      ...state,
      messages: repairPairs([...messages.slice(0, start), ...messages.slice(cut)]),
      leftOut: shortenList(leftOut, Math.min(longestList, Math.max(400, target))),
    };
  };
  let excess = requestTokens(state, tools) - target;
  for (let cut = start + 1; cut <= end; cut += 1) {
    const said = messages[cut - 1];
    excess -= said === undefined ? 0 : messageTokens(said);
    const isBorder = cut === end || messages[cut]?.role === opener;
    if (!isBorder || (excess > 0 && cut < end)) continue;
    const shorter = without(cut);
    // The list of what is gone takes room itself.
    const size = requestTokens(shorter, tools);
    if (size <= target || cut === end) return shorter;
    excess = size - target;
  }
  return state;
}

/** Where the last turn begins: its calls and results are what the model works with. */
function newestTurn(messages: readonly ChatMessage[]): number {
  return messages.findLastIndex(({ role }) => role === 'assistant');
}
