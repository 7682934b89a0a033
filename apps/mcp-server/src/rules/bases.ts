import { createPhrases } from '@mini-agent/llm-router/rules';
import type { Phrases, SlotReader } from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';

const basePhrases: readonly string[] = [
  '<ask>? (the)? (decimal)? (number)? {whole} (in|to|into|as|from decimal to) (a)? {base} <form>?',
  '<ask>? (the)? (hex|hexadecimal|octal|binary)? (number)? {coded} (in|to|into|as) (a)? {base} <form>?',
  '<ask>? (the)? binary (number)? {bits} (in|to|into|as) (a)? {base} <form>?',
  '<ask>? {bits} (in binary|from binary|binary) (in|to|into|as) (a)? {base} <form>?',
  '(把|将)? (十进制)? (的)? (数|数字)? {whole} <zhInto> {base} (数)? (是多少|等于多少)?',
  '(把|将)? (十六进制|二进制|八进制)? (的)? (数|数字)? {coded} <zhInto> {base} (数)? (是多少|等于多少)?',
  '(把|将)? 二进制 (的)? (数|数字)? {bits} <zhInto> {base} (数)? (是多少|等于多少)?',
  '{whole} (的|用) {base} (表示)? (是多少|是什么|怎么表示)?',
];

const phraseParts: Readonly<Record<string, string>> = {
  ask: "(convert|change|turn|express|write|show|what is|what's|calculate|compute)",
  form: '(number|form|notation|format)',
  zhInto: '(转|转换成|转换为|转成|转为|换算成|化成|化为|变成|等于)',
};

const baseNames: ReadonlyMap<string, string> = new Map([
  ['hexadecimal', 'hex'],
  ['hex', 'hex'],
  ['base 16', 'hex'],
  ['十六进制', 'hex'],
  ['16进制', 'hex'],
  ['binary', 'bin'],
  ['base 2', 'bin'],
  ['二进制', 'bin'],
  ['2进制', 'bin'],
  ['octal', 'oct'],
  ['base 8', 'oct'],
  ['八进制', 'oct'],
  ['8进制', 'oct'],
  ['decimal', 'dec'],
  ['base 10', 'dec'],
  ['十进制', 'dec'],
  ['10进制', 'dec'],
]);

const baseSlot: SlotReader<string> = ({ lower }, position) =>
  [...baseNames]
    .filter(([name]) => lower.startsWith(name, position))
    .map(([name, base]) => ({ value: base, end: position + name.length }));

/** Digits that `pattern` allows, as a whole word. */
function digitsSlot(pattern: RegExp): SlotReader<string> {
  return ({ lower }, position) => {
    const digits = pattern.exec(lower.slice(position, position + 40))?.[0];
    return digits === undefined ? [] : [{ value: digits, end: position + digits.length }];
  };
}

/** Whole numbers in another base: 255 in hex, 0xFF in decimal. */
export const bases: Phrases = createPhrases({
  slots: {
    base: baseSlot,
    whole: digitsSlot(/^\d{1,15}(?![\w.,])/),
    coded: digitsSlot(/^(?:0x[\da-f]{1,12}|0b[01]{1,36}|0o[0-7]{1,15})(?![\w.,])/),
    bits: digitsSlot(/^[01]{1,36}(?![\w.,])/),
  },
  parts: phraseParts,
  phrases: basePhrases,
  build({ base, whole, coded, bits }) {
    const number = coded ?? (bits === undefined ? whole : `0b${bits}`);
    if (base === undefined || number === undefined || base === givenBase(number)) return undefined;
    return {
      calls: [{ name: 'calculator', arguments: { expression: `${number} in ${base}` } }],
      answer: (outcomes, language) => observations(outcomes, { language, heading: '计算结果' }),
    };
  },
});

function givenBase(number: string): string {
  if (number.startsWith('0x')) return 'hex';
  if (number.startsWith('0b')) return 'bin';
  return number.startsWith('0o') ? 'oct' : 'dec';
}
