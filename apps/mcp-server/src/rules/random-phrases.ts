export const randomParts: Readonly<Record<string, string>> = {
  make: "(generate|create|make|make me|gimme|make up|give me|give|get|get me|produce|provide|provide me with|i need|i want|i'd like|i would like|need|show me|return|issue|build|output|print|fetch me|let me have|generating|creating|making|giving me|making me)",
  purpose:
    '(for) (my|our|the|a|an)? (new)? (wifi|wi-fi|email|gmail|account|email account|bank account|user account|website|web site|site|database|db|router|project|server|laptop|computer|phone|app|application|login|user|customer|order|record|file|test|testing|table|vpn|network|home network|wifi network|online account)',
  a: '(a|an|one|another|the|me a|me an|me)',
  new: '(new|random|fresh|unique|randomly generated|v4|version 4|single)',
  uuid: '(uuid|uuids|guid|guids|uuid v4|uuidv4|uuid4|v4 uuid|uuid version 4|universally unique identifier|universally unique identifiers|globally unique identifier)',
  zhMake:
    '(随机生成|生成|创建|产生|新建|造|制作|来|给|给我|要|我要|我想要|我需要|需要|给出|弄|输出|获取|得到|提供|随机产生|新生成)',
  zhOne: '(一个|个|一|一条|一组|新的|随机|随机的)',
  number:
    '(random number|random numbers|random integer|random integers|random whole number|number at random|number|integer|random value|number randomly|random digit)',
  between:
    '(between|from|in range|in the range|in the range of|in the range from|ranging from|within|in|in the range between|of)',
  and: '(and|to|-|through|~|up to|till)',
  zhAnd: '(到|至|-|~|～|—|和|与)',
  zhNumber: '(随机数|随机整数|整数|数|数字|随机数字|随机的数|随机的整数|随机的数字|自然数)',
  pickVerb:
    '(pick|choose|select|draw|randomly pick|randomly choose|randomly select|pick randomly|choose randomly|select randomly|pick at random|choose at random|select at random|random pick|random choice)',
  zhPick:
    '(随机)? (选|选出|选择|挑|挑选|挑出|抽|抽取|抽出|取|取出|选取|随机选|随机挑选|随机抽取|随机选择|随机选取|随机挑)',
};

export const uuidPhrases: readonly string[] = [
  '<make>? <a>? <new>? <new>? <uuid> (v4|version 4)? (string|value)?',
  '(<make>|<zhMake>)? (<a>|<zhOne>)? <new>? <uuid>',
  '(<make>|<zhMake>)? (<a>|<zhOne>)? <new>? {version} <uuid>',
  '(<make>|<zhMake>)? (<a>|<zhOne>)? <new>? (的)? <uuid> {version}',
  '<make>? {count} <new>? <new>? <uuid> (v4)?',
  '<make> <a>? <new>? <new>? <uuid> <purpose>',
  '<make> me {count} <new>? <uuid>',
  'what is a <new> <uuid>',
  '<zhMake>? (出)? (一下)? <zhOne>? <zhOne>? (的)? <uuid> (v4)? (码|字符串|值|号)?',
  '<zhMake>? (出)? {count} (个|条|组) (随机|新)? (的)? <uuid> (v4)? (码|字符串)?',
  '<zhMake>? <zhOne>? (通用唯一识别码|通用唯一标识符|全局唯一标识符)',
];

