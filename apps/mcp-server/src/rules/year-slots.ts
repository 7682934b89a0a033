import type { SlotReader } from '@mini-agent/llm-router/rules';

const digits = '零一二三四五六七八九';

/** A year of four digits: `2024`, 二〇二四. */
export const yearSlot: SlotReader<number> = ({ lower }, position) => {
  const text = lower.slice(position, position + 5);
  const written = /^(\d{4})(?!\d)|^[〇零一二三四五六七八九]{4}/.exec(text)?.[0];
  if (written === undefined) return [];
  const plain = written.replace(/[〇零一二三四五六七八九]/g, (sign) =>
    String(digits.indexOf(sign === '〇' ? '零' : sign)),
  );
  return [{ value: Number(plain), end: position + 4 }];
};

const months =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split(
    '|',
  );
const chineseMonths = '一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月'.split('|');

/** A month by its name, or by its number before 月. */
export const monthSlot: SlotReader<number> = ({ lower }, position) => {
  const text = lower.slice(position, position + 10);
  const name = /^[a-z]{3,9}\.?(?![a-z0-9])/.exec(text)?.[0] ?? '';
  const plain = name.replace('.', '');
  const index = months.findIndex(
    (month) => month === plain || (plain.length === 3 && month.startsWith(plain)),
  );
  if (name !== '' && index !== -1) return [{ value: index + 1, end: position + name.length }];
  const numbered = /^(\d{1,2}) ?月(?:份)?/.exec(text);
  const number = Number(numbered?.[1]);
  if (numbered !== null && number >= 1 && number <= 12) {
    return [{ value: number, end: position + numbered[0].length }];
  }
  const chinese = chineseMonths.findIndex((month) => text.startsWith(month));
  if (chinese === -1) return [];
  const length = chineseMonths[chinese]?.length ?? 0;
  const end = text[length] === '份' ? length + 1 : length;
  return [{ value: chinese + 1, end: position + end }];
};

/** A Unix time, in digits enough not to be a date or a year. */
export const epochSlot: SlotReader<string> = ({ lower }, position) => {
  const written = /^-?\d{9,13}(?![\d.])/.exec(lower.slice(position, position + 15))?.[0];
  return written === undefined ? [] : [{ value: written, end: position + written.length }];
};
