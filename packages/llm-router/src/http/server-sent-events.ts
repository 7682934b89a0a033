import { parseJson } from '../json.ts';

/** Takes a text/event-stream apart (WHATWG HTML §9.2), wherever its parts are split. Only the data of events matters here. */
export interface EventDecoder {
  /** The data of each event that `text` completes. */
  push(text: string): readonly string[];
  /** The data of a last event that no blank line ended. */
  end(): readonly string[];
}

export function createEventDecoder(): EventDecoder {
  let open: string[] = [];
  let endsInBreak = false;
  let data: string[] = [];
  let isFirst = true;
  const flush = (): readonly string[] => {
    if (data.length === 0) return [];
    const lines = data;
    data = [];
    return [lines.join('\n')];
  };
  const line = (text: string): readonly string[] => {
    if (text === '') return flush();
    // Some servers leave out the blank line between events; after a whole JSON object a new one then starts a new event.
    const value = /^data:[ ]?/.test(text) ? text.slice(text[5] === ' ' ? 6 : 5) : undefined;
    if (value === undefined) return [];
    const starts =
      data.length > 0 && (value.startsWith('{') || value === '[DONE]') && isWhole(data);
    const done = starts ? flush() : [];
    data.push(value);
    return done;
  };
  return {
    push: (text) => {
      if (text === '') return [];
      const part = isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
      isFirst = false;
      open.push(part);
      // Taken together only when a line ends: one of many megabytes comes in a thousand parts.
      if (!endsInBreak && !/[\r\n]/.test(part)) return [];
      const input = open.join('');
      const events: string[] = [];
      let from = 0;
      const next = breaksOf(input);
      for (let at = next(0); at >= 0; at = next(from)) {
        // A CR at the very end may be half of a CRLF.
        if (input[at] === '\r' && at === input.length - 1) break;
        events.push(...line(input.slice(from, at)));
        from = input[at] === '\r' && input[at + 1] === '\n' ? at + 2 : at + 1;
      }
      open = [input.slice(from)];
      endsInBreak = input.endsWith('\r') && from < input.length;
      return events;
    },
    end: () => {
      const last = open.join('').replace(/\r$/, '');
      open = [];
      endsInBreak = false;
      return [...(last === '' ? [] : line(last)), ...flush()];
    },
  };
}

function isWhole(lines: readonly string[]): boolean {
  return parseJson(lines.join('\n')) !== undefined;
}

/** Finds the next CR or LF, and searches a text without CR for it only once. */
function breaksOf(text: string): (from: number) => number {
  let carriage = text.indexOf('\r');
  return (from) => {
    if (carriage >= 0 && carriage < from) carriage = text.indexOf('\r', from);
    const feed = text.indexOf('\n', from);
    return feed < 0 || carriage < 0 ? Math.max(feed, carriage) : Math.min(feed, carriage);
  };
}
