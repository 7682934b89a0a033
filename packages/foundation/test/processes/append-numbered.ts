// Appends {from, n} for n = 0 … count-1 and prints each n after it was acknowledged.
import { writeSync } from 'node:fs';
import { appendRecord } from '../../src/journal.ts';

const [path = '', name = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n += 1) {
  await appendRecord(path, { from: name, n, text: '一'.repeat(100) });
  writeSync(1, `${n}\n`);
}
