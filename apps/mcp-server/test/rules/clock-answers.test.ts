import { createCoreTools } from '@mini-agent/core-tools';
import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { Tool } from '@mini-agent/foundation/tool';
import { readTask } from '@mini-agent/llm-router/rules';
import type { TaskPart } from '@mini-agent/llm-router/rules';
import { describe, expect, test } from 'vitest';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';
import { meaningsOf, runTask } from './run-task.ts';

/** Monday, half past one in the afternoon, UTC. */
const now = Date.parse('2026-11-30T13:30:00Z');
const tools: readonly Tool[] = createCoreTools({ now: () => now });

/** The answer to a task at the moment {@link now}; none where the task is declined. */
async function answerTo(task: string): Promise<string> {
  const language = detectLanguage(task);
  const reading = readTask(task, { intents: ruleIntents, language });
  if (!reading.understood) return '';
  const texts: string[] = [];
  for (const part of reading.parts) {
    texts.push(part.match.answer(await outcomesOf(part, task), language));
  }
  return texts.join('\n');
}

async function outcomesOf(part: TaskPart, task: string): Promise<readonly ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  for (const { name, arguments: given } of part.match.calls) {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const result = await tool.execute(given, { language: detectLanguage(task) });
    outcomes.push({ callId: 'r1', durationMs: 0, tries: 1, ok: true, trusted: true, ...result });
  }
  return outcomes;
}

