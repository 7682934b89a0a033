import { createPhrases, decimalText, decimalValue } from '@mini-agent/llm-router/rules';
import type { RuleIntent, RuleMatch, Segment, SlotReader } from '@mini-agent/llm-router/rules';
import type { Language } from '@mini-agent/foundation/tool';
import { observations } from './answer-lines.ts';
import { roundedOutcome, withoutRounding } from './conversion-rounding.ts';
import { continuedPhrases, convertPhrases, convertParts } from './convert-phrases.ts';
import { listOfSlot } from './list-slot.ts';
import { quantitiesSlot } from './quantity-list.ts';
import { quantitySlot, subdivides } from './quantity.ts';
import type { Quantity } from './quantity.ts';
import { askedSpeedSlot } from './speed-quantity.ts';
import { unitSlot } from './unit-slot.ts';
import type { NamedUnit } from './unit-slot.ts';

/** One unit, or several: "5 km in miles and feet". */
const targetSlot: SlotReader<readonly NamedUnit[]> = listOfSlot(unitSlot, 5);

const longestSegment = 300;

/** 摄氏 and 华氏 where the number's place is between scale and 度: 等于摄氏多少度. */
const scaleSlot: SlotReader<NamedUnit> = ({ text }, position) => {
  const celsius = text.startsWith('摄氏', position);
  if (!celsius && !text.startsWith('华氏', position)) return [];
  const unit = celsius ? { symbol: 'C', written: '摄氏度' } : { symbol: 'F', written: '华氏度' };
  return [{ value: { ...unit, dimension: 'temperature' }, end: position + 2 }];
};

const whole = createPhrases({
  slots: { quantity: quantitiesSlot, target: targetSlot, scale: scaleSlot, speed: askedSpeedSlot },
  parts: convertParts,
  phrases: convertPhrases,
  build({ quantity, target, scale, speed }, segment) {
    const asked = scale ?? speed;
    const targets = asked === undefined ? target : [asked];
    return conversions(quantity, targets, segment) ?? inSmallerUnit(quantity, targets);
  },
});

/** "… and to feet" behind a conversion: the same quantity again. */
const again = createPhrases({
  slots: { target: targetSlot },
  parts: convertParts,
  phrases: continuedPhrases,
  build: ({ target }, segment) => conversions(previousQuantity(segment), target, segment),
});

/** Conversions between units of one kind. */
export const convertIntent: RuleIntent = {
  name: 'convert',
  match(segment) {
    if (segment.text.length > longestSegment) return undefined;
    return conversionIn(segment) ?? roundedConversion(segment);
  },
};

function conversionIn(segment: Segment): RuleMatch | undefined {
  return (
    whole.match(withoutMeasure(segment)) ??
    (segment.previous === undefined ? undefined : again.match(segment))
  );
}

/** What is measured says nothing about the conversion: "a height of 5 ft", 身高一米八. */
const measure =
  /^(?:(?:a|an|the|my) )?(?:body )?(?:height|weight|length|distance|temperature|speed|width|depth|mass|volume|area)(?: of| is)?:? (?=[\d-]|[a-z])|^(?:我的?)?(?:身高|体重|体温|气温|温度|水温|距离|长度|重量|面积|体积|容量|速度|时间|路程|高度|宽度|深度)(?:是|为|：|:)?(?=[^的])/i;

function withoutMeasure(segment: Segment): Segment {
  const found = measure.exec(segment.text)?.[0];
  return found === undefined ? segment : { ...segment, text: segment.text.slice(found.length) };
}

