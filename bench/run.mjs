// npm run bench [-- SUITE …]: measures the built packages beside what a user could pick instead. Prints Markdown, and fails
// when a limit is missed.
import { createReport } from './report.mjs';

const suites = {
  'core-tools': async (report) => {
    const { benchCoreTools } = await import('./core-tools/suite.mjs');
    benchCoreTools(report);
  },
  'llm-router': async (report) => {
    const { benchRouter } = await import('./llm-router/suite.mjs');
    await benchRouter(report);
  },
  agent: async (report) => {
    const { benchAgent } = await import('./agent/loop.mjs');
    await benchAgent(report);
  },
  'tool-manager': async (report) => {
    const { benchToolManager } = await import('./tool-manager/suite.mjs');
    await benchToolManager(report);
  },
  rules: async (report) => {
    const { benchRules } = await import('./rules/suite.mjs');
    await benchRules(report);
  },
  soak: async (report) => {
    const { benchSoak } = await import('./agent/soak.mjs');
    await benchSoak(report);
  },
  server: async (report) => {
    const { benchServer } = await import('./server/suite.mjs');
    await benchServer(report);
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(
    `Unknown suite ${unknown.join(', ')}; there are: ${Object.keys(suites).join(', ')}`,
  );
  process.exit(2);
}
const report = createReport();
for (const name of wanted.length > 0 ? wanted : Object.keys(suites)) {
  console.log(`\n## ${name}`);
  await suites[name](report);
}
if (report.missed.length > 0) {
  console.log(`\nMissed:\n${report.missed.map((line) => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
}
