import { integerValue, readNumbers } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';

/** Longest time of day in UTF-16 units. */
const longestClock = 20;

/**
 * A time of day at a position, as `HH:MM`: `3pm`, `3:30 p.m.`, `15:00`, noon, midnight, 下午3点半, 早上八点, 20:00, 15点20分.
 * "3 o'clock" and 晚上12点 can be read two ways, and so are none.
 */
export const clockSlot: SlotReader<string> = ({ lower }, position) => {
  const text = lower.slice(position, position + longestClock);
  const reading = readNamed(text) ?? readTwelve(text) ?? readDigits(text) ?? readChinese(text);
  if (reading === undefined) return [];
  return [{ value: reading.value, end: position + reading.end }];
};

interface ClockReading {
  readonly value: string;
  readonly end: number;
}

function clock(hour: number, minute: number, end: number): ClockReading | undefined {
  if (hour > 23 || minute > 59) return undefined;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return { value: `${pad(hour)}:${pad(minute)}`, end };
}

function readNamed(text: string): ClockReading | undefined {
  const name = /^(?:noon|midday|midnight)(?![a-z0-9])/.exec(text)?.[0];
  return name === undefined ? undefined : clock(name === 'midnight' ? 0 : 12, 0, name.length);
}

function readTwelve(text: string): ClockReading | undefined {
  const match = /^(\d{1,2})(?:[:.](\d{2}))? ?([ap])(?:m|\.m\.?)(?![a-z0-9])/.exec(text);
  const hour = Number(match?.[1]);
  if (match === null || hour < 1 || hour > 12) return undefined;
  return clock((hour % 12) + (match[3] === 'p' ? 12 : 0), Number(match[2] ?? 0), match[0].length);
}

function readDigits(text: string): ClockReading | undefined {
  const match = /^(\d{1,2}):(\d{2})(?![\d:]| ?[ap]\.?m)/.exec(text);
  return match === null ? undefined : clock(Number(match[1]), Number(match[2]), match[0].length);
}

const chineseClock =
  /^(凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上)? ?(\d{1,2}|[零一二两三四五六七八九十]{1,3})(?:[点时點](?:钟|整)?(?:(半)|(一刻)|(三刻)|(\d{1,2}|[零一二三四五六七八九十]{1,3})(?:分(?!钟)|(?![\d个])))?|:(\d{2})(?!\d))/;

function readChinese(text: string): ClockReading | undefined {
  const match = chineseClock.exec(text);
  if (match === null) return undefined;
  const [all, part, hours = '', half, quarter, threeQuarters, minutes, digits] = match;
  const hour = hourIn(part, numeral(hours));
  const fixed = half !== undefined ? 30 : quarter !== undefined ? 15 : undefined;
  const minute = fixed ?? (threeQuarters === undefined ? numeral(digits ?? minutes ?? '0') : 45);
  return hour === undefined || minute === undefined ? undefined : clock(hour, minute, all.length);
}

function numeral(written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written);
  const reading = readNumbers(written, 0).find(({ end }) => end === written.length);
  return reading === undefined ? undefined : integerValue(reading.value);
}

/** 下午3点 is 15:00, 下午15点 is already in 24 hours, 上午15点 contradicts itself. */
function hourIn(part: string | undefined, hour: number | undefined): number | undefined {
  if (part === undefined || hour === undefined) return hour;
  if (part === '中午') return hour === 1 ? 13 : hour === 11 || hour === 12 ? hour : undefined;
  if (part === '下午' || part === '傍晚' || part === '晚上') {
    if (hour === 12) return part === '下午' ? 12 : undefined;
    return hour >= 1 && hour < 12 ? hour + 12 : hour > 12 ? hour : undefined;
  }
  return hour < 12 || (hour === 12 && part === '上午') ? hour : undefined;
}
