// What the package costs a program before the first call: CPU time of importing it, and bytes to download.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { importCosts } from '../import-cost.mjs';
import { median } from '../measure.mjs';

const PACKAGE = fileURLToPath(new URL('../../packages/core-tools', import.meta.url));
const IMPORTS = {
  calculator: ['@mini-agent/core-tools/calculator'],
  units: ['@mini-agent/core-tools/units'],
  text: ['@mini-agent/core-tools/text'],
  datetime: ['@mini-agent/core-tools/datetime'],
  random: ['@mini-agent/core-tools/random'],
  root: ['@mini-agent/core-tools', 'zod'],
  zod: ['zod'],
};

export function benchSize(report) {
  const cost = Object.fromEntries(
    Object.entries(importCosts(IMPORTS)).map(([name, values]) => [name, median(values)]),
  );
  const text = (milliseconds) => `${milliseconds.toFixed(1)} ms`;
  report.table(
    'Import, CPU time in a fresh process',
    ['entry', 'cost'],
    [
      ['`/calculator`', report.atMost('import of /calculator', cost.calculator, 5, text)],
      ...['units', 'text', 'datetime', 'random'].map((name) => [`\`/${name}\``, text(cost[name])]),
      ['the root, beyond `zod`', report.atMost('import of the root', cost.root, 10, text)],
      ['`zod` itself', text(cost.zod)],
    ],
  );
  const size = packedSize();
  report.table(
    'Size',
    ['what', 'kB'],
    [['packed package', report.atMost('packed size, kB', size / 1000, 150, (kB) => kB.toFixed(0))]],
  );
}

function packedSize() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(npm, ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: PACKAGE,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = Object.values(JSON.parse(output));
  return packed.size;
}
