// Remembers a number of texts and closes the store, or the same text each time and leaves the store open; prints each
// one that was acknowledged.
import { writeSync } from 'node:fs';
import { createMemoryStore } from '../../src/index.ts';

const [directory = '', name = '', count = '0', kind = 'different'] = process.argv.slice(2);
const store = createMemoryStore({ directory });
for (let n = 0; n < Number(count); n += 1) {
  const content = kind === 'same' ? 'the same text' : `text ${n} of ${name}`;
  await store.remember({ type: 'fact', content, tags: [name] });
  writeSync(1, `${n}\n`);
}
if (kind === 'different') await store.close();
