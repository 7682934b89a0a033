/** Notes of the calculator by how they begin; it joins several with "; ". */
const calculatorNotes: readonly (readonly [english: string, chinese: string])[] = [
  ['% between two values', '两个数之间的 % 按取余计算（余数与除数同号）'],
  ['% was read as per cent', '% 按百分号理解'],
  ['a ± p% was read', 'a ± p% 按 a 增减其百分之 p 计算'],
  ['a product without a sign', '除号后省略乘号的式子从左到右计算'],
  ['a function without parentheses', '没有括号的函数只作用于紧随其后的数'],
  ['commas before three digits', '三位数字前的逗号按千位分隔符理解'],
  ['stdev and var', '标准差和方差按样本计算（除以 n - 1）'],
  ['degrees were converted', '角度已换算为弧度计算'],
];

/** Notes of the other tools, one a line. */
const otherNotes: readonly (readonly [english: string, chinese: string])[] = [
  ['read as the US unit', '按美制单位理解；英制请写明“英制”'],
  ['read as the oil barrel', '按石油桶（42 美制加仑）理解'],
  ['a Chinese market unit (市制): 1 亩', '市制单位：1 亩 = 10000/15 平方米'],
  ['a Chinese market unit', '市制单位，以中国大陆为准；台湾和香港的数值不同'],
  ['ton was read', '吨按公吨（1000 千克）理解'],
  ['马力 was read', '马力按公制马力（735.49875 瓦）理解'],
  ['read as a common year', '按平年 365 天计算；闰年为 366 天'],
  ['Read as a Unix epoch in seconds', '按 Unix 时间戳（秒）理解'],
  ['Read as a Unix epoch in milliseconds', '按 Unix 时间戳（毫秒）理解'],
  ['Monday to Friday', '只计周一至周五，不考虑法定节假日'],
];

/** The note lines of an answer to a Chinese task in Chinese; a note that is not known stays as it is. */
export function withChineseNotes(text: string): string {
  return text.replace(/^Note: ([^\n]+)\.$/gm, (line, said: string) => {
    const other = bytesNote(said) ?? chineseFor(said, otherNotes);
    if (other !== undefined) return `说明：${other}。`;
    const parts = said.split('; ').map((part) => chineseFor(part, calculatorNotes));
    return parts.includes(undefined) ? line : `说明：${parts.join('；')}。`;
  });
}

function chineseFor(
  said: string,
  notes: readonly (readonly [english: string, chinese: string])[],
): string | undefined {
  return notes.find(([english]) => said.startsWith(english))?.[1];
}

/** "MB and GB counted in 1000s (SI); in 1024s, 500 MiB = 0.48828125 GiB". */
function bytesNote(said: string): string | undefined {
  const [, units, inOther] =
    /^(\S+(?: and \S+)?) counted in 1000s \(SI\); in 1024s, (.+)$/.exec(said) ?? [];
  return units === undefined || inOther === undefined
    ? undefined
    : `${units.replace(' and ', '、')} 按 1000 进位（SI）；按 1024 进位则为 ${inOther}`;
}
