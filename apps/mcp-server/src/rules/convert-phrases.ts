export const convertParts: Readonly<Record<string, string>> = {
  verb: "(convert from|convert|covert|convrt|conver|i need|i want|change|turn|transform|switch|express|show|write|give me|give|tell me|calculate|compute|find|get|what is|what's|whats|what are|how much is|how much are|how long is|how far is|how tall is|how high is|how heavy is|how hot is|how cold is|how big is|how fast is|conversion of|conversion)",
  to: '(to|into|in|as|expressed in|in terms of|->|→|=>|=)',
  is: '(is|are|equals|equal|=|equal to|equals to|is equal to|makes|make|would be)',
  many: '(how many|how much|what number of|number of|the number of)',
  zhPut: '(把|将|请把|请将)',
  zhInto:
    '(换算成|换算为|换算到|转换成|转换为|转换到|转成|转为|转化成|转化为|变成|换成|折合成|折算成|折合|折算|改成|化成|化为|换算|转换|转|→|->|=>)',
  zhIs: '(等于|是|有|合|为|约等于|大约是|相当于|折合|换算成|换算为|转换成|转换为|转成|换成|=)',
  zhMany: '(多少|几)',
  zhAsk: '(请问|计算|告诉我|计算一下|算一下|算|换算|换算一下|转换|查一下|求) (：|:)?',
};

/** A quantity and the unit or units it is wanted in. */
export const convertPhrases: readonly string[] = [
  '<verb>? (me)? (the)? (value of)? {quantity} <to> {target}',
  'translate {quantity} (to|into|in) {target}',
  '<verb> {quantity} (equal|equivalent) (to)? <to> {target}',
  "(what is|what's) {quantity} (equivalent to|equal to|worth) in {target}",
  "(what is|what's) (the)? equivalent of {quantity} in {target}",
  '{quantity} to {target} (conversion|please)',
  '{quantity} <is> (how many|how much|what|\\?) {target}',
  '{quantity} (is|are) (what|how much) in {target}',
  '{quantity} (in|to|into) {target} (is|equals|=) (what|how much|\\?)?',
  '{quantity} (= | == | equals) \\?? {target}',
  '<verb>? <many> {target} (are|is)? (there)? (in|make|make up|makes|equal|equals|per) {quantity}',
  '<verb>? <many> {target} (is|are|equal|equals|would be) {quantity}',
  '<many> {target} (do|does) {quantity} (equal|make|have|contain|measure|weigh|come to|convert to)',
  '<many> {target} (will|would) {quantity} (be|make)',
  '<verb>? {target} (in|per) {quantity}',
  'how (far|long|tall|high|heavy|hot|cold|big|fast|wide|deep|much) is {quantity} (measured)? in {target}',
  "(i am|i'm|he is|he's|she is|she's|it is|it's|i weigh|he weighs|she weighs|it weighs|i ran|i run|i walked|my height is|my weight is|that is)? {quantity} (tall|long|high|heavy|wide|deep|away)? (,|，)? (what is|what's|how tall is|how much is|how far is|how long is|how heavy is|how high is) (that|this|it) in {target}",
  'in {target} (,|，)? (what|how much|how far|how long) is {quantity}',

  '<zhAsk>? <zhPut>? {quantity} <zhInto> {target} (是多少|等于多少|是几|多少)?',
  '<zhAsk>? {quantity} <zhIs> <zhMany> (个)? {target}',
  '<zhAsk>? {quantity} <zhIs> {scale} (温度)? <zhMany> 度',
  '<zhAsk>? {quantity} = (\\?|？)? {target}',
  '<zhAsk>? {quantity} (里|里面|中)? 有 <zhMany> (个)? {target}',
  '<zhAsk>? {quantity} <zhMany> {target}',
  '<zhAsk> {quantity} (到|为|成|至) {target}',
  '{quantity} (到|至) {target} (的换算|的转换|换算|转换)',
  '{quantity} (用|以|按) {target} (表示|为单位|来表示|计算) (是多少|等于多少|怎么表示)?',
  '(把|将)? {quantity} (用|以|按) {target} (表示|为单位)',
  '<zhAsk>? (多少|几) (个)? {target} (等于|是|相当于) {quantity}',
  '{quantity} (对应|相当于) (多少|几) {target}',
  '<zhAsk>? {quantity} (是|等于|合|相当于|为)? (多少|几)? {speed}',
  '{quantity} (，|,)? (是|等于|换算成|换成|合|那是|相当于|也就是) <zhMany> {target}',
  '<zhAsk>? {quantity} (分别|各|各自) (是|等于|合|为|换算成|换成|有) <zhMany> (个)? {target}',
];

export const continuedPhrases: readonly string[] = [
  '(also)? (convert|change)? (it|that|this)? (to|into|in|as) {target}',
  '(convert|change) (it|that|this|the same) (to|into) {target}',
  '(how many|how much) {target}',
  '(换算成|换算为|转换成|转换为|转成|换成|转为) {target}',
  '(把它|将它|把其)? (换算成|换算为|转换成|转换为|转成|换成) {target}',
  '(是|等于)? (多少|几) {target}',
];
