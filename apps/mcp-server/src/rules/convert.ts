import { createPhrases, decimalValue } from '@mini-agent/llm-router/rules';
import type { RuleIntent, RuleMatch, Segment, SlotReader } from '@mini-agent/llm-router/rules';
import type { Language } from '@mini-agent/foundation/tool';
import { observations } from './answer-lines.ts';
import { continuedPhrases, convertPhrases, convertParts } from './convert-phrases.ts';
import { listOfSlot } from './list-slot.ts';
import { quantitySlot, subdivides } from './quantity.ts';
import type { Quantity } from './quantity.ts';
import { unitSlot } from './unit-slot.ts';
import type { NamedUnit } from './unit-slot.ts';

/** One unit, or several: "5 km in miles and feet". */
const targetSlot: SlotReader<readonly NamedUnit[]> = listOfSlot(unitSlot, 5);
const sourceSlot: SlotReader<readonly Quantity[]> = listOfSlot(quantitySlot, 5);

const longestSegment = 300;

/** 摄氏 and 华氏 where the number's place is between scale and 度: 等于摄氏多少度. */
const scaleSlot: SlotReader<NamedUnit> = ({ text }, position) => {
  const symbol = text.startsWith('摄氏', position)
    ? 'C'
    : text.startsWith('华氏', position)
      ? 'F'
      : undefined;
  return symbol === undefined
    ? []
    : [{ value: { symbol, dimension: 'temperature' }, end: position + 2 }];
};

const whole = createPhrases({
  slots: { quantity: sourceSlot, target: targetSlot, scale: scaleSlot },
  parts: convertParts,
  phrases: convertPhrases,
  build: ({ quantity, target, scale }, segment) =>
    conversions(quantity, scale === undefined ? target : [scale], segment),
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
    return (
      whole.match(segment) ?? (segment.previous === undefined ? undefined : again.match(segment))
    );
  },
};

function conversions(
  quantities: readonly Quantity[] | undefined,
  targets: readonly NamedUnit[] | undefined,
  { language }: Segment,
): RuleMatch | undefined {
  if (quantities === undefined || targets === undefined) return undefined;
  const pairs = quantities.flatMap((quantity) => targets.map((target) => ({ quantity, target })));
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
        from: quantity.unit.symbol,
        to: target.symbol,
      },
    })),
    answer: (outcomes, answerLanguage) =>
      observations(outcomes, { language: answerLanguage, heading: '单位换算', notes }),
  };
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
