import type { RuleFamily } from '@mini-agent/llm-router/rules';

/*
 * What a task and a part of it must hold to be for an intent. It decides which code is loaded and tried, so each of these is wide: a word
 * too many costs a few milliseconds once, a missing one an answer. `test/rules/families.test.ts` holds them against every phrase.
 */

/** A number in words, as far as its beginning tells. */
const numberWord =
  '[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞π√零〇一二三四五六七八九十百千万亿两半壹贰叁肆伍陆柒捌玖拾佰仟]|圆周率|根号|' +
  '\\b(?:zero|one|two|twice|thre|thir|fo?ur|fif|fiv|six|sev|eigh|nin|ten|elev|twel|twen|hundred|thousand|[mbt]r?illion|dozen|hal[fv]|' +
  'quarter|point|double|triple|pi\\b|e\\b)';

const text =
  /[\uE000"“”„‘「『«‹`:]|(?:^|[^a-z0-9])'|count|how many|number of|analy|examin|stat|length|how long|upper|lower|title|capital|caps|small letter|block|revers|flip|invert|backward|spell|trim|strip|space|duplicat|dedup|sort|lines?\b|base64|url|json|format|minif|compact|pretti|beautif|extract|decod|sha-?\d|md5|hash|slug|case|letter|word|character|chars|replac|remov|统计|分析|字|词|写|反|颠倒|倒|翻转|行|重复|替换|换成|编码|解码|长度|多长|空格|排序|^(?=[^]*[a-z])[^]*(?:多少|几)/;

const dates =
  /time|date|day|week|month|year|clock|hour|minute|until|till|since|now|current|morrow|epoch|unix|zone|\btz\b|utc|gmt|when|local|noon|midnight|ahead|behind|differen|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[-/. ]+\d|\d{8}|\d:\d|\d ?[ap]\.?m|[a-z]\/[a-z]|时|日|天|月|年|周|星期|礼拜|号|点|现在|目前|此刻|当前|多久|今|钟|相差|时差|比|当地|本地/;

/** Something that asks for another unit, and a number or an article with a word for a unit. */
const convert = new RegExp(
  '^(?=[^]*(?:\\b(?:to|into|in|as|is|are|how|what|translate|equals?|equivalent|conver|do|does|will|would|per|many|much|number|make|worth)\\b|[-=]>|' +
    '[→⇒=?有到为至用以按是几合度]|(?<!生)成|换|转|化|变|多少|表示|单位|对应|相当|等于))' +
    '(?=[^]*(?:\\d[ )-]{0,3}(?!(?:and|or|of|plus|minus|times|then)\\b)[a-z°℃℉\'"′″µμΩ$€£¥\\u3400-\\u9fff]|华氏|摄氏|(?:\\b[cf]|°) ?-?\\d|\\b(?:an?|the)\\b(?! (?:uuid|guid|password|random|die|coin|number|new|strong|secure|result)\\b)|' +
    `${numberWord}))`,
);

const password = /pass|pwd|\bpin\b|密码|口令/;

const random =
  /random|uuid|guid|identif|pick|choos|choice|select|draw|shuffl|order|scrambl|mix|roll|throw|cast|toss|flip|coin|dice|\bdie\b|heads|d\d|number|integer|digit|value|float|decimal|fraction|token|pass|\bpin\b|code|string|word|随机|任意|识别码|标识符|选|挑|抽|取|打乱|洗牌|乱|排|骰|色子|硬币|正面|数|短语|口令|密码|令牌|码/;

/** A word that asks for a speed, a distance or a time, and a number; what is given always holds a time or a speed. */
const journey = new RegExp(
  `^(?=[^]*(?:\\d|${numberWord}))` +
    '(?:(?=[^]*(?:speed|how (?:far|fast|long|much time)|distance|time (?:to|for|taken)|速度|时速|多远|多久|多长时间))|' +
    '(?=[^]*(?:多少|几个?小时))(?=[^]*(?:小时|钟|分|秒|每|[a-z])))',
);

/** What rule mode understands, as `ruleIntents`, but loaded when a task may need it. */
export const ruleFamilies: readonly RuleFamily[] = [
  {
    name: 'text',
    concerns: text,
    tools: ['text_stats', 'text_transform'],
    load: async () => (await import('./text.ts')).textIntent,
  },
  {
    name: 'dates',
    concerns: dates,
    tools: ['datetime_info'],
    load: async () => (await import('./dates.ts')).datesIntent,
  },
  {
    name: 'unit conversions',
    concerns: convert,
    tools: ['unit_convert'],
    load: async () => (await import('./convert.ts')).convertIntent,
  },
  {
    name: 'passwords',
    concerns: password,
    tools: ['random_gen'],
    load: async () => (await import('./password.ts')).passwordIntent,
  },
  {
    name: 'random values',
    concerns: random,
    tools: ['random_gen'],
    load: async () => (await import('./random.ts')).randomIntent,
  },
  {
    name: 'arithmetic',
    concerns: new RegExp(`\\d|${numberWord}`),
    tools: ['calculator'],
    load: async () => (await import('./arithmetic.ts')).arithmeticIntent,
  },
  {
    name: 'journeys',
    concerns: journey,
    tools: ['calculator'],
    load: async () => (await import('./journeys.ts')).journeyIntent,
  },
];
