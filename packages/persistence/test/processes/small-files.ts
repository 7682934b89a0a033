// Remembers until files may not grow any more, recalls, and prints what came of each.
import { writeSync } from 'node:fs';
import { createMemoryStore, StoreError } from '../../src/index.ts';

const [directory = ''] = process.argv.slice(2);
const store = createMemoryStore({ directory });
const codeOf = (error: unknown): string =>
  error instanceof StoreError ? error.code : String(error);
await store.remember({ type: 'fact', content: 'fits', tags: ['small'] });
for (const content of ['x'.repeat(20_000), 'fits']) {
  const outcome = await store.remember({ type: 'fact', content }).then(() => 'remembered', codeOf);
  writeSync(1, `${outcome}\n`);
}
const found = await store
  .recall({ tags: ['small'] })
  .then((list) => `recalled ${list.length}`, codeOf);
writeSync(1, `${found}\n`);
