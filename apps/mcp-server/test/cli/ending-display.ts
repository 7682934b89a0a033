/** A program with a live display that ends in the way its argument says. */
import { showRun } from '../../src/cli/display/show-run.ts';

const [, , how = ''] = process.argv;
const style = { colours: false, unicode: true };
showRun({ stream: process.stderr, style, language: 'en' });
setInterval(() => undefined, 1_000);
if (how === 'throw') throw new Error('a crash');
if (how === 'exit') process.exit(3);
if (how === 'reject') void Promise.reject(new Error('a crash'));
if (how.startsWith('SIG')) process.kill(process.pid, how);
