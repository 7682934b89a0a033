// Appends one record for each given size and prints `ok` or the error's code for each.
import { writeSync } from 'node:fs';
import { appendRecord, JournalError } from '../../src/journal.ts';

const [path = '', ...sizes] = process.argv.slice(2);
for (const [n, size] of sizes.entries()) {
  try {
    await appendRecord(path, { n, text: 'x'.repeat(Number(size)) });
    writeSync(1, 'ok\n');
  } catch (error) {
    writeSync(1, `${error instanceof JournalError ? error.code : String(error)}\n`);
  }
}
