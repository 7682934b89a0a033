import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';
import { observationLimit } from './fence.ts';
import { keptTexts, numberOf, type KeptText } from './kept-texts.ts';
import type { ToolsByName } from './loop-ladder.ts';
import type { RunState } from './run-state.ts';
import { failure, type FailedOutcome } from './tool-outcome.ts';
import { wordingFor } from './wording.ts';

const name = 'read_result';

/** The one tool of the loop itself: it reads on in a result that was too long. */
const readResult: ToolDescriptor = {
  name,
  title: 'Read result',
  description:
    'Reads a part of an earlier tool result that was too long and was cut. The mark in the cut text names the handle and the offset where the omitted part begins.',
  inputSchema: {
    type: 'object',
    properties: {
      handle: {
        type: 'string',
        description: 'The handle in the mark of the cut text, such as r1.',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        description: 'The first character to read, counted from 0. Default 0.',
      },
      length: {
        type: 'integer',
        minimum: 1,
        maximum: observationLimit,
        description: `How many characters to read. Default and most: ${observationLimit}.`,
      },
    },
    required: ['handle'],
    additionalProperties: false,
  },
  annotations: {
    readOnly: true,
    idempotent: true,
    openWorld: false,
    destructive: false,
    // What it reads is as trusted as the result it was cut from.
    untrustedOutput: true,
  },
  polling: false,
};

/** Whether a call is for the loop's own tool: a runner that has one of that name keeps it, and then nothing is kept. */
export function readsResult(call: Pick<ToolCall, 'name'>, tools: ToolsByName): boolean {
  return call.name === name && !tools.has(name);
}

/** The tools a call may mean, the loop's own one included. */
export function withOwnTool(tools: ToolsByName): ToolsByName {
  if (tools.has(name)) return tools;
  const known = completed.get(tools) ?? new Map(tools).set(name, readResult);
  completed.set(tools, known);
  return known;
}

const completed = new WeakMap<ToolsByName, ToolsByName>();

/** Models keep what they worked out about a list, so that the same tools must be the same list again. */
const offered = new WeakMap<readonly ToolDescriptor[], readonly ToolDescriptor[]>();

/** The tools a request lists: from the first text that is kept on, also the one that reads it. */
export function offeredTools(
  tools: readonly ToolDescriptor[],
  state: Pick<RunState, 'kept'>,
): readonly ToolDescriptor[] {
  if (state.kept === undefined || keptTexts(state).length === 0) return tools;
  if (tools.some((tool) => tool.name === name)) return tools;
  const known = offered.get(tools);
  if (known) return known;
  const list = [...tools, readResult];
  offered.set(tools, list);
  return list;
}

/** Where a range of a kept text is. */
export interface Range {
  readonly handle: string;
  readonly offset: number;
  readonly total: number;
}

/** The outcome of a call of `read_result`, from the state alone. */
export function answerFromKept(state: RunState, call: ToolCall): ToolOutcome {
  const args = call.arguments.ok ? call.arguments.value : {};
  const { badRange, offsetPastEnd } = wordingFor(state.language);
  const unknown = Object.keys(args).find((key) => !['handle', 'offset', 'length'].includes(key));
  if (unknown !== undefined) return refused(call, badRange(unknown.slice(0, 64)));
  const offset = countOf(args['offset'], 0);
  const length = countOf(args['length'], observationLimit);
  if (offset === undefined) return refused(call, badRange('offset'));
  if (length === undefined || length === 0) return refused(call, badRange('length'));
  const kept = find(state, args['handle']);
  if (kept === undefined) return notKept(state, call, args['handle']);
  const { handle, text, trusted } = kept;
  if (offset >= text.length) {
    return refused(call, offsetPastEnd(handle, text.length, kept.total ?? text.length));
  }
  const start = isSplit(text, offset) ? offset - 1 : offset;
  let end = Math.min(text.length, start + Math.min(length, observationLimit));
  if (isSplit(text, end)) end += end - 1 > start ? -1 : 1;
  const total = kept.total ?? text.length;
  const data = { handle, offset: start, total };
  return {
    ...{ callId: call.id, ok: true, trusted, text: text.slice(start, end), data },
    ...(end < text.length && { truncated: true, next: { handle, offset: end } }),
    ...{ durationMs: 0, tries: 0 },
  };
}

/** The range that an outcome of `read_result` holds. */
export function rangeOf(data: JsonObject | undefined): Range | undefined {
  const { handle, offset, total } = data ?? {};
  if (typeof handle !== 'string' || typeof offset !== 'number' || typeof total !== 'number') {
    return undefined;
  }
  return { handle, offset, total };
}

function refused(call: ToolCall, message: string): FailedOutcome {
  const { inputSchema: expected } = readResult;
  return { ...failure(call, 'invalid_arguments', message), expected, retry: true };
}

function notKept(state: RunState, call: ToolCall, given: unknown): FailedOutcome {
  const { droppedHandle, unknownHandle } = wordingFor(state.language);
  const texts = keptTexts(state);
  const known = texts.slice(-20).map(({ handle }) => handle);
  const number = numberOf(plain(given));
  const first = numberOf(texts[0]?.handle);
  const isGone = number > 0 && (first === 0 || number < first);
  if (isGone) return failure(call, 'tool_error', droppedHandle(`r${number}`, known));
  const shown = typeof given === 'string' ? given.slice(0, 64) : JSON.stringify(given ?? null);
  return refused(call, unknownHandle(shown.slice(0, 64), known));
}

/** Models write a handle in quotes, in capitals, or without its letter. */
function find(state: RunState, given: unknown): KeptText | undefined {
  const wanted = plain(given);
  return keptTexts(state).findLast(({ handle }) => handle === wanted);
}

function plain(given: unknown): string {
  const written = typeof given === 'number' ? String(given) : given;
  if (typeof written !== 'string') return '';
  const text = written.slice(0, 64).normalize('NFKC').toLowerCase();
  const [, digits] = /^(?:handle)?r?0*(\d{1,9})$/.exec(text.replace(/[^\p{L}\p{N}-]/gu, '')) ?? [];
  return digits === undefined ? '' : `r${digits}`;
}

/** A whole number from 0, also one that came as text; undefined for anything else. */
function countOf(given: unknown, otherwise: number): number | undefined {
  if (given === undefined || given === null) return otherwise;
  const isDigits = typeof given === 'string' && /^\s*\d{1,15}\s*$/.test(given);
  const count = isDigits ? Number(given) : given;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** Whether a cut at `index` would part a surrogate pair. */
function isSplit(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}
