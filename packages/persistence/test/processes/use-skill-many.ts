// Counts a number of uses of one skill.
import { createSkillStore } from '../../src/index.ts';

const [directory = '', id = '', name = '', count = '0'] = process.argv.slice(2);
const store = createSkillStore({ directory });
for (let n = 0; n < Number(count); n += 1) await store.use(id, `${name} ${n}`);
await store.close();
