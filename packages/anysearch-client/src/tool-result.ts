import type { Secret } from '@mini-agent/foundation/secret';
import { AnySearchError } from './errors.ts';
import { failureOf, isQuotaNotice } from './failure.ts';
import { isFields } from './rpc-answer.ts';
import type { Fields } from './rpc-answer.ts';
import { quotable } from './upstream-text.ts';

export interface UpstreamText {
  readonly text: string;
  readonly meta: Fields;
}

export interface ExpectedText {
  /** Recognises an answer by how it begins. */
  readonly expected: (text: string) => boolean;
  /** True where each section tells its own failure, also when all of them failed. */
  readonly isSectioned?: boolean;
}

/**
 * The text of a `tools/call` result. A result is only taken for one when `expected` recognises how it begins: quota
 * notices were seen to arrive as ordinary results.
 */
export function toolText(
  result: Fields,
  { expected, isSectioned = false }: ExpectedText,
  known: readonly Secret[],
): UpstreamText {
  const text = joinText(result['content']);
  if (result['isError'] === true && !(isSectioned && expected(text)))
    throw failureOf({ text }, known);
  if ('auto_registered' in result || 'new_key' in result) {
    throw failureOf({ text: '', symbol: 'daily_free_quota_exhausted' }, known);
  }
  if (expected(text)) {
    return { text: hide(text, known), meta: isFields(result['_meta']) ? result['_meta'] : {} };
  }
  if (isQuotaNotice(text)) throw failureOf({ text }, known);
  const quote = (quotable(text, known) ?? '').slice(0, 200);
  throw new AnySearchError(
    'layout_changed',
    text === ''
      ? `AnySearch answered without text${kindsOf(result['content'])}.`
      : `AnySearch answered in a form that is not known: ${quote}`,
  );
}

/** A page may echo what was sent to it; the key in use never goes on. */
function hide(text: string, known: readonly Secret[]): string {
  return known.reduce((clean, key) => clean.replaceAll(key.reveal(), '[secret]'), text);
}

function joinText(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block: unknown) => {
      const text = isFields(block) && block['type'] === 'text' ? block['text'] : undefined;
      return typeof text === 'string' ? [text] : [];
    })
    .join('\n');
}

function kindsOf(content: unknown): string {
  if (!Array.isArray(content) || content.length === 0) return '';
  const kinds = content.map((block: unknown) => {
    const kind = isFields(block) ? block['type'] : undefined;
    return typeof kind === 'string' ? kind.slice(0, 30) : 'unknown';
  });
  return ` (only ${[...new Set(kinds)].join(', ')})`;
}
