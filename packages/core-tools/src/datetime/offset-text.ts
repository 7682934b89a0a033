const MS_PER_MINUTE = 60_000;

/** Reads `+08:00`, `+0800`, `+8` or `-05:53:28`; the offset in milliseconds, or undefined. At most ±23:59:59 (RFC 9557). */
export function parseOffset(text: string): number | undefined {
  const match = /^([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, hours = '', minutes = '0', seconds = '0'] = match;
  const hour = Number(hours);
  const minute = Number(minutes);
  const second = Number(seconds);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const size = ((hour * 60 + minute) * 60 + second) * 1000;
  return sign === '-' ? 0 - size : size;
}

/** `+08:00`; seconds only where a local mean time has them. */
export function formatOffset(offsetMs: number, separator: ':' | '' = ':'): string {
  const { sign, hours, minutes, seconds } = splitOffset(offsetMs);
  const tail = seconds === 0 ? '' : `${separator}${pad2(seconds)}`;
  return `${sign}${pad2(hours)}${separator}${pad2(minutes)}${tail}`;
}

/** The reader's form: `GMT+9`, `GMT+5:30`, `GMT+0`. */
export function formatGmtOffset(offsetMs: number): string {
  const { sign, hours, minutes } = splitOffset(offsetMs);
  return `GMT${sign}${hours}${minutes === 0 ? '' : `:${pad2(minutes)}`}`;
}

const twoDigits: string[] = [];

/** Two digits of a number of 0 to 99; the texts are kept. */
export function pad2(value: number): string {
  return twoDigits[value] ?? (twoDigits[value] = value < 10 ? `0${value}` : String(value));
}

function splitOffset(offsetMs: number): {
  sign: '+' | '-';
  hours: number;
  minutes: number;
  seconds: number;
} {
  const size = Math.abs(offsetMs);
  return {
    sign: offsetMs < 0 ? '-' : '+',
    hours: Math.floor(size / (60 * MS_PER_MINUTE)),
    minutes: Math.floor(size / MS_PER_MINUTE) % 60,
    seconds: Math.floor(size / 1000) % 60,
  };
}
