/** Named pieces of the arithmetic phrases. */
export const phraseParts: Readonly<Record<string, string>> = {
  verb: '(calculate|compute|evaluate|solve|calc|work out|figure out|find out|find|determine|get|do|add up)',
  is: "(what is|what's|whats|what are|what would|how much is|what does|tell me what|tell me|give me|show me|i need|find me|what number is)",
  value: '(the)? (exact)? (result|value|answer|solution|math|outcome) (of|to|for)? (:|：)?',
  expression: '(the)? (following)? (expression|calculation|equation|problem|sum) (:|：)?',
  ask: '(<verb> | <is>) (the following)? (:|：)? <value>? <expression>?',
  ends: '(equal|equals|equal to|equals to|make|be|is|come to|=) (what)? (\\?|？)? | = (\\?|？)? ',
  zhAsk:
    '(计算|计算出|计算一下|算|算出|算算|算一算|算一下|求|求出|求解|求一下|运算|请问|问) (一下)? (下面|以下|下列)? (的)? (表达式|算式|式子|结果)? (:|：|，|,)?',
  zhEnds:
    '(的结果|的值|的得数)? (等于多少|等于几|等于什么|是多少|是几|得多少|得几|为多少|多少|一共是多少|结果是多少|= (\\?|？|多少|几)?)? (的结果|的值)? (是多少)?',
  result:
    '(the result|that result|this result|the answer|that answer|the sum|the product|the total|the difference|the quotient|that|it|this|the outcome|the previous result|the last result|the number)',
  zhResult:
    '(所得|得到的|得出的|上面的|上一个|上述|这个|那个|该|它的|前面的|刚才的)? (结果|得数|答案|和|它|其|积|差|商)',
  percentOf: '(what|which) (percent|percentage|per cent|%)',
};

