import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { integerValue, readNumbers } from '@mini-agent/llm-router/rules';
import type { Segment } from '@mini-agent/llm-router/rules';

const english =
  /[,，]? *\(?(?:(?:and |then |and then )?(?:rounded|round|round it|round that|round the result|accurate|correct) )?(?:to|with) ([a-z0-9]{1,6}) (?:decimal places?|decimals?|dp)\)?$/;
const englishWhole =
  /[,，]? *\(?(?:and |then |and then )?(?:rounded|round|round it|round that|round the result) to the nearest (?:whole number|integer|whole)\)?$/;
const chinese =
  /[,，]? *(?:结果|并|并且)?(?:四舍五入)?(?:保留|精确到)(?:小数点后)? *([0-9零一二两三四五六七八九十]{1,2}) *位(?:小数)?$/;

/** The segment without "rounded to 2 decimals" at its end, and the number of decimal places. */
export function withoutRounding(
  segment: Segment,
): { readonly segment: Segment; readonly places: number } | undefined {
  const tail = segment.text.slice(-longestTail).toLowerCase();
  const found = english.exec(tail) ?? chinese.exec(tail);
  const whole = found === null ? englishWhole.exec(tail) : null;
  const match = found ?? whole;
  if (match === null) return undefined;
  const written = readNumbers(match[1] ?? '0', 0).find(
    ({ end }) => end === (match[1] ?? '0').length,
  );
  const places = written === undefined ? undefined : integerValue(written.value);
  if (places === undefined || places > 15) return undefined;
  const text = segment.text.slice(0, segment.text.length - match[0].length).trimEnd();
  return text === '' ? undefined : { segment: { ...segment, text }, places };
}

const longestTail = 60;

/** The outcome of a conversion with its last number rounded, and with that said. */
export function roundedOutcome(
  outcome: ToolOutcome,
  { places, language }: { readonly places: number; readonly language: Language },
): ToolOutcome {
  if (!outcome.ok) return outcome;
  const digits = `${places} decimal ${places === 1 ? 'place' : 'places'}`;
  const said = language === 'zh' ? `（保留 ${places} 位小数）` : ` (rounded to ${digits})`;
  const text = outcome.text.replace(
    / = (-?[\d.]+(?:e[+-]?\d+)?) ([^\n]*)$/,
    (_all, number: string, unit: string) => ` = ${roundedText(number, places)} ${unit}${said}`,
  );
  return { ...outcome, text };
}

/** `number` (digits, or with an exponent) to `places` decimals, halves away from zero, without zeros at the end. */
export function roundedText(number: string, places: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/.exec(number) ?? [];
  const scale = fraction.length - Number(exponent);
  // A number that is written so long that it needs an exponent above has no decimals.
  if (scale <= places) return number;
  const cut = scale - places;
  const digits = (whole + fraction).padStart(cut + 1, '0');
  const up = digits.charAt(digits.length - cut) >= '5' ? 1n : 0n;
  const rounded = (BigInt(digits.slice(0, -cut)) + up).toString().padStart(places + 1, '0');
  const at = rounded.length - places;
  const decimals = rounded.slice(at).replace(/0+$/, '');
  const text = decimals === '' ? rounded.slice(0, at) : `${rounded.slice(0, at)}.${decimals}`;
  return text === '0' ? text : sign + text;
}
