// Gives up root's rights where it has them, then uses stores in a folder that only its owner may change.
import { writeSync } from 'node:fs';
import { createMemoryStore, createSkillStore, StoreError } from '../../src/index.ts';

const nobody = 65_534;
const [directory = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) process.setuid?.(nobody);
const memories = createMemoryStore({ directory });
const skills = createSkillStore({ directory });
const codeOf = (error: unknown): string =>
  error instanceof StoreError ? error.code : String(error);
const actions = [
  () => memories.recall({ tags: ['tea'] }).then((list) => `recalled ${list.length}`),
  () => memories.remember({ type: 'fact', content: 'new' }).then(() => 'remembered'),
  () => skills.list().then((list) => `listed ${list.length}`),
  () => memories.close().then(() => 'closed'),
  () => skills.close().then(() => 'closed'),
];
for (const action of actions) writeSync(1, `${await action().catch(codeOf)}\n`);
