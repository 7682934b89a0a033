import { JournalError } from './journal-error.ts';
import type { Json } from './tool.ts';

/** One line for one record. A number alone is refused: cut off by a full disk, `123` would read as a whole `12`. */
export function recordToLine(record: Json): string {
  const line = JSON.stringify(record) as string | undefined;
  if (line === undefined || typeof record === 'number') {
    throw new JournalError('invalid_input', 'A record must be a JSON object, array or text.');
  }
  return line;
}
