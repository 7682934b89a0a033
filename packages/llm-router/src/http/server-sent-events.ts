/** Takes a text/event-stream apart (WHATWG HTML §9.2), wherever its parts are split. Only the data of events matters here. */
export interface EventDecoder {
  /** The data of each event that `text` completes. */
  push(text: string): readonly string[];
  /** The data of a last event that no blank line ended. */
  end(): readonly string[];
}

export function createEventDecoder(): EventDecoder {
  let rest = '';
  let data: string[] = [];
  let first = true;
  const flush = (): readonly string[] => {
    if (data.length === 0) return [];
    const lines = data;
    data = [];
    return [lines.join('\n')];
  };
  const line = (text: string): readonly string[] => {
    if (text === '') return flush();
    // Some servers leave out the blank line between events; a new JSON object then starts a new event.
    const value = /^data:[ ]?/.test(text) ? text.slice(text[5] === ' ' ? 6 : 5) : undefined;
    if (value === undefined) return [];
    const starts = data.length > 0 && (value.startsWith('{') || value === '[DONE]');
    const done = starts ? flush() : [];
    data.push(value);
    return done;
  };
  return {
    push: (text) => {
      let input = rest + text;
      if (first && input !== '') {
        first = false;
        if (input.startsWith('\uFEFF')) input = input.slice(1);
      }
      const events: string[] = [];
      let from = 0;
      for (let at = nextBreak(input, 0); at >= 0; at = nextBreak(input, from)) {
        // A CR at the very end may be half of a CRLF.
        if (input[at] === '\r' && at === input.length - 1) break;
        events.push(...line(input.slice(from, at)));
        from = input[at] === '\r' && input[at + 1] === '\n' ? at + 2 : at + 1;
      }
      rest = input.slice(from);
      return events;
    },
    end: () => {
      const last = rest.replace(/\r$/, '');
      rest = '';
      return [...(last === '' ? [] : line(last)), ...flush()];
    },
  };
}

function nextBreak(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const carriage = text.indexOf('\r', from);
  if (feed < 0 || carriage < 0) return Math.max(feed, carriage);
  return Math.min(feed, carriage);
}
