/** Collects server-sent events from text that arrives in any pieces (WHATWG HTML, §9.2.6). */
export interface EventReader {
  /** The data of every `message` event that this piece completes. */
  push(text: string): readonly string[];
}

export function createEventReader(): EventReader {
  let isFirst = true;
  let heldReturn = '';
  let line: string[] = [];
  let data: string[] = [];
  let type = '';
  const take = (text: string): string | undefined => {
    if (text === '') {
      const complete = data.length > 0 && (type === '' || type === 'message');
      const event = data.join('\n');
      data = [];
      type = '';
      return complete ? event : undefined;
    }
    const colon = text.indexOf(':');
    const name = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
    return undefined;
  };
  return {
    push(given) {
      if (given === '') return [];
      const text = heldReturn + (isFirst ? given.replace(/^\uFEFF/, '') : given);
      isFirst = false;
      // Lines end in LF, CRLF or CR; a CR at the very end may be half of a CRLF and waits.
      heldReturn = text.endsWith('\r') ? '\r' : '';
      const [head = '', ...tail] = text
        .slice(0, text.length - heldReturn.length)
        .split(/\r\n|\n|\r/);
      line.push(head);
      const events: string[] = [];
      for (const part of tail) {
        const event = take(line.join(''));
        if (event !== undefined) events.push(event);
        line = [part];
      }
      return events;
    },
  };
}