/** "3 feet 4 inches in inches", where the whole is no finite number of feet. */
function inSmallerUnit(
  quantities: readonly Quantity[] | undefined,
  targets: readonly NamedUnit[] | undefined,
): RuleMatch | undefined {
  const [quantity, ...others] = quantities ?? [];
  const [target, ...more] = targets ?? [];
  if (quantity?.sum === undefined || others.length > 0 || more.length > 0) return undefined;
  if (target?.symbol !== quantity.unit.symbol) return undefined;
  const result = `${decimalText(quantity.value)} ${target.written ?? target.symbol}`;
  return {
    calls: [{ name: 'calculator', arguments: { expression: quantity.sum } }],
    answer: (outcomes, language) =>
      `${observations(outcomes, { language, heading: '单位换算' })}\n= ${result}`,
  };
}

/** "… rounded to 2 decimals": the tool converts, the answer is rounded. */
function roundedConversion(segment: Segment): RuleMatch | undefined {
  const shorter = withoutRounding(segment);
  const match = shorter === undefined ? undefined : conversionIn(shorter.segment);
  if (shorter === undefined || match === undefined) return undefined;
  const { places } = shorter;
  return {
    ...match,
    answer: (outcomes, language) =>
      match.answer(
        outcomes.map((outcome) => roundedOutcome(outcome, { places, language })),
        language,
      ),
  };
}

function conversions(
  quantities: readonly Quantity[] | undefined,
  targets: readonly NamedUnit[] | undefined,
  { language }: Segment,
): RuleMatch | undefined {
  if (quantities === undefined || targets === undefined) return undefined;
  const pairs = quantities.flatMap((quantity) =>
    targets.map((target) => ({ quantity: inOtherUnit(quantity, target), target })),
  );
  const senseless = pairs.some(
    ({ quantity: { unit }, target }) =>
      unit.dimension !== target.dimension || unit.symbol === target.symbol,
  );
  if (senseless) return undefined;
  if (isMixedTarget(targets)) return undefined;
  const units = [...targets, ...quantities.map(({ unit }) => unit)];
  const notes = units.some(({ assumed }) => assumed === 'bytes') ? [bytesNote(language)] : [];
  return {
    calls: pairs.map(({ quantity, target }) => ({
      name: 'unit_convert',
      arguments: {
        value: decimalValue(quantity.value),
        from: quantity.unit.written ?? quantity.unit.symbol,
        to: target.written ?? target.symbol,
      },
    })),
    answer: (outcomes, answerLanguage) =>
      observations(outcomes, { language: answerLanguage, heading: '单位换算', notes }),
  };
}

/** "2 hours 30 minutes in minutes" is 2.5 hours in minutes. */
function inOtherUnit(quantity: Quantity, target: NamedUnit): Quantity {
  const { major } = quantity;
  return major !== undefined && quantity.unit.symbol === target.symbol ? major : quantity;
}

/** "In feet and inches" asks for one length in two units, which the tool cannot give. */
function isMixedTarget([first, second]: readonly NamedUnit[]): boolean {
  return first !== undefined && second !== undefined && subdivides(first.symbol, second.symbol);
}

function bytesNote(language: Language): string {
  return language === 'zh'
    ? '说明：小写的 kb、mb、gb、tb 按字节单位（KB、MB、GB、TB）理解；比特请写作 kbit、Mbit。'
    : 'Note: lower-case kb, mb, gb, tb were read as bytes (KB, MB, GB, TB); write kbit or Mbit for bits.';
}

/** What the part before converted, if that was one quantity. */
function previousQuantity(segment: Segment): readonly Quantity[] | undefined {
  const calls = segment.previous?.calls ?? [];
  const [first] = calls;
  if (first?.name !== 'unit_convert') return undefined;
  const value = first.arguments['value'];
  const from = first.arguments['from'];
  const same = calls.every(
    ({ arguments: given }) => given['value'] === value && given['from'] === from,
  );
  const isNumber = typeof value === 'number' || typeof value === 'string';
  if (!same || !isNumber || typeof from !== 'string') return undefined;
  const text = `${value} ${from}`;
  const input = { segment, text, lower: text.toLowerCase() };
  const reading = quantitySlot(input, 0).find(({ end }) => end === text.length);
  return reading === undefined ? undefined : [reading.value];
}
