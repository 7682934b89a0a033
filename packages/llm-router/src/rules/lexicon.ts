/** Words that say nothing about what to do, by their first character; longest first. They are taken off a part until none is left. */
export const courtesiesBefore: ReadonlyMap<string, readonly string[]> = grouped('first', [
  'please',
  'pls',
  'plz',
  'kindly',
  'can you',
  'can u',
  'could u',
  'can i get',
  'can i have',
  'could i get',
  'could i have',
  'may i have',
  'could you',
  'would you',
  'will you',
  'would you mind',
  'i want you to',
  "i'd like you to",
  'i would like you to',
  'i need you to',
  'help me',
  'help me to',
  'hey',
  'hi',
  'hello',
  'ok',
  'okay',
  'so',
  'well',
  'just',
  'quickly',
  'first',
  'firstly',
  'first of all',
  'secondly',
  'thirdly',
  'lastly',
  'second,',
  'third,',
  'fourth,',
  'finally',
  'go ahead and',
  "let's",
  'do you know',
  'i want to know',
  "i'd like to know",
  'i would like to know',
  'i need to know',
  'may i ask',
  'let me know',
  'do the following',
  'and',
  'also',
  'then',
  'task:',
  'question:',
  '请',
  '请你',
  '请您',
  '帮我',
  '帮忙',
  '帮我们',
  '麻烦',
  '麻烦你',
  '麻烦您',
  '劳驾',
  '你好',
  '您好',
  '能不能',
  '能否',
  '可否',
  '可不可以',
  '可以',
  '能',
  '你能',
  '你能不能',
  '您能',
  '你可以',
  '我想让你',
  '我需要你',
  '我想知道',
  '我想问',
  '想知道',
  '请问',
  '问一下',
  '先',
  '首先',
  '其次',
  '第一',
  '第二',
  '第三',
  '再',
  '然后',
  '最后',
  '接着',
  '那么',
  '顺便',
  '也',
  '还',
  '还要',
  '给我',
  '替我',
  '为我',
  '任务:',
  '问题:',
  '请完成以下任务:',
  '完成以下任务:',
  '请完成以下任务',
  '完成以下任务',
]);

/** The same for the end of a part, by their last character. */
export const courtesiesAfter: ReadonlyMap<string, readonly string[]> = grouped('last', [
  'please',
  'pls',
  'plz',
  'thanks',
  'thank you',
  'thanks a lot',
  'thank you very much',
  'thx',
  'for me',
  'right away',
  'asap',
  'too',
  'as well',
  'also',
  'if you can',
  '吧',
  '呢',
  '吗',
  '啊',
  '呀',
  '哦',
  '嘛',
  '谢谢',
  '谢谢你',
  '谢谢您',
  '多谢',
  '好吗',
  '行吗',
  '可以吗',
  '即可',
  '就行',
  '就好',
  '就可以',
]);

/** What makes a part one that must not be done. */
export const negations: readonly string[] = byLength([
  "don't",
  'dont',
  'do not',
  'never',
  'not',
  'no',
  'no need to',
  "you don't need to",
  'you do not need to',
  'you need not',
  "don't you",
  'skip',
  'without',
  '不要',
  '别',
  '不用',
  '不必',
  '无需',
  '无须',
  '不需要',
  '请勿',
  '勿',
  '禁止',
  '不准',
  '不许',
  '千万别',
  '千万不要',
  '先别',
  '不',
]);

/**
 * Where one part may end and the next begin. A `strong` one also ends a text that stands without quotation marks.
 * `joins`: a negation before it may reach past it, unless something that `contrasts` stands beside it.
 */
export interface Connector {
  readonly text: string;
  readonly kind: 'strong' | 'weak';
  readonly joins: boolean;
  readonly contrasts: boolean;
}

const sequence = ['then', 'after that', 'afterwards', 'finally', 'followed by', 'next'];
const sequenceChinese = ['然后', '接着', '随后', '之后', '再', '最后', '顺便'];
const sentenceMarks = [';', '。', '\n'];
const addition = ['and then', 'and also', 'also', 'as well as', 'in addition', 'additionally'];
const additionChinese = ['并且', '而且', '同时', '还有', '并', '也', '另外', '此外'];
const contrast = ['but', 'however', '但是', '但', '不过', '而是'];

/** Longest first. */
export const connectors: readonly Connector[] = [
  ...connectorsOf([...sequence, ...sequenceChinese], { kind: 'strong', joins: true }),
  ...connectorsOf(sentenceMarks, { kind: 'strong' }),
  ...connectorsOf([...addition, ...additionChinese], { kind: 'strong', joins: true }),
  ...connectorsOf(contrast, { kind: 'strong', contrasts: true }),
  ...connectorsOf(['and', '&', '以及', '和', '与', '及', '跟', '、'], {
    kind: 'weak',
    joins: true,
  }),
  ...connectorsOf([',', '，'], { kind: 'weak', joins: true }),
].sort((left, right) => right.text.length - left.text.length);

function connectorsOf(
  texts: readonly string[],
  traits: Pick<Connector, 'kind'> & Partial<Connector>,
): readonly Connector[] {
  return texts.map((text) => ({ text, joins: false, contrasts: false, ...traits }));
}

function grouped(
  by: 'first' | 'last',
  words: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const word of byLength(words)) {
    const key = word.charAt(by === 'first' ? 0 : word.length - 1);
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  return groups;
}

function byLength(words: readonly string[]): readonly string[] {
  return [...words].sort((left, right) => right.length - left.length);
}
