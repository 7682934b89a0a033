// Counts a number of uses of one skill, and ends without closing the store.
import { createSkillStore } from '../../src/index.ts';

const [directory = '', id = '', name = '', count = '0'] = process.argv.slice(2);
const store = createSkillStore({ directory });
for (let n = 0; n < Number(count); n += 1) await store.use(id, `${name} ${n}`);
