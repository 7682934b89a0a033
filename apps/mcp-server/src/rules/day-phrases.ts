export const dayParts: Readonly<Record<string, string>> = {
  what: "(what is|what's|whats|what was|tell me|give me|show me|show|find|get|calculate|compute)",
  stamp:
    '(unix timestamp|unix time stamp|unix time|epoch time|epoch timestamp|unix epoch|timestamp|epoch|epoch seconds|unix epoch time|posix time)',
  zhStamp: '(unix时间戳|unix 时间戳|时间戳|unix时间|unix 时间|epoch)',
  zhCount: '(有|共有|一共有|总共有|是)? (多少|几) (天|日)',
  zhAge: '(多大|几岁|多少岁|多大年纪|多大岁数|年龄|的年龄|年龄多大|年龄是多少|多少周岁|几周岁)',
};

export const leapPhrases: readonly string[] = [
  '(is|was) (the)? (year)? {year} (a)? leap year (or not)?',
  'will (the)? (year)? {year} be (a)? leap year',
  'check (if|whether) (the)? (year)? {year} (is|was) (a)? leap year',
  '(tell me)? (if|whether) (the)? (year)? {year} (is|was) (a)? leap year',
  '{year} (年)? (是|是不是|是否是|是否为|算不算|算) (一个)? 闰年',
  '(判断|检查|看看|查一下) (一下)? {year} (年)? (是|是不是|是否是|是否为) (一个)? 闰年',
  'leap year {year}',
  '{year} 年 (是闰年还是平年|是平年还是闰年|闰年)',
];

export const yearPhrases: readonly string[] = [
  'how many (calendar)? days (are|were|is)? (there)? in (the year)? {year}',
  'how many days (does|did|will) (the year)? {year} have',
  '(<what>)? (the)? number of days in (the year)? {year}',
  '{year} 年 (全年)? (一共|总共)? <zhCount>',
];

export const monthPhrases: readonly string[] = [
  'how many days (are|were|is)? (there)? in (the month of)? {month} (,|of|in)? {year}?',
  'how many days (does|did|will) {month} (,|of|in)? {year}? have',
  '(<what>)? (the)? number of days in {month} (,|of|in)? {year}?',
  '{year} 年 {month} (一共|总共)? <zhCount>',
  '{month} (一共|总共)? <zhCount>',
];

/** Week and day numbers: the description of a date. */
export const factPhrases: readonly string[] = [
  '(<what>)? (the)? (iso)? (calendar)? week (number)? (of|for|on) {date}',
  '(what|which) (iso|calendar)? week (number)? (of the year)? (is|was|will be|does) {date} (in|fall in)?',
  '(what|which) week (number)? (does|did) {date} (fall|fall in|belong to|fall into)',
  '(<what>)? (the)? day (number)? of (the)? year (of|for|on) {date}',
  '(what|which) (day|day number) of the year (is|was|will be) (it)? (on)? {date}',
  '{date} 是 (当年|那年|今年|全年|一年中|一年|这一年|该年)? (的)? 第几 (周|个星期|星期|个周)',
  '{date} 是 (当年|那年|今年|全年|一年中|一年|这一年|该年) (的)? 第几天',
  '{date} (属于|在) (当年|那年|今年|一年中)? (的)? 第几 (周|个星期|星期)',
];

export const epochPhrases: readonly string[] = [
  '(<what>)? (the)? <stamp> (of|for|at) {date}',
  '(convert|change|turn|transform) {date} (to|into|in) (a|an|the)? <stamp>',
  "(what is|what's)? {date} (as|in|to) (a|an|the)? <stamp>",
  '(convert|change|turn|transform|decode|translate) (the)? <stamp>? {epoch} (to|into) (a|the)? (human readable|human-readable|readable|calendar|normal)? (date|time|datetime|date and time|format|form)',
  '(convert|change|turn|transform|decode|translate) (the)? <stamp> {epoch}',
  '(the)? <stamp> {epoch} (to|into|as|in) (a|the)? (human readable|human-readable|readable|calendar|normal)? (date|time|datetime|date and time|form|format) (in {zone})?',
  '(what|which) (date|time|day|date and time|date or time) (is|was|does) (the)? <stamp> {epoch} (represent|mean|stand for)? (in {zone})?',
  "(what is|what's) (the)? (date|time|date and time) (of|for) (the)? <stamp> {epoch} (in {zone})?",
  "(what is|what's|what does) (the)? <stamp> {epoch} (mean|as a date|in a readable form|in human readable form)?",
  '(把|将)? {date} (的)? (转换|转|换算|换) (成|为|到)? <zhStamp>',
  '{date} (的)? <zhStamp> (是)? (多少)?',
  '{date} (对应的|对应) <zhStamp> (是)? (多少)?',
  '(把|将)? <zhStamp> {epoch} (转换|转|换算|换) (成|为|到)? (日期|时间|日期时间|北京时间以外的时间|可读时间|日期和时间|具体时间)',
  '<zhStamp> {epoch} (是|对应|表示|代表|对应的)? (的)? (什么|哪个|哪一个)? (时间|日期|时候|日期和时间|哪一天|哪天) (是)? (多少|什么|哪天)?',
  '<zhStamp> {epoch} (是|对应) (哪一天|哪天|几号|几月几号)',
];

/** Only with a whole date of birth. */
export const agePhrases: readonly string[] = [
  'how old (am|is|are|would) (i|you|he|she|they|someone|somebody|a person|one|a man|a woman|a child|anyone) (be)? (now|today)? (if|when|who was|who is|when you are)? (i|you|he|she|they|the person|someone)? (was|were|am|is|be)? born (on|in)? {born} (now|today)?',
  'how old (is|are|would be) (someone|somebody|a person|people|anyone) (who was|who were)? born (on)? {born} (now|today)?',
  '(i|he|she) (was|am) born (on)? {born} (,|，|.|so)? how old (am i|is he|is she) (now|today)?',
  "(what is|what's|calculate|compute|tell me|find)? (the|my|an)? age (of|for)? (a person|someone|somebody|me)? (if|who was)? (i was)? born (on)? {born}",
  '(calculate|compute) (my|the|an)? age from (the)? (birth date|birthdate|date of birth|birthday)? (of)? {born}',
  '(我|他|她|某人|如果)? (是|生于|出生于|出生在)? {born} (出生|生|生的|出生的|生人) (的)? (人)? (，|,)? (我|他|她)? (到)? (今年|现在|今天|如今)? <zhAge> (了)?',
  '(我|他|她)? (生于|出生于) {born} (，|,)? (我|他|她)? (到)? (今年|现在|今天|如今)? <zhAge> (了)?',
  '(出生日期|生日) (是|为|：|:)? {born} (，|,)? (今年|现在|今天)? <zhAge> (了)?',
];
