export const zoneParts: Readonly<Record<string, string>> = {
  what: "(what is|what's|whats|what will be|tell me|give me|show me|find|calculate|compute|work out)",
  convert: '(convert|change|translate|express)',
  is: "(it is|it's|its|it was)",
  day: '(on)? {date}',
  local: '(local)? (time)?',
  when: '(what time|what hour|what)',
  zhPut: '(把|将|请把|计算|查)',
  zhIs: '(是|等于|相当于|对应|合|即)',
  zhInto:
    '(换算成|换算为|换算到|转换成|转换为|转换到|换成|换为|转成|转为|转到|换算|转换|是|等于|相当于|对应)',
  zhWhen: '(几点|几点钟|多少点|什么时间|几点几分|什么时候)',
};

/** A moment in one zone, told for another. */
export const conversionPhrases: readonly string[] = [
  '<convert> {clock} <day>? (in|from|at)? (the)? {from} <local> <day>? (to|into|in) (the)? {to} <local>',
  '<convert> {date} (in|from|at)? {from} <local> (to|into|in) {to} <local>',
  '(<what>|what time is|when is)? {clock} <day>? (in|at)? (the)? {from} <local> <day>? (in|for) (the)? {to} <local>',
  '(<what>|what time is|when is) {clock} <day>? (in|at)? (the)? {from} <local> (converted)? to (the)? {to} <local>',
  '{clock} {from} (time)? (to|->|=) {to} time',
  '(what will|what would) {clock} <day>? (in)? {from} <local> be in {to}',
  '{clock} <day>? (in)? {from} <local> is <when> (is it)? (in|for) {to} <local>',
  '(if|when) <is> {clock} <day>? (in|at) {from} (,|，)? (then)? <when> (is it|will it be|would it be|is|does it become) (in|for) {to}',
  '<when> (is it|will it be|would it be) (in|for) {to} (,|，)? (if|when) <is> {clock} <day>? (in|at) {from}',
  '<when> (is it|will it be|would it be|is) (in|for) {to} (at|when) {clock} <day>? (in)? {from} <local>',
  '<when> (is|will be|would be) {clock} <day>? (in)? {from} <local> (in|for) {to}',

  '(<convert>|<what>|what time is|when is)? {clock} (in|at|from)? (the)? {from} <local> (to|in|for) (the)? {to} <local> <day>',
  '{clock} (in)? {from} <local> is <when> (is it)? (in|for) {to} <local> <day>',
  '<when> (is it|will it be|would it be|is) (in|for) {to} (at|when) {clock} (in)? {from} <local> <day>',

  '<zhPut>? {date}? {from} (当地)? (时间)? (的)? {date}? {clock} (的时候|时)? (，|,)? <zhInto> {to} (当地)? (时间|的时间)? (的)? <zhWhen>',
  '<zhPut>? {from} (当地)? (时间)? (是)? {date}? {clock} (的时候|时)? (，|,)? {to} (当地)? (时间)? (现在)? (是)? <zhWhen>',
  '<zhPut> {date}? {from} (当地)? (时间)? (的)? {date}? {clock} <zhInto> {to} (当地)? (时间|的时间)?',
  '<zhPut>? {date}? {from} (当地)? (时间)? (的)? {date}? {clock} (换算成|换算为|转换成|转换为|换成|转成|转为|等于|相当于) {to} (当地)? (时间|的时间) (是多少)?',
  '(当|如果|假如) {from} (当地)? (时间)? (是|为)? {date}? {clock} (的时候|时)? (，|,)? {to} (当地)? (时间)? (是)? <zhWhen>',
];

/** The difference between two zones. */
export const offsetPhrases: readonly string[] = [
  '(<what>)? (the)? (current)? (time|timezone|time zone) (difference|gap|offset) (in hours)? (between|from) {one} (and|to|vs) {other} (in hours|now|right now|currently)?',
  'how (many hours|much) (of)? (time)? difference (is there|are there|is it)? (between|from) {one} (and|to) {other}',
  'how (many hours|far) apart (are|is) {one} (and|from) {other} (in time|in hours|in time zones)',
  'how many hours apart (are|is) {one} (and|from) {other}',
  'how (many hours|far|much) (ahead|behind) (is|are) {one} (of|from|to|than|compared to|compared with|behind|ahead of)? {other}',
  'how (many hours|far|much) (ahead of|behind|ahead) {other} (is|are) {one}',
  'how (many hours|far|much) (is|are) {one} (ahead of|behind|ahead from) {other}',

  '(计算|查|查询|求|告诉我)? (一下)? {one} (和|与|跟|同|到|、) {other} (之间)? (的)? (时差|时间差|时区差) (是|有|为)? (多少|几|多大)? (个)? (小时|钟头)?',
  '{one} (和|与|跟|同) {other} (之间)? (的)? (时间)? (相差|差) (多少|几) (个)? (小时|钟头)',
  '{one} (的)? (时间)? 比 {other} (的)? (时间)? (早|晚|快|慢) (了)? (多少|几) (个)? (小时|钟头)',
];
