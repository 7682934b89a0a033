import { coreTools, textStats, unitConvert } from '@mini-agent/core-tools';
import { CoreToolError, evaluate } from '@mini-agent/core-tools/calculator';
import { dateDifference, formatDate, parseDate } from '@mini-agent/core-tools/datetime';
import { pickItems, randomPassword } from '@mini-agent/core-tools/random';
import { textStatistics, transformText } from '@mini-agent/core-tools/text';
import { convert, findUnit } from '@mini-agent/core-tools/units';

function failureOf(expression: string): string {
  try {
    return evaluate(expression).text;
  } catch (error) {
    return error instanceof CoreToolError ? `${error.code}: ${error.message}` : '不是本包的错误';
  }
}

export async function example(): Promise<readonly unknown[]> {
  return [
    // 作为工具：自行校验参数，返回给模型看的观察结果。
    (await unitConvert.execute({ value: 5, from: '公里', to: '英里' })).text, // "5 公里 = 3.10685596118667 英里"
    (await textStats.execute({ text: '今天天气很好。我们去公园吧！' })).text.split('\n')[3], // "Sentences: 2"
    coreTools.map(({ name }) => name).join(' '), // "calculator text_stats text_transform unit_convert datetime_info random_gen"

    // 作为普通函数。
    evaluate('３×（４＋５）').text, // "27"
    evaluate('80＋15％').text, // "92"
    evaluate('sin(30°) + 2^100').text, // "1267650600228229401496703205376.5"
    failureOf('2 + sqr(4)'), // "invalid_arguments: Error at position 4: unknown name \"sqr\"; did you mean sqrt?"
    convert(98.6, '华氏度', '摄氏度').text, // "37"
    findUnit('公里每小时')?.symbol, // "km/h"
    textStatistics('你好，世界！👩‍👩‍👦').characters, // 7
    transformText('ＡＢＣ１２３', 'halfwidth').text, // "ABC123"
    dateDifference(parseDate('2024年1月1日'), parseDate('2024年12月31日')).days, // 365
    formatDate(parseDate('2024-03-05'), 'YYYY年M月D日'), // "2024年3月5日"
    pickItems(['唯一'], { count: 1 }), // ["唯一"]
    randomPassword({ length: 20 }).password.length, // 20
  ];
}
