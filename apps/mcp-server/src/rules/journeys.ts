import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { createPhrases, decimalText, quoteMark } from '@mini-agent/llm-router/rules';
import type { RuleIntent, RuleMatch, SlotReader } from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { journeyParts, journeyPhrases } from './journey-phrases.ts';
import { quantitySlot } from './quantity.ts';
import type { Quantity } from './quantity.ts';

/** The unit of length and the seconds of the unit of time in a unit of speed. */
const speeds: ReadonlyMap<string, { length: string; seconds: number }> = new Map([
  ['mph', { length: 'mi', seconds: 3600 }],
  ['km/h', { length: 'km', seconds: 3600 }],
  ['m/s', { length: 'm', seconds: 1 }],
  ['ft/s', { length: 'ft', seconds: 1 }],
  ['kn', { length: 'nmi', seconds: 3600 }],
]);
const seconds: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['min', 60],
  ['h', 3600],
]);

function ofDimension(dimension: string): SlotReader<Quantity> {
  return (input, position) =>
    quantitySlot(input, position).filter(
      ({ value }) => value.unit.dimension === dimension && value.value.mantissa > 0n,
    );
}

/** Speed, distance and time: two of them are given, in units that go together; the calculator does the work. */
export const journeyIntent: RuleIntent = {
  name: 'journeys',
  match(segment) {
    const isOther = segment.text.length > longestSegment || segment.text.includes(quoteMark);
    return isOther ? undefined : phrases.match(segment);
  },
};

const longestSegment = 600;

const phrases = createPhrases({
  slots: {
    distance: ofDimension('length'),
    time: ofDimension('time'),
    speed: ofDimension('speed'),
  },
  parts: journeyParts,
  phrases: journeyPhrases,
  build({ distance, time, speed }) {
    if (distance !== undefined && time !== undefined && speed === undefined)
      return speedOf(distance, time);
    if (speed === undefined) return undefined;
    if (time !== undefined && distance === undefined) return distanceOf(speed, time);
    return distance !== undefined && time === undefined ? timeFor(distance, speed) : undefined;
  },
});

function speedOf(distance: Quantity, time: Quantity): RuleMatch | undefined {
  const whole = time.major ?? time;
  const unit = whole.unit.symbol;
  if (!seconds.has(unit)) return undefined;
  const name = `${distance.unit.symbol}/${unit}`;
  return answered(`${text(distance)} / ${text(whole)}`, {
    label: { en: 'Speed', zh: '速度' },
    unit: name === 'mi/h' ? 'mph' : name,
  });
}

function distanceOf(speed: Quantity, time: Quantity): RuleMatch | undefined {
  const unit = speeds.get(speed.unit.symbol);
  const given = seconds.get(time.unit.symbol);
  if (unit === undefined || given === undefined) return undefined;
  const duration =
    given === unit.seconds ? text(time) : `(${text(time)} * ${given} / ${unit.seconds})`;
  return answered(`${text(speed)} * ${duration}`, {
    label: { en: 'Distance', zh: '路程' },
    unit: unit.length,
  });
}

function timeFor(distance: Quantity, speed: Quantity): RuleMatch | undefined {
  const unit = speeds.get(speed.unit.symbol);
  if (unit?.length !== distance.unit.symbol) return undefined;
  return answered(`${text(distance)} / ${text(speed)}`, {
    label: { en: 'Time', zh: '时间' },
    unit: unit.seconds === 1 ? 's' : 'h',
  });
}

function text({ value }: Quantity): string {
  return decimalText(value);
}

function answered(
  expression: string,
  result: { label: { en: string; zh: string }; unit: string },
): RuleMatch {
  return {
    calls: [{ name: 'calculator', arguments: { expression } }],
    answer(outcomes: readonly ToolOutcome[], language: Language): string {
      const colon = language === 'zh' ? '：' : ': ';
      const value = resultOf(outcomes);
      const line = `${language === 'zh' ? result.label.zh : result.label.en}${colon}${value} ${result.unit}`;
      return `${observations(outcomes, { language, heading: '计算结果' })}\n${line}`;
    },
  };
}

/** The number in what the calculator says. */
function resultOf(outcomes: readonly ToolOutcome[]): string {
  const texts = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.text] : []));
  return /^Result: (.+)$/m.exec(texts.join('\n'))?.[1] ?? '';
}
