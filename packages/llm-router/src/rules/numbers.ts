import { isDigit } from './characters.ts';
import { isChineseUnit, readChineseNumber } from './number-chinese.ts';
import type { NumberReading } from './number-digits.ts';
import { readDigits } from './number-digits.ts';
import { readEnglishNumber } from './number-english.ts';
import { continuesNumber } from './number-words.ts';

/**
 * The numbers that may begin at `position` of lower-case text, the likeliest first: digits (`1,250.5`, `1e3`, `½`), English words
 * ("twenty-five", "1.5 million", "two and a half") and Chinese ones (二十五, 三点五, 1.5万). Signs are left to the caller.
 */
export function readNumbers(lower: string, position: number): readonly NumberReading[] {
  const first = lower[position];
  if (first === undefined) return none;
  if (isDigit(first) || first === '.') return readFromDigits(lower, position);
  if (first >= 'a' && first <= 'z') return readEnglishNumber(lower, position);
  const chinese = readChineseNumber(lower, position);
  if (chinese.length > 0) return chinese;
  const english = readEnglishNumber(lower, position);
  if (english.length > 0) return english;
  const digits = readDigits(lower, position);
  return digits === undefined ? none : [digits];
}

const none: readonly NumberReading[] = [];

/** Digits are mostly all of a number; what may stand behind them is looked at first. */
function readFromDigits(lower: string, position: number): readonly NumberReading[] {
  const digits = readDigits(lower, position);
  if (digits === undefined) return none;
  if (isChineseUnit(lower[digits.end])) {
    const chinese = readChineseNumber(lower, position);
    if (chinese.length > 0) return chinese;
  }
  if (continuesNumber(lower, digits.end)) {
    const english = readEnglishNumber(lower, position);
    if (english.length > 0) return english;
  }
  return [digits];
}
