// One way of doing the run, in a process of its own, as in a program that uses only that one: node way.mjs NAME BASE_URL.
// At each message it answers with the CPU nanoseconds of a run.
import { runBatch } from '../measure.mjs';
import { ways } from './ways.mjs';

const ANSWER = '2 + 3 * 4 is 14.';
const WARM_UP_RUNS = 400;

const [name, baseUrl] = process.argv.slice(2);
const run = await ways[name](baseUrl);
for (let count = 0; count < WARM_UP_RUNS; count += 1) {
  const answer = await run();
  if (answer !== ANSWER) throw new Error(`${name} answered ${answer}`);
}
process.on('message', async () => process.send(await runBatch(run)));
process.send('ready');
