import { readChineseNumber } from './number-chinese.ts';
import type { NumberReading } from './number-digits.ts';
import { readDigits } from './number-digits.ts';
import { readEnglishNumber } from './number-english.ts';

/**
 * The numbers that may begin at `position` of lower-case text, the likeliest first: digits (`1,250.5`, `1e3`, `½`), English words
 * ("twenty-five", "1.5 million", "two and a half") and Chinese ones (二十五, 三点五, 1.5万). Signs are left to the caller.
 */
export function readNumbers(lower: string, position: number): readonly NumberReading[] {
  const chinese = readChineseNumber(lower, position);
  if (chinese.length > 0) return chinese;
  const english = readEnglishNumber(lower, position);
  if (english.length > 0) return english;
  const digits = readDigits(lower, position);
  return digits === undefined ? [] : [digits];
}
