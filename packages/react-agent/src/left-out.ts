import type { ChatMessage, ToolOutcome } from '@mini-agent/foundation/chat';
import { cleanText, enclose } from './fence.ts';
import { keptTexts } from './kept-texts.ts';
import type { ToolsByName } from './loop-ladder.ts';
import { isPlainObject } from './plain-json.ts';
import type { RunState } from './run-state.ts';
import { wordingFor } from './wording.ts';

/** A call that the model does not see any more. */
export interface LeftOutCall {
  readonly callId: string;
  readonly name: string;
  /** Its arguments as JSON, cut at 200 UTF-16 units. */
  readonly input: string;
  readonly result: 'done' | 'failed' | 'unknown';
  /** It only read. */
  readonly reads: boolean;
}

/** What was taken out of the conversation to save space. */
export interface LeftOut {
  readonly exchanges: number;
  readonly turns: number;
  readonly calls: readonly LeftOutCall[];
  /** How many more calls there were, by tool. */
  readonly more: Readonly<Record<string, number>>;
}

const nothing: LeftOut = { exchanges: 0, turns: 0, calls: [], more: {} };
const longestInput = 200;
/** Longest list of calls, in UTF-16 units. */
export const longestList = 4_000;

/** What a state left out. States are read from files: what is none counts as nothing. */
export function leftOutOf({ leftOut }: Pick<RunState, 'leftOut'>): LeftOut {
  return isLeftOut(leftOut) ? leftOut : nothing;
}

function isLeftOut(given: unknown): given is LeftOut {
  if (!isPlainObject(given)) return false;
  const { exchanges, turns, calls, more } = given;
  const isCounted = [exchanges, turns].every(isCount) && isPlainObject(more);
  return (
    isCounted && Object.values(more).every(isCount) && Array.isArray(calls) && calls.every(isOne)
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isOne(call: unknown): boolean {
  return (
    isPlainObject(call) &&
    ['callId', 'name', 'input', 'result'].every((key) => typeof call[key] === 'string')
  );
}

/** The same with what these messages, which are taken out now, held. */
export function addLeftOut(
  before: LeftOut,
  gone: readonly ChatMessage[],
  { tools, part }: { readonly tools: ToolsByName; readonly part: 'exchanges' | 'turns' },
): LeftOut {
  const opener = part === 'exchanges' ? 'user' : 'assistant';
  const outcomes = new Map<string, ToolOutcome>();
  for (const message of gone) {
    if (message.role === 'tool') outcomes.set(message.callId, message.outcome);
  }
  const calls = gone.flatMap((message) => {
    if (message.role !== 'assistant') return [];
    return message.toolCalls.flatMap((call): readonly LeftOutCall[] => {
      const result = resultOf(outcomes.get(call.id));
      if (result === undefined) return [];
      const { arguments: given, id: callId, name } = call;
      const text = given.ok ? JSON.stringify(given.value) : given.raw;
      const isLong = text.length > longestInput;
      const input = isLong
        ? `${text.slice(0, longestInput).replace(/[\ud800-\udbff]$/, '')}…`
        : text;
      const reads = name === 'read_result' || tools.get(name)?.annotations.readOnly === true;
      return [{ callId, name, input, result, reads }];
    });
  });
  const count = gone.filter(({ role }) => role === opener).length;
  return { ...before, [part]: before[part] + count, calls: [...before.calls, ...calls] };
}

/** What a call did, or undefined where it was not made. */
function resultOf(outcome: ToolOutcome | undefined): LeftOutCall['result'] | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.ok) return 'done';
  if (['denied', 'invalid_arguments', 'unknown_tool', 'interrupted'].includes(outcome.code)) {
    return undefined;
  }
  return outcome.code === 'outcome_unknown' ? 'unknown' : 'failed';
}

/** With so few calls named that the list keeps within `limit`: first those that only read lose their line, then the oldest. */
export function shortenList(leftOut: LeftOut, limit: number): LeftOut {
  const lines = leftOut.calls.map(({ name, input }) => name.length + input.length + 24);
  let length = lines.reduce((sum, line) => sum + line, 0);
  const order = leftOut.calls.map((_, index) => index);
  const readsFirst = [...order.filter((at) => isRead(at)), ...order.filter((at) => !isRead(at))];
  const dropped = new Set<number>();
  for (const index of readsFirst) {
    if (length <= limit) break;
    length -= lines[index] ?? 0;
    dropped.add(index);
  }
  if (dropped.size === 0) return leftOut;
  let more = leftOut.more;
  for (const index of dropped) {
    const name = leftOut.calls[index]?.name ?? '';
    const before = Object.hasOwn(more, name) ? (more[name] ?? 0) : 0;
    more = { ...more, [name]: before + 1 };
  }
  return { ...leftOut, calls: leftOut.calls.filter((_, index) => !dropped.has(index)), more };
  function isRead(at: number): boolean {
    return leftOut.calls[at]?.reads === true;
  }
}

/**
 * What the model is told of it, as a part of the system message; empty where nothing was left out. Arguments may repeat text from
 * outside: they stand between the marks of the run.
 */
export function describeLeftOut(state: RunState): string {
  if (state.leftOut === undefined) return '';
  const { leftOut, kept, boundary, language } = state;
  if (!isLeftOut(leftOut)) return '';
  const known = described.get(leftOut);
  const isSame =
    known?.kept === kept && known?.boundary === boundary && known?.language === language;
  if (known && isSame) return known.text;
  const text = describe(state);
  described.set(leftOut, { kept, boundary, language, text });
  return text;
}

/** Each turn tells it again, and each step of a compaction weighs it. */
const described = new WeakMap<LeftOut, Description>();

interface Description {
  readonly kept: RunState['kept'];
  readonly boundary: string | undefined;
  readonly language: RunState['language'];
  readonly text: string;
}

function describe(state: RunState): string {
  const { boundary = '', language } = state;
  const { exchanges, turns, calls, more } = leftOutOf(state);
  const wording = wordingFor(language);
  const said = wording.leftOut(exchanges, turns);
  const handles = new Map(keptTexts(state).map(({ callId, handle }) => [callId, handle]));
  const lines = calls.map(({ callId, name, input, result }) => {
    const handle = handles.get(callId);
    const rest = handle === undefined ? '' : `; read_result {"handle":"${handle}"}`;
    return `${name} ${input} → ${wording.callResult[result]}${rest}`;
  });
  const others = Object.entries(more).map(([name, count]) => `${name} × ${count}`);
  if (others.length > 0) lines.unshift(wording.otherCalls(others.slice(0, 30).join(', ')));
  if (lines.length === 0) return said;
  const text = cleanText(lines.join('\n'), boundary);
  const list = enclose(text, { boundary, tool: 'earlier_calls', trusted: false });
  return `${said} ${wording.leftOutCalls}\n${list}`;
}
