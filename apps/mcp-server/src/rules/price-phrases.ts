/**
 * What only money can mean: read where a currency stands in the task, which is taken off before. "A 5 star hotel at 20% off" has none.
 */
export const englishPricePhrases: readonly string[] = [
  "(<is>|<verb>)? (the)? (final|sale|new|discounted|reduced)? (price|cost|total)? (of|for)? (a|an|the)? {a} {thing} (is)? (on sale)? (with|after|at|less|minus|for|marked|discounted|reduced|that is|that's|which is)? (by)? (a|an)? {off} (off|discount|reduction|markdown)? (off)?",
  '(<is>|<verb>)? (a|an)? {off} (off|discount) (on|of|off|for)? (a|an|the)? {a} {thing}',
  '(<is>|<verb>)? {count} {thing} (at|for|costing|priced at|that cost) {each} (each|apiece|per item|a piece|per piece|per unit)',
  '(how much|what) (do|does|would|will|is|are) (the (total|cost|price) (of|for))? {count} {thing} (cost)? (at|if each costs|if they cost|for) {each} (each|apiece|per item|a piece|per piece|per unit)?',
  'if (one|a|an|each) {thing} (costs|is) {each} (,|，)? (how much|what) (do|does|would|will|is|are)? {count} {thing} (cost)?',
  'each {thing} (costs|is) {each} (,|，)? how much (do|does|would|will|is|are) {count} {thing} (cost)?',
];

/** The same in Chinese. */
export const chinesePricePhrases: readonly string[] = [
  '{a} 的? {thing} 打 {discount} 折 (后|之后)? (的价格)? <zhPrice>',
  '{a} 的? {thing} 打 对折 (后|之后)? (的价格)? <zhPrice> {half}',
  '{a} 的? {thing} (优惠|便宜|降价|减价) (了)? {off} (后|之后)? (的价格)? <zhPrice>',
  '{thing} (原价|原来|标价|定价) {a} (，|,)? (现在|现)? 打 {discount} 折 (后|之后)? (，|,)? (现价|现在)? <zhPrice>',
  '(一个|一件|一本|一支|一斤|一公斤|每个|每件|每本|每支|每斤|每公斤|单价)? {thing}? {each} (一个|一件|一本|一支|一斤|一公斤|每个|每件)? (，|,)? (买)? {count} (个|件|本|支|斤|公斤|台|张|瓶|盒) {thing}? (一共|总共|共)? <zhPrice>',
];
