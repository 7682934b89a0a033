// What each root script runs, in order; see run.mjs.
import { join } from 'node:path';

/** Where the test runner leaves its own report; the CI script takes the numbers from it. */
export const reportFile = join('node_modules', '.cache', 'mini-agent', 'vitest.json');

const build = { title: 'Build', command: ['turbo', 'run', 'build'] };
const lint = { title: 'Lint', command: ['eslint', '.', '--max-warnings', '0'] };
const formatCheck = { title: 'Format', command: ['prettier', '--check', '.'] };
const types = { title: 'Types', command: ['tsc'] };
const unit = {
  title: 'Tests',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ],
};

export const jobs = {
  build: [build],
  lint: [lint],
  'format:check': [formatCheck],
  format: [{ title: 'Format', command: ['prettier', '--write', '.'] }],
  typecheck: [types],
  unit: [unit],
  coverage: [{ title: 'Coverage', command: ['vitest', 'run', '--coverage'] }],
  // The benches measure built code, beside packages that nothing else installs.
  bench: [build, { title: 'Bench', command: ['node', 'bench/run.mjs'] }],
  test: [
    { title: 'Secret scan', command: ['node', 'scripts/test-secret-scan.mjs'] },
    {
      title: 'Build and packages',
      command: ['turbo', 'run', 'build', 'check:package', '--output-logs=errors-only'],
    },
    types,
    lint,
    formatCheck,
    { title: 'Unused code', command: ['knip'] },
    { title: 'Boundaries', command: ['turbo', 'boundaries'] },
    unit,
  ],
};