/** Something asks for a calculation here, so dates apart every expression is taken. */
export const arithmeticPhrases: readonly string[] = [
  '<ask> {calculation} <ends>?',
  '(tell me)? what {calculation} (is|equals|equal|makes)',
  '(math|calculation|expression|problem|equation) (:|：) {calculation} <ends>?',
  '<zhAsk> {calculation} <zhEnds>',
  '{calculation} (=|equals|equals what|is what|is how much|makes what|是多少|等于多少|等于几|等于什么|得多少|得几|等于|结果是多少|的结果|的结果是多少|是几|为多少|的值|的值是多少|多少) (\\?|？|多少|几)?',

  // Sums and the like with their numbers behind the verb.
  '<verb>? (add|sum|sum up|total|add up|add together) (up|together)? (the numbers|numbers|these|:)? {addends} (together|up)?',
  '<verb>? (add|sum) {a} (to|with) {b}',
  '(subtract|take|deduct|take away) {taken} (away)? from {a}',
  '<ask>? {taken} subtracted from {a} <ends>?',
  '(multiply) (the numbers)? {factors} (together)?',
  '(multiply) {a} (by|with|times) {product}',
  '(divide) {a} by {divisor}',
  'raise {a} to the (power of|power) {exponent}',
  '(raise|take|get|extract|give me|tell me|show me|i need) {calculation}',
  '(求|计算|算)? {sum} (的和|之和|的总和|一共|总共) <zhEnds>',
  '(求|计算|算)? {difference} (的差|之差) <zhEnds>',
  '(求|计算|算)? {product} (的积|的乘积|之积) <zhEnds>',
  '(求|计算|算)? {quotient} (的商|之商) <zhEnds>',
  '(求|计算|算)? {remainder} (的余数|的余|余多少|余几|余) <zhEnds>',
  '(求|计算|算)? {a} (和|与|跟) {b} (相加|加起来|加在一起|的总和) <zhEnds>',
  '(求|计算|算)? {a} (和|与|跟) {product} (相乘|乘起来|的乘积) <zhEnds>',
  '(求|计算|算)? {a} (和|与|跟) {taken} 相减 <zhEnds>',
  '(求|计算|算)? {a} (和|与|跟) {divisor} 相除 <zhEnds>',
  '把 {a} (和|与|跟|加上) {b} (相加|加起来|加在一起)? <zhEnds>',
  '把 {addends} (相加|加起来|加在一起|求和) <zhEnds>',
  '(<is>|<verb>)? (the)? sum (of)? (all|all the|the)? (numbers|integers|whole numbers)? (from)? {first} (to|through) {last}',
  '<zhAsk>? (从)? {first} (加到|一直加到) {last} (的和|的总和|等于多少|是多少|等于几)?',
  '<zhAsk>? (从)? {first} (到|至) {last} (的和|的总和|之和|求和|的所有整数的和|的整数和|的整数之和) (等于多少|是多少|等于几)?',
  '(求和|求总和|总和) (:|：)? {addends}',
  '{addends} (求和|的合计)',
  '<ask>? (the)? (average|mean|avg) (of)? (:|：)? {averaged}',
  '<zhAsk>? (求)? (平均数|平均值|均值|平均) (:|：)? {averaged}',
  '<ask>? (the)? (max|maximum|largest|biggest) (of)? (:|：)? {largest}',
  '<ask>? (the)? (min|minimum|smallest) (of)? (:|：)? {smallest}',

  // Percentages.
  '(<is>|<verb>)? <percentOf> of {whole} is {part}',
  '(<is>|<verb>)? (what|which) (percent|percentage|%) is {part} of {whole}',
  '{part} is (what|which) (percent|percentage|%) of {whole}',
  '{part} is (what|which) (percent|percentage|%) out of {whole}',
  '(express|write|show|what is|give me) {part} (out of|of|/) {whole} (as|in) (a)? (percent|percentage)',
  '{part} out of {whole} (as|in) (a)? (percent|percentage)',
  '(计算|求)? {part} (占|是) {whole} 的 (百分之几|百分之多少|百分比|多少百分比|百分比是多少|百分之多少)',
  '(<is>|<verb>)? (increase|raise|grow|add) {a} by {more}',
  '(<is>|<verb>)? {a} (increased|raised|grown|plus|up) by {more}',
  '(add) {more} (to|onto) {a}',
  '(<is>|<verb>)? (decrease|reduce|lower|discount|cut) {a} by {less}',
  '(<is>|<verb>)? {a} (decreased|reduced|lowered|discounted|down|cut) by {less}',
  '(subtract|take|deduct) {less} from {a}',
  '(<is>|<verb>)? {less} (off|off of|discount on|discount off) {a}',
  '(<is>|<verb>)? {a} (with|after|at) (a)? {less} (off|discount)',
  '(<zhAsk>)? {a} (增加|增长|上涨|上升|提高|涨|加) (了)? {more} (后|之后)? <zhEnds>',
  '(<zhAsk>)? {a} (减少|下降|降低|下跌|降|跌|减) (了)? {less} (后|之后)? <zhEnds>',
  '(<zhAsk>)? (原价)? {a} (元|块)? 打 {discount} 折 (后|之后)? <zhEnds>',
  '{a} is {rate} of (what|which) (number)?',

  '(<zhAsk>|把|将|对)? {rooted} (开平方|开根号|开平方根|开方) <zhEnds>',

  // Rounding.
  '(round|round off) {rounded} (to the nearest (integer|whole number|whole|one))?',
  '(<ask>)? {rounded} rounded (to the nearest (integer|whole number|whole|one))?',
  '(round|round off) {rounded} to {places} (decimal places|decimal place|decimals|decimal|places|digits after the decimal point|dp)',
  '(<ask>)? {rounded} rounded to {places} (decimal places|decimal place|decimals|decimal|places)',
  '(<zhAsk>|把|将|对)? {rounded} 四舍五入 (到整数|取整)? (是多少|等于多少)?',
  '四舍五入 {rounded}',
  '(<zhAsk>|把|将)? {rounded} (四舍五入)? (，|,)? (保留|精确到|到) (小数点后)? {places} 位 (小数)? (是多少|等于多少)?',
];

/** Nothing asks: only what cannot be a date, a score or a telephone number is taken. */
export const bareArithmeticPhrases: readonly string[] = ['{calculation}'];

/** What goes on with the result of the part before. */
export const followUpPhrases: readonly string[] = [
  '(multiply|times) <result>? by {product}',
  '(<is>)? <result> (times|multiplied by|\\*|×) {product}',
  '(times|multiplied by|multiply by|multiply it by) {product}',
  '(divide) <result>? by {quotient}',
  '(<is>)? <result> (divided by|/|÷) {quotient}',
  '(divided by|divide by) {quotient}',
  '(add) {sum} (to <result>)?',
  '(<is>)? <result> (plus|\\+) {sum}',
  '(plus) {sum}',
  '(subtract|take away|take|deduct) {difference} (away)? (from <result>)?',
  '(<is>)? <result> (minus|-) {difference}',
  '(minus) {difference}',
  '(subtract|take) <result> from {minuend}',
  '(raise) <result>? to the power of {exponent}',
  '(把|将|用)? <zhResult> (再)? (乘以|乘上|乘) {product} <zhEnds>',
  '(乘以|乘上|乘) {product} <zhEnds>',
  '(把|将|用)? <zhResult> (再)? (除以) {quotient} <zhEnds>',
  '(除以) {quotient} <zhEnds>',
  '(把|将|用)? <zhResult> (再)? (加上|加) {sum} <zhEnds>',
  '(加上|加) {sum} <zhEnds>',
  '(把|将|用)? <zhResult> (再)? (减去|减) {difference} <zhEnds>',
  '(减去|减) {difference} <zhEnds>',
];
