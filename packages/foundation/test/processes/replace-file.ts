// Replaces a file by a text of that many bytes; prints the error's code if it fails.
import { writeSync } from 'node:fs';
import { JournalError, writeFileAtomic } from '../../src/journal.ts';

const [path = '', bytes = '0'] = process.argv.slice(2);
try {
  await writeFileAtomic(path, 'x'.repeat(Number(bytes)));
  writeSync(1, 'written\n');
} catch (error) {
  writeSync(1, `${error instanceof JournalError ? error.code : String(error)}\n`);
}
