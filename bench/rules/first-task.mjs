// node first-task.mjs ZOD BUNDLE TASK TOOL …, in a fresh process: prints the CPU milliseconds of loading what the task needs (the
// rules and the code of the tools), and of the whole way from nothing to its answer.
import { createRun } from './run-task.mjs';

const [zod, bundle, task, ...tools] = process.argv.slice(2);
await import(zod);

/** CPU milliseconds of `work`. */
async function cost(work) {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, milliseconds: (user + system) / 1000 };
}

const imported = await cost(() => import(bundle));
const rules = imported.value;
const families = rules.ruleFamilies.filter(({ concerns }) => concerns.test(task.toLowerCase()));
const loaded = await cost(() =>
  Promise.all([
    ...families.map((family) => family.load()),
    ...tools.map((tool) => rules.toolCode[tool]()),
  ]),
);
const load = imported.milliseconds + loaded.milliseconds;
const first = await cost(() => createRun(rules, rules.ruleFamilies)(task));
console.log(JSON.stringify({ load, all: load + first.milliseconds }));
