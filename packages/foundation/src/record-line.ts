import { JournalError } from './journal-error.ts';
import type { Json } from './tool.ts';

/** One line for one record. A number alone is refused: cut off by a full disk, `123` would read as a whole `12`. */
export function recordToLine(record: Json): string {
  const line = stringify(record);
  if (line === undefined || typeof record === 'number') {
    throw new JournalError('invalid_input', 'A record must be a JSON object, array or text.');
  }
  return line;
}

/** The type promises JSON; a circle, a BigInt or a function from JavaScript is none. */
function stringify(record: Json): string | undefined {
  try {
    return JSON.stringify(record);
  } catch {
    return undefined;
  }
}
