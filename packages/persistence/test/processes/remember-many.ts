// Remembers a number of texts, each on its own or all the same, and prints how many were acknowledged.
import { writeSync } from 'node:fs';
import { createMemoryStore } from '../../src/index.ts';

const [directory = '', name = '', count = '0', kind = 'different'] = process.argv.slice(2);
const store = createMemoryStore({ directory });
for (let n = 0; n < Number(count); n += 1) {
  const content = kind === 'same' ? 'the same text' : `text ${n} of ${name}`;
  await store.remember({ type: 'fact', content, tags: [name] });
  writeSync(1, `${n}\n`);
}
await store.close();
