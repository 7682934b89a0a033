export const codeParts: Readonly<Record<string, string>> = {
  pin: '(pin|pin code|pin number|numeric pin|numeric code|numeric password|numerical password|numeric passcode|numerical code)',
  strong: '(random|secure|strong|new|unique)',
  decimal:
    '(random decimal|random decimal number|random float|random floating point number|random floating-point number|random real number|random fraction|decimal number|decimal|float)',
  zhDecimal: '(随机小数|随机浮点数|随机实数|小数|浮点数)',
  differing: '(unique|distinct|different|non-repeating|nonrepeating|unrepeated)',
  numbers: '(numbers|integers|random numbers|random integers|whole numbers)',
  zhPin: '(数字密码|pin码|pin|数字验证码|数字码|数字口令|纯数字密码|数字pin码|随机数字密码)',
};

export const pinPhrases: readonly string[] = [
  '<make>? <a>? <strong>? {length} (-)? (digit|digits|number|numbers) <strong>? <pin>',
  '<make>? <a>? <strong>? {length} (-)? (digit|digits) <strong>? (otp|passcode|verification code|security code|access code|one-time code)',
  '<make>? <a>? random {length} (-)? (digit|digits) code',
  '<make> <a>? <strong>? (pin|pin code|pin number|numeric pin)',
  'random (pin|pin code|pin number|numeric pin)',
  '<make>? <a>? <strong>? <pin> (of|with|of length|with length) {length} (digits|digit|numbers)?',
  '<make>? <a>? <strong>? <pin> (,|，)? {length} digits (long)?',
  '<zhMake>? <zhOne>? (随机)? (的)? {length} (位|位数) (的)? (随机|的随机)? (的)? <zhPin>',
  '<zhMake>? <zhOne>? {length} 个 数字 的 (pin码|pin|数字密码)',
  '<zhMake> <zhOne>? (随机)? (pin码|pin)',
];

export const passphrasePhrases: readonly string[] = [
  '<make> <a>? <strong>? (passphrase|pass phrase|diceware passphrase)',
  '<a>? <strong> (passphrase|pass phrase)',
  '<make>? <a>? <strong>? {words} (-)? (word|words) <strong>? (passphrase|pass phrase|diceware passphrase)',
  '<make>? <a>? <strong>? (passphrase|pass phrase) (of|with|using|from|made of) {words} (random)? words',
  '<make> {count} <strong>? (passphrases|pass phrases)',
  '<make> {count} (passphrases|pass phrases) (of|with) {words} words (each)?',
  '<zhMake>? <zhOne>? (随机)? (的)? (密码短语|口令短语)',
  '<zhMake>? <zhOne>? {words} 个 (单词|词|英文单词) (组成)? (的)? (密码短语|口令短语)',
];

export const fractionPhrases: readonly string[] = [
  '(<make>|<pickVerb>)? <a>? <decimal> <between> {from} <and> {to}',
  '(<make>|<pickVerb>)? {count} random (decimals|decimal numbers|floats|real numbers) <between> {from} <and> {to}',
  '(<make>|<pickVerb>)? <a>? (random decimal|random decimal number|random float|random floating point number|random floating-point number)',
  '<zhMake>? (一下)? (一个|个)? (从|在)? {from} <zhAnd> {to} (之间|间)? (的)? (一个)? <zhDecimal>',
  '<zhMake>? {count} 个 (从|在)? {from} <zhAnd> {to} (之间|间)? (的)? <zhDecimal>',
  '<zhMake>? (一个|个)? (随机小数|随机浮点数)',
];

export const distinctPhrases: readonly string[] = [
  '(<make>|<pickVerb>)? {count} (random)? <differing> <numbers> (at random)? <between> {from} <and> {to}',
  '(<make>|<pickVerb>)? {count} random <differing> <numbers> <between> {from} <and> {to}',
  '(<make>|<pickVerb>)? {count} <numbers> <between> {from} <and> {to} (,|，)? (without repeats|without repetition|without duplicates|with no repeats|with no duplicates|no repeats|no duplicates|all different)',
  '<zhMake>? {count} 个 (从|在)? {from} <zhAnd> {to} (之间|间)? (的)? (不重复|互不相同|不相同|不同) (的)? (随机数|随机整数|数字|数|整数)',
  '<zhMake>? {count} 个 (不重复|互不相同|不同) (的)? (从|在)? {from} <zhAnd> {to} (之间|间)? (的)? (随机数|随机整数|数字|数|整数)',
  '(从|在) {from} <zhAnd> {to} (之间|间|里|中)? (随机)? (选|选出|选取|抽|抽取|抽出|取|取出|挑|挑出|挑选|生成) {count} 个 (不重复|互不相同|不同) (的)? (随机数|随机整数|数字|数|整数|号码)',
];
