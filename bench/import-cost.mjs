// What importing costs: as a module, measures it in fresh processes; as a program (node import-cost.mjs ENTRY [FIRST]), is
// such a process and prints the CPU milliseconds of importing ENTRY after FIRST.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROUNDS = 15;
const PROGRAM = fileURLToPath(import.meta.url);

if (process.argv[1] === PROGRAM) {
  const [entry, first] = process.argv.slice(2);
  if (first !== undefined) await import(first);
  const before = process.cpuUsage();
  await import(entry);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
}

/**
 * CPU milliseconds of each round, by name; the rounds of all names take turns.
 *
 * @param imports by name: what is imported, and what has been imported before
 */
export function importCosts(imports) {
  const costs = Object.fromEntries(Object.keys(imports).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, words] of Object.entries(imports)) {
      const output = execFileSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });
      costs[name].push(Number(output));
    }
  }
  return costs;
}
