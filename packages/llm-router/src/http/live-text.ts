import type { ModelEvent } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { nonEmptyString } from '../json.ts';
import { readContent } from '../reply/content-parts.ts';
import type { SecretFilter } from './secret-filter.ts';

const open = '<think>';
const close = '</think>';

/** Passes the deltas of one stream on to a listener. */
export interface LiveText {
  readonly push: (delta: JsonObject) => void;
  /** The reply is whole: what was held back is told. */
  readonly end: () => void;
}

/**
 * Passes the deltas of a stream on as they come. Thinking that stands in the text between `<think>` and `</think>` is reported as
 * reasoning; a tag may be split anywhere, and so may a key of ours, which is never told.
 */
export function createLiveText(
  onEvent: (event: ModelEvent) => void,
  filter: SecretFilter,
): LiveText {
  const filters = { text: filter.createLive(), reasoning: filter.createLive() };
  const tell = (type: 'text' | 'reasoning', delta: string): void => {
    if (delta !== '') onEvent({ type, delta });
  };
  const emit = (type: 'text' | 'reasoning', delta: string): void => {
    if (delta !== '') tell(type, filters[type].push(delta));
  };
  const splitter = createThinkSplitter(emit);
  return {
    push: (delta) => {
      const content = readContent(delta['content']);
      emit(
        'reasoning',
        nonEmptyString(delta['reasoning_content']) ??
          nonEmptyString(delta['reasoning']) ??
          content.reasoning,
      );
      if (content.text !== '') splitter.push(content.text);
    },
    end: () => {
      splitter.end();
      tell('reasoning', filters.reasoning.end());
      tell('text', filters.text.end());
    },
  };
}

function createThinkSplitter(emit: (type: 'text' | 'reasoning', delta: string) => void): {
  readonly push: (piece: string) => void;
  readonly end: () => void;
} {
  let mode: 'start' | 'thinking' | 'answer' = 'start';
  let held = '';
  const push = (piece: string): void => {
    held += piece;
    if (mode === 'start') {
      const text = held.trimStart();
      if (text.length < open.length && open.startsWith(text)) return;
      mode = text.startsWith(open) ? 'thinking' : 'answer';
      if (mode === 'thinking') held = text.slice(open.length);
    }
    if (mode === 'thinking') {
      const at = held.indexOf(close);
      const end = at >= 0 ? at : held.length - partialTail(held);
      emit('reasoning', held.slice(0, end));
      held = at >= 0 ? held.slice(at + close.length).trimStart() : held.slice(end);
      if (at < 0) return;
      mode = 'answer';
    }
    emit('text', held);
    held = '';
  };
  return {
    push,
    end: () => {
      emit(mode === 'thinking' ? 'reasoning' : 'text', held);
      held = '';
    },
  };
}

/** How many characters at the end may be the beginning of the closing tag. */
function partialTail(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length -= 1) {
    if (close.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
