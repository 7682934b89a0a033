import type { ChatMessage } from '@mini-agent/foundation/chat';
import { isPlainObject } from './plain-json.ts';
import type { RunState } from './run-state.ts';

/** The whole text of a result of which the model read only a part. It is clean already, so that offsets mean the same everywhere. */
export interface KeptText {
  /** `r1`, `r2` …, never given twice in a conversation. */
  readonly handle: string;
  readonly callId: string;
  readonly tool: string;
  readonly trusted: boolean;
  readonly text: string;
  /** How long the text was, where only its beginning is kept. */
  readonly total?: number;
}

/**
 * What all kept texts hold together, in UTF-16 units, and how many there are; the oldest go first. A saved state is at most
 * that much longer, which takes a few milliseconds to write as JSON.
 */
export const keptTotal = 1_000_000;
const mostKept = 200;

/** The kept texts of a state, oldest first. States are read from files: what is no kept text is left out. */
export function keptTexts({ kept }: Pick<RunState, 'kept'>): readonly KeptText[] {
  const given: unknown = kept;
  if (!Array.isArray(given)) return [];
  return given.every(isKept) ? given : given.filter(isKept);
}

function isKept(value: unknown): value is KeptText {
  if (!isPlainObject(value) || numberOf(value['handle']) === 0) return false;
  const { total = 0 } = value;
  if (typeof total !== 'number') return false;
  return ['callId', 'tool', 'text'].every((key) => typeof value[key] === 'string');
}

/** The number of a handle, 0 for what is none. */
export function numberOf(handle: unknown): number {
  const [, digits] = typeof handle === 'string' ? (/^r([1-9]\d{0,8})$/.exec(handle) ?? []) : [];
  return Number(digits ?? 0);
}

export interface Keeping {
  /** Without what no longer fits. */
  readonly kept: readonly KeptText[];
  readonly handle: string;
}

/** Keeps a text under the next handle; of one that is longer than `share` only the beginning. */
export function keepText(
  kept: readonly KeptText[],
  text: Omit<KeptText, 'handle' | 'total'>,
  { messages, share = keptTotal }: KeepOptions,
): Keeping {
  const last = numberOf(kept.at(-1)?.handle) || lastMentioned(messages);
  const handle = `r${last + 1}`;
  const isLong = text.text.length > share;
  const newest: KeptText = {
    ...text,
    handle,
    ...(isLong && {
      text: text.text.slice(0, share).replace(/[\ud800-\udbff]$/, ''),
      total: text.text.length,
    }),
  };
  let room = keptTotal - newest.text.length;
  const older = kept.slice(1 - mostKept);
  let first = older.length;
  while (first > 0 && (room -= older[first - 1]?.text.length ?? 0) >= 0) first -= 1;
  return { kept: [...older.slice(first), newest], handle };
}

export interface KeepOptions {
  /** The conversation: what an earlier task kept may be gone, but its handles still stand in the texts. */
  readonly messages: readonly ChatMessage[];
  readonly share?: number;
}

function lastMentioned(messages: readonly ChatMessage[]): number {
  const numbers = messages.flatMap((message) =>
    message.role === 'tool'
      ? [...message.content.matchAll(/read_result \{"handle":"r(\d{1,6})"/g)].map(([, digits]) =>
          Number(digits),
        )
      : [],
  );
  return Math.max(0, ...numbers);
}
