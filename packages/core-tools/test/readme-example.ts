import { calculator, coreTools, unitConvert } from '@mini-agent/core-tools';
import { CoreToolError, evaluate } from '@mini-agent/core-tools/calculator';
import { dateDifference, parseDate } from '@mini-agent/core-tools/datetime';
import { randomInteger, randomPassword } from '@mini-agent/core-tools/random';
import { textStatistics, transformText } from '@mini-agent/core-tools/text';
import { convert, findUnit } from '@mini-agent/core-tools/units';

function failureOf(expression: string): string {
  try {
    return evaluate(expression).text;
  } catch (error) {
    return error instanceof CoreToolError ? `${error.code}: ${error.message}` : 'not ours';
  }
}

export async function example(): Promise<readonly unknown[]> {
  return [
    // As tools: check their arguments, answer with an observation for a model.
    (await calculator.execute({ expression: 'sqrt(15) + 8' })).text.split('\n'), // ["Expression: sqrt(15) + 8","Result: 11.872983346207416"]
    (await unitConvert.execute({ value: 100, from: 'cm', to: 'inch' })).text, // "100 cm = 39.37007874015748 inch"
    coreTools.map(({ name }) => name).join(' '), // "calculator text_stats text_transform unit_convert datetime_info random_gen"

    // As plain functions.
    evaluate('0.1 + 0.2').text, // "0.3"
    evaluate('80 + 15%').text, // "92"
    evaluate('sin(30°) + 2^100').text, // "1267650600228229401496703205376.5"
    failureOf('2 + sqr(4)'), // "invalid_arguments: Error at position 4: unknown name \"sqr\"; did you mean sqrt?"
    convert(98.6, '°F', '摄氏度').text, // "37"
    findUnit('kilometers per hour')?.symbol, // "km/h"
    textStatistics('Hello 世界! 👩‍👩‍👦').characters, // 11
    transformText('élan vital', 'titlecase').text, // "Élan Vital"
    dateDifference(parseDate('2024-01-01'), parseDate('2024-12-31')).days, // 365
    randomInteger(7, 7), // 7
    randomPassword({ length: 20 }).password.length, // 20
  ];
}
