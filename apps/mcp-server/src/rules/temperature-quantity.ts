import { negateDecimal, readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { SlotInput, SlotReading } from '@mini-agent/llm-router/rules';
import type { Quantity } from './quantity.ts';

/** 华氏72度, 摄氏零下5度, 华氏温度100度. */
export function readTemperature(
  { lower }: SlotInput,
  position: number,
): readonly SlotReading<Quantity>[] {
  const scale = ['华氏', '摄氏', '开氏'].find((name) => lower.startsWith(name, position));
  if (scale === undefined) return [];
  let at = position + scale.length;
  if (lower.startsWith('温度', at)) at += 2;
  const sign = ['零下', '负', '-'].find((text) => lower.startsWith(text, at));
  const start = skipSpace(lower, at + (sign?.length ?? 0));
  return readNumbers(lower, start).flatMap(({ value, denominator, end }) => {
    const degrees = skipSpace(lower, end);
    if (denominator !== undefined || lower[degrees] !== '度') return [];
    const symbol = scale === '华氏' ? 'F' : scale === '摄氏' ? 'C' : 'K';
    const unit = {
      symbol,
      dimension: 'temperature',
      written: symbol === 'K' ? '开尔文' : `${scale}度`,
    };
    return [
      {
        value: { value: sign === undefined ? value : negateDecimal(value), unit },
        end: degrees + 1,
      },
    ];
  });
}
