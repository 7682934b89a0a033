import type { RuleIntent } from '@mini-agent/llm-router/rules';
import { arithmeticIntent } from './arithmetic.ts';
import { convertIntent } from './convert.ts';
import { datesIntent } from './dates.ts';
import { passwordIntent } from './password.ts';
import { randomIntent } from './random.ts';
import { textIntent } from './text.ts';

/** What rule mode understands, one intent per family of tools; the first that claims a part counts. */
export const ruleIntents: readonly RuleIntent[] = [
  textIntent,
  datesIntent,
  convertIntent,
  passwordIntent,
  randomIntent,
  arithmeticIntent,
];

/** What a user is told whose task rule mode does not understand. */
export const ruleHelp: { readonly en: string; readonly zh: string } = {
  en: [
    'Without a model I can do arithmetic ("15% of 80"), unit conversions ("5 km in miles"), dates and times ("days between 2024-01-01 and',
    '2024-12-31", "time in Tokyo"), UUIDs, passwords, random numbers, picks and shuffles, and text work ("count the words in \'…\'",',
    '"uppercase \'…\'"), several of them in one task joined by "and" or ";". For anything else configure a model: LLM_API_KEY, LLM_BASE_URL',
    'and LLM_MODEL.',
  ].join(' '),
  zh: '没有模型时可以处理：算术（“80的15%”）、单位换算（“5公里是多少英里”）、日期和时间（“2024-01-01到2024-12-31有多少天”、“东京现在几点”）、UUID、密码、随机数、随机选择和打乱、文本统计和转换（“统计‘…’的字数”、“把‘…’转成大写”），多个任务可用“然后”或“；”连接。其他任务请配置模型：LLM_API_KEY、LLM_BASE_URL 和 LLM_MODEL。',
};
