// Rule mode, tools included: what the first task costs in a fresh process, and every later one.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { median, quantile } from '../measure.mjs';
import { bundleRules, zodUrl } from './bundle.mjs';
import { createRun } from './run-task.mjs';

const PROGRAM = fileURLToPath(new URL('first-task.mjs', import.meta.url));
const TABLES = new URL('../../apps/mcp-server/test/rules/tables/', import.meta.url);
const PROCESSES = 9;
const WARM_UP_ROUNDS = 4;
const ROUNDS = 7;
const LOAD_LIMIT_MS = 20;
const TASK_LIMIT_MS = 0.5;
const LONG_TASK_LIMIT_MS = 5;
const LONG = '10,000 characters of something else';

/** A first task of each family, with the tools it calls. */
const FIRST_TASKS = [
  ['calculate 2+2', 'calculator'],
  ['what is 15% of 80 and generate a uuid', 'calculator', 'random_gen'],
  ['100厘米等于多少英寸', 'unit_convert'],
  ['生成一个16位密码', 'random_gen'],
  ['days between 2024-01-01 and 2024-12-31', 'datetime_info'],
  ['time in Tokyo', 'datetime_info'],
  ['把“hello”转成大写', 'text_transform'],
  ['write a poem about love'],
];

export async function benchRules(report) {
  const bundle = await bundleRules();
  try {
    reportFirstTasks(report, bundle.path);
    const rules = await import(bundle.path);
    await reportWarmTasks(report, rules);
  } finally {
    bundle.remove();
  }
}

const milliseconds = (value) => `${value.toFixed(2)} ms`;

function reportFirstTasks(report, bundle) {
  const results = FIRST_TASKS.map(() => []);
  for (let round = 0; round < PROCESSES; round += 1) {
    for (const [index, words] of FIRST_TASKS.entries()) {
      const output = execFileSync(process.execPath, [PROGRAM, zodUrl, bundle, ...words], {
        encoding: 'utf8',
      });
      results[index].push(JSON.parse(output));
    }
  }
  report.table(
    `First task in a fresh process beyond \`zod\`, CPU time, median of ${PROCESSES}`,
    ['task', 'load of rules and tools', 'load and answer'],
    FIRST_TASKS.map(([task], index) => [
      task,
      report.atMost(
        `load for "${task}"`,
        median(results[index].map(({ load }) => load)),
        LOAD_LIMIT_MS,
        milliseconds,
      ),
      milliseconds(median(results[index].map(({ all }) => all))),
    ]),
  );
}

/** The tasks of the tests, as people type them. */
function tableTasks() {
  return readdirSync(TABLES)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => readFileSync(new URL(name, TABLES), 'utf8').split('\n'))
    .filter((line) => line.includes(' => '))
    .map((line) => {
      const at = line.lastIndexOf(' => ');
      return { task: line.slice(0, at).replaceAll('⏎', '\n'), meaning: line.slice(at + 4) };
    });
}

const SENTENCE = 'The committee met in the old hall and talked about the harvest, the roads. ';

function longTasks() {
  const prose = SENTENCE.repeat(140).slice(0, 10_000);
  return [
    prose,
    `summarize: ${prose}`.slice(0, 10_000),
    '今天我们讨论了很多问题，没有结论。'.repeat(600).slice(0, 10_000),
  ];
}

function groupsOf(rules) {
  const tasks = tableTasks();
  const done = tasks.filter(({ meaning }) => meaning !== '-');
  const single = done.filter(({ meaning }) => !meaning.includes(' ; '));
  const isChinese = ({ task }) => rules.detectLanguage(task) === 'zh';
  return {
    English: single.filter((row) => !isChinese(row)),
    Chinese: single.filter(isChinese),
    compound: done.filter(({ meaning }) => meaning.includes(' ; ')),
    abstaining: tasks.filter(({ meaning }) => meaning === '-'),
    [LONG]: longTasks().map((task) => ({ task, meaning: '-' })),
  };
}

async function reportWarmTasks(report, rules) {
  const run = createRun(rules, rules.ruleFamilies);
  const groups = groupsOf(rules);
  const best = new Map();
  const means = Object.fromEntries(Object.keys(groups).map((name) => [name, []]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [name, tasks] of Object.entries(groups)) {
      const before = process.cpuUsage();
      for (const { task } of tasks) {
        const started = performance.now();
        await run(task);
        const time = performance.now() - started;
        if (round >= WARM_UP_ROUNDS) best.set(task, Math.min(best.get(task) ?? time, time));
      }
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UP_ROUNDS) means[name].push((user + system) / 1000 / tasks.length);
    }
  }
  const rows = Object.entries(groups).map(([name, tasks]) => {
    const rest = tasks.map(({ task }) => ({ task, time: best.get(task) }));
    const all = rest.map(({ time }) => time);
    const limit = name === LONG ? LONG_TASK_LIMIT_MS : TASK_LIMIT_MS;
    const limited = (what, value) => report.atMost(what, value, limit, milliseconds);
    const worst = rest.reduce((left, right) => (right.time > left.time ? right : left));
    return [
      name,
      String(tasks.length),
      milliseconds(median(means[name])),
      limited(`warm task, ${name}, p50`, quantile(all, 0.5)),
      milliseconds(quantile(all, 0.99)),
      `${milliseconds(worst.time)}: ${excerpt(worst.task)}`,
    ];
  });
  const allTasks = Object.values(groups).flat().length;
  const everything = Object.entries(groups).reduce(
    (sum, [name, tasks]) => sum + median(means[name]) * tasks.length,
    0,
  );
  rows.push([
    'all of them',
    String(allTasks),
    report.atMost('warm task, mean of CPU', everything / allTasks, TASK_LIMIT_MS, milliseconds),
    '',
    '',
    '',
  ]);
  report.table(
    `Warm task with its tools; wall time, each the best of ${ROUNDS}, and the mean of the CPU time with everything`,
    ['tasks', 'number', 'mean of CPU', 'p50', 'p99', 'worst'],
    rows,
  );
}

function excerpt(task) {
  const line = task.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