const answers: readonly (readonly [task: string, answer: RegExp])[] = [
  // A time of one zone in another.
  ['convert 3pm Tokyo to London', /Converted: 2026-11-30 06:00:00 Monday, Europe\/London/],
  ['what is 3pm in New York in London time', /Converted: 2026-11-30 20:00:00/],
  ['what is 12am Tokyo in UTC', /Converted: 2026-11-29 15:00:00 Sunday, UTC/],
  ['when it is noon in Paris what time is it in Beijing', /Converted: 2026-11-30 19:00:00/],
  ['convert 2024-07-01 12:00 from New York to Paris', /Converted: 2024-07-01 18:00:00/],
  ['what is 3pm London in Tokyo and New York', /2026-12-01 00:00:00[^]*2026-11-30 10:00:00/],
  ['北京时间早上8点是纽约时间几点', /Converted: 2026-11-29 19:00:00 Sunday（星期日）/],
  ['把东京15:00换算成伦敦时间', /Converted: 2026-11-30 06:00:00/],
  ['东京下午3点半是伦敦几点', /Converted: 2026-11-30 06:30:00/],
  ['伦敦中午12点时北京几点', /Converted: 2026-11-30 20:00:00/],
  // The difference between zones.
  [
    'time difference between London and Tokyo',
    /^Europe\/London \(GMT\+0\): 2026-11-30 13:30\nAsia\/Tokyo \(GMT\+9\): 2026-11-30 22:30\nDifference: Europe\/London is 9 hours behind Asia\/Tokyo at present\.$/,
  ],
  ['how many hours ahead is Mumbai of London', /Asia\/Kolkata is 5 hours 30 minutes ahead of/],
  ['time difference between Paris and Berlin', /Difference: none at present/],
  ['北京和纽约的时差是多少', /时差：目前 Asia\/Shanghai 比 America\/New_York 快 13 小时。$/],
  ['纽约比伦敦晚几小时', /America\/New_York 比 Europe\/London 慢 5 小时。$/],
  // Weeks and months, which the tool does not count in.
  ['how many weeks between 2024-01-01 and 2024-03-25', /\nIn weeks: 12 weeks$/],
  ['how many weeks from 2024-01-01 to 2024-01-11', /\nIn weeks: 1 week and 3 days$/],
  ['how many months between 2023-01-15 and 2024-03-18', /\nIn months: 14 months and 3 days$/],
  ['how many months between 2024-03-18 and 2023-01-15', /\nIn months: 14 months and 3 days$/],
  ['2024-01-01到2024-03-28有几周', /\n合 12 周零 3 天$/],
  ['2023年1月15日到2024年3月15日有几个月', /\n合 14 个月$/],
  // Times of day.
  ['how many hours between 9:00 and 17:30', /\nDuration: 8 hours 30 minutes$/],
  ['上午9点到下午5点半有几个小时', /\n时长：8 小时 30 分钟$/],
  ['what time will it be in 2 hours', /Result: 2026-11-30 15:30:00/],
  ['what time was it 45 minutes ago', /Result: 2026-11-30 12:45:00/],
  ['what time was it 2 hours and 30 minutes ago', /Result: 2026-11-30 11:00:00/],
  ['add 90 minutes to 14:45', /Result: 2026-11-30 16:15:00/],
  ['2小时后是几点', /Result: 2026-11-30 15:30:00/],
  ['半小时后是几点', /Result: 2026-11-30 14:00:00/],
  // Days, weeks, months and years.
  ['is 2024 a leap year', /^Yes: 2024 is a leap year \(366 days\)\.$/],
  ['was 1900 a leap year', /^No: 1900 is not a leap year \(365 days\)\.$/],
  ['2024年是闰年吗', /^是：2024 年是闰年（366 天）。$/],
  ['2023年是不是闰年', /^不是：2023 年不是闰年（365 天）。$/],
  ['how many days are in February 2024', /^February 2024: 29 days$/],
  ['how many days in April', /^April: 30 days$/],
  ['how many days are there in 2024', /^2024: 366 days$/],
  ['2024年2月有多少天', /^2024 年 2 月：29 天$/],
  ['四月有多少天', /^4 月：30 天$/],
  ['2024年有多少天', /^2024 年：366 天$/],
  ['how old am I if I was born on 1990-05-15', /\nAge: 36 years$/],
  ['how old is someone born on 2026-10-01', /\nAge: 0 years$/],
  ['1990年11月30日出生今年多大了', /\n周岁：36$/],
  ['what is the ISO week of 2024-12-30', /^ISO week: 2025-W01$/m],
  ['day of the year for 2024-12-31', /^Day of year: 366$/m],
  ['convert 2024-01-15 to unix timestamp', /^Unix epoch: 1705276800$/m],
  ['timestamp 1700000000 to date', /^Date: 2023-11-14\nTime: 22:13:20$/m],
  ['将时间戳1700000000转换为日期', /^Date: 2023-11-14\nTime: 22:13:20$/m],
  ['3 weeks ago', /2026-11-09 Monday/],
  ['从今天起90天后是几号', /2027-02-28/],
  // Text.
  ['how many letters are in "Hello, world!"', /^Letters: 10$/],
  ['“hello world”有几个字母', /^字母数：10$/],
  ['uppercase "foo", "bar" and "baz"', /FOO[^]*BAR[^]*BAZ$/],
  ['count the words in "a b c" and uppercase it', /Words: 3[^]*Result: A B C$/],
  ['sort these lines:\n10\n9\n2', /Result:\n2\n9\n10$/],
  ['给这几行排序：\nb\na\nc', /Result:\na\nb\nc$/],
  ['remove "b" from "abcb"', /Result: ac$/],
  ['format this json: {"a":1,"b":[1,2]}', /"a": 1,\n[^]*"b": \[/],
  ['minify {"a": 1}', /Result: \{"a":1\}$/],
  ['base64 decode aGVsbG8=', /Result: hello$/],
  ['把“Hello World”转成蛇形命名', /Result: hello_world$/],
  // Codes.
  ['generate a 6 digit PIN', /^PIN \(6 digits\):\n\d{6}$/],
  ['生成6位数字密码', /^数字密码（6 位）：\n\d{6}$/],
  ['a passphrase with 5 words', /^Passphrase \(5 words, 50 bits\):\n[a-z]+(?:-[a-z]+){4}$/],
  ['random decimal between 0 and 1', /^Random number \(0-1\): 0\.\d+$/],
];

test.each(answers)('%s', async (task, answer) => {
  expect(await answerTo(task)).toMatch(answer);
});

test('six numbers that all differ', async () => {
  const answer = await answerTo('6 unique random numbers between 1 and 10');
  const numbers = answer.replace('Picked: ', '').split(', ').map(Number);
  expect(new Set(numbers).size).toBe(6);
  expect(numbers.every((number) => number >= 1 && number <= 10)).toBe(true);
});

describe('what a task is told that is not understood', () => {
  test.each([
    ['write a poem about spring', /LLM_API_KEY.*LLM_BASE_URL.*LLM_MODEL/, /[\u4e00-\u9fff]/],
    ['写一首关于春天的诗', /启用模型.*LLM_API_KEY.*LLM_BASE_URL.*LLM_MODEL/, /Without a model/],
  ])('%s', async (task, says, not) => {
    const { answer, errorCode } = await runTask(task);
    expect(errorCode).toBe('rule_abstained');
    expect(answer).toMatch(says);
    expect(answer).not.toMatch(not);
  });

  test.each(
    [...[...ruleHelp.en.matchAll(/"([^"]+)"/g)], ...[...ruleHelp.zh.matchAll(/“([^”]+)”/g)]].map(
      ([, example = '']) => example,
    ),
  )('the example %s works', (example) => {
    if (/^(?:and|;|然后|；)$/.test(example)) return;
    expect(meaningsOf(example.replace('…', 'abc'))).not.toEqual([]);
  });
});
