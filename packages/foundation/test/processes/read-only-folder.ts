// Gives up root's rights where it has them, then tries to write into a folder that only its owner may change.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { appendRecord, JournalError, readRecords, writeFileAtomic } from '../../src/journal.ts';

const nobody = 65_534;
const [folder = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) process.setuid?.(nobody);
const path = join(folder, 'journal.jsonl');
const actions = [
  () => appendRecord(path, { n: 1 }),
  () => writeFileAtomic(join(folder, 'snapshot.json'), '[]'),
  () => readRecords(path),
];
for (const action of actions) {
  try {
    await action();
    writeSync(1, 'ok\n');
  } catch (error) {
    writeSync(1, `${error instanceof JournalError ? error.code : String(error)}\n`);
  }
}