export const numberPhrases: readonly string[] = [
  '(<make>|<pickVerb>|pick me|roll)? <a>? <number> (at random|randomly)? <between> {from} <and> {to} (inclusive|at random|randomly|both included)?',
  '(<make>|<pickVerb>)? {count} <number> (at random)? <between> {from} <and> {to} (inclusive|at random)?',
  '(<make>|<pickVerb>)? <a>? (random number|random integer|number) (:|,|，)? {from} <and> {to} (inclusive)?',
  'random (number|integer)? {from} <and> {to}',
  'randomly (pick|choose|select|generate) <a>? (number|integer) <between> {from} <and> {to}',
  '(<make>)? <a>? random <between> {from} <and> {to}',

  '<zhMake>? (一下)? (一个|个)? (从|在|范围)? {from} <zhAnd> {to} (之间|间|以内|内|范围内|中|里|之内)? (的)? (一个)? (随机数|随机整数|随机数字|随机的数|随机的整数|随机的数字|随机自然数)',
  '<zhMake>? (一个|个)? (随机数|随机整数|随机数字) (，|,|：|:|范围|范围是|从|在|（|\\()? (范围)? (是|为)? {from} <zhAnd> {to} (之间|以内|）|\\))?',
  '(从|在)? {from} <zhAnd> {to} (之间|间|里|中|范围内|当中)? (随机|任意) (地)? (选|选取|取|抽|挑|选择|抽取|生成|产生|挑选|给) (出|我)? (一个|个|一)? <zhNumber>?',
  '(随机|任意) (地)? (选|选取|取|抽|挑|选择|抽取|生成|产生|挑选|给我|来) (一个|个|一)? (从)? {from} <zhAnd> {to} (之间|间|里|中|范围内|以内)? (的)? <zhNumber>',
  '{from} <zhAnd> {to} (之间|间|里|中|范围内|以内) (的)? 随机 (一个|个) <zhNumber>',
  '(从|在) {from} <zhAnd> {to} (之间|间|里|中|范围内|当中)? <zhMake> (一个|个)? (随机|随机的)? <zhNumber>',
  '(随机)? (抽取|抽|选|选取|选出|取|挑选|生成|产生) (一下)? {from} <zhAnd> {to} (之间|间|以内|范围内|中) (的)? {count} 个 (随机)? (数|数字|整数|随机数|号码)',
  '<zhMake>? {count} 个 (从|在)? {from} <zhAnd> {to} (之间|间|以内|范围内)? (的)? (随机数|随机整数|随机数字)',
];

/** No range is asked for: 1 to 100, which the answer names. */
export const anyNumberPhrases: readonly string[] = [
  '(<make>|<pickVerb>|pick me)? (a|an|one|me a)? (random number|random integer|random whole number)',
  '<zhMake>? (一个|个)? (随机数|随机整数|随机数字)',
];

export const dicePhrases: readonly string[] = [
  '(roll|throw|cast|toss|rolling|throwing) (a|one|the|some|me a)? (die|dice) (for me)?',
  '(roll|throw|cast|toss) (a|one|the)? (six sided|six-sided|6-sided|6 sided|standard|normal|regular|fair) (die|dice)',
  '(roll|throw|cast|toss) {count} (dice|six-sided dice|6-sided dice)',
  '(roll|throw) (a|one|the)? (die|dice) {count} times',
  '(roll|throw|cast) (a|one|the)? {sides} (-|sided|-sided) (sided)? (die|dice)',
  '(roll|throw|cast|掷|投|扔) (a|one|一个|个)? {notation}',
  '(a)? {notation}',
  '(dice|die) roll',
  '(roll|throw|cast|toss) (a|one|the)? (die|dice) {times}',
  '(roll|throw|cast|toss) {summed} (dice|six-sided dice) (and|,|，)? (then)? (add (them|them up|them together|the results|the numbers|up the results)|sum (them|the results|them up)|give me (the)? (sum|total)|tell me (the)? (sum|total))',
  '(掷|扔|投|摇|抛) (一个|个|一颗|一次)? {sides} 面 (的)? (骰子|色子)',
  '(掷|扔|投|摇) {summed} (个|颗|枚) (骰子|色子) (，|,)? (的)? (求和|点数之和|点数和|总和|并求和|并相加|算总和|然后求和)',
  '(掷|扔|投|摇|抛|丢|甩) (一下|一次|一个|一颗|个|一枚|颗|一)? (骰子|色子|骰) (一次|一下)?',
  '(掷|扔|投|摇|抛|丢) {count} (个|颗|枚|粒|次) (骰子|色子)',
  '(掷|扔|投|摇|抛|丢) (骰子|色子) {count} 次',
];

