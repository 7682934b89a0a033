// Compacts until it is killed and prints a line for each time.
import { writeSync } from 'node:fs';
import { openNumbers } from './numbers-journal.ts';

const [folder = ''] = process.argv.slice(2);
const journal = openNumbers(folder);
for (;;) {
  if (await journal.compact()) writeSync(1, 'compacted\n');
  await new Promise((resolve) => setTimeout(resolve, 3));
}