export const coinPhrases: readonly string[] = [
  '(flip|toss|throw|flipping|tossing) (a|one|the|me a)? coin (for me)?',
  '(flip|toss|throw) {count} coins',
  '(flip|toss|throw) (a|one|the)? coin {count} times',
  '(coin flip|coin toss|heads or tails)',
  '(flip|toss|throw) (a|one|the)? coin {times}',
  '(抛|掷|扔|丢|投|翻) (一下|一次|一个|一枚|个|枚|一)? 硬币 (一次|一下)?',
  '(抛|掷|扔|丢|投) {count} (个|枚|次) 硬币',
  '(抛|掷|扔|丢|投) 硬币 {count} 次',
  '(正面还是反面)',
];

export const pickPhrases: readonly string[] = [
  '<pickVerb> (one|1|a random one|an item|one item|a random item|something|randomly|at random|one at random|any one|one randomly) (of|from|from among|among|out of|between)? (the|this)? (following|list|following list|these|options|following options)? (:|：)? {items}',
  '<pickVerb> {count} (items|item|of|random items|at random|things|names|elements|options)? (randomly|at random)? (of|from|from among|among|out of|between) (the|this)? (following|list|these)? (:|：)? {items}',
  '<pickVerb> (a|an)? (random)? (item|option|element|name|winner|color|colour|fruit|word|value|entry|letter|city|card|member|person|animal|day|one)? (randomly|at random)? (from|from among|among|out of|between|of) (the)? (following|list|these)? (:|：)? {items}',
  '<pickVerb> (a|one)? (random)? number (randomly|at random)? (from|from among|out of) (the)? (following|list|these)? (:|：)? {numbers}',
  '<pickVerb> (either)? {items}',
  '<pickVerb> (one|randomly|at random)? : {items}',
  '(random item|random choice|random pick|a random item|random element) (of|from|out of|among)? (:|：)? {items}',
  '(从|在) {inner} (这几个中|这些中|当中|之中|之间|中|里面|里|这几个里|这些里) <zhPick> (一|1) (个|种|项|样|位|款|名)? (出来)?',
  '(从|在) {inner} (这几个中|这些中|当中|之中|之间|中|里面|里) <zhPick> (一下|出|一个|一种|一)?',
  '(从|在) {inner} (这几个中|这些中|当中|之中|之间|中|里面|里) <zhPick> {count} (个|种|项|样|位|款|名|个人|个数|个名字) (出来)?',
  '<zhPick> (一个|一种|一项|1个|一样|一|个) (：|:|，|,)? {items}',
  '<zhPick> (：|:) {items}',
];

export const shufflePhrases: readonly string[] = [
  '(shuffle|randomly order|randomly sort|mix up|scramble|randomize|randomise|put in random order) (the)? (following)? (list|items|order of|words|names|numbers|these|these items|the order of)? (:|：)? {items}',
  '(shuffle|randomly order|randomly sort|mix up|scramble|randomize|randomise) (these|this|the) (names|items|words|numbers|list|people|values|elements|letters|cards) (:|：)? {items}',
  '(randomly shuffle|randomly reorder) {items}',
  '(put|arrange|list|sort|order) (these|the following|them|the items|these items|the names)? (in|into) (a)? random order (:|：)? {items}',
  '(打乱|随机打乱|随机排序|随机排列|洗牌|重新排序|乱序) (一下)? (以下|下列)? (列表|顺序|名单)? (的顺序)? (：|:|，)? {items}',
  '(把|将)? {inner} (的顺序)? (打乱|随机打乱|随机排序|随机排列|洗牌|随机排一下|重新随机排序) (顺序|一下)? (顺序)?',
];
