import { lengthRow } from './length-and-weight.ts';
import type { UnitRow, UnitTable } from './unit.ts';

const YEAR = 'read as a common year of 365 days; a leap year has 366, the Julian year 365.25';

/** Bytes. KB to PB are decimal (SI, IEC 80000-13), KiB to PiB count in 1024s. */
export function dataTable(): UnitTable {
  return {
    dimension: 'data',
    rows: [
      { symbol: 'B', factor: '1', names: 'byte', chinese: '字节|位元组' },
      { symbol: 'b', factor: '1/8', names: 'bit', chinese: '比特|位|位元' },
      ...dataUnits('K', 1, { english: 'kilo', chinese: '千', binaryEnglish: 'kibi' }),
      ...dataUnits('M', 2, { english: 'mega', chinese: '兆', binaryEnglish: 'mebi' }),
      ...dataUnits('G', 3, { english: 'giga', chinese: '吉', binaryEnglish: 'gibi' }),
      ...dataUnits('T', 4, { english: 'tera', chinese: '太', binaryEnglish: 'tebi' }),
      ...dataUnits('P', 5, { english: 'peta', chinese: '拍', binaryEnglish: 'pebi' }),
      ...dataUnits('E', 6, { english: 'exa', chinese: '艾', binaryEnglish: 'exbi' }),
    ],
  };
}

/** Seconds. */
export const TIME: UnitTable = {
  dimension: 'time',
  rows: [
    { symbol: 's', factor: '1', symbols: 'sec|secs', names: 'second', chinese: '秒|秒钟' },
    { symbol: 'ms', factor: '0.001', symbols: 'msec', names: 'millisecond', chinese: '毫秒' },
    { symbol: 'us', factor: '0.000001', symbols: 'usec', names: 'microsecond', chinese: '微秒' },
    { symbol: 'ns', factor: '0.000000001', names: 'nanosecond', chinese: '纳秒' },
    { symbol: 'min', factor: '60', symbols: 'mins', names: 'minute', chinese: '分钟|分|分鐘' },
    {
      symbol: 'h',
      factor: '3600',
      symbols: 'hr|hrs',
      names: 'hour',
      chinese: '小时|时|钟头|个小时|小時|時',
    },
    { symbol: 'd', factor: '86400', names: 'day', chinese: '天|日' },
    {
      symbol: 'week',
      factor: '604800',
      symbols: 'wk|wks',
      names: 'week',
      chinese: '周|星期|礼拜|週',
    },
    {
      symbol: 'year',
      factor: '31536000',
      symbols: 'yr|yrs',
      names: 'year',
      chinese: '年',
      note: YEAR,
    },
  ],
};

/** Metres per second. */
export function speedTable(): UnitTable {
  return {
    dimension: 'speed',
    rows: [
      ...['m', 'km', 'cm', 'mm', 'mi', 'ft', 'in', 'yd'].flatMap(speedsOf),
      { symbol: 'kn', factor: '1852/3600', symbols: 'kt|kts', names: 'knot', chinese: '节' },
      { symbol: 'c0', factor: '299792458', names: 'speed of light', chinese: '光速' },
    ],
  };
}

interface PrefixNames {
  readonly english: string;
  readonly chinese: string;
  readonly binaryEnglish: string;
}

function dataUnits(prefix: string, power: number, names: PrefixNames): readonly UnitRow[] {
  const decimal = 10n ** BigInt(3 * power);
  const binary = 1024n ** BigInt(power);
  const { english, chinese, binaryEnglish } = names;
  return [
    {
      symbol: `${prefix}B`,
      factor: String(decimal),
      symbols: prefix === 'K' ? 'kB' : '',
      names: `${english}byte`,
      chinese: `${chinese}字节`,
      binary: { factor: String(binary), symbol: `${prefix}iB` },
    },
    {
      symbol: `${prefix}b`,
      factor: `${decimal}/8`,
      symbols: prefix === 'K' ? 'kbit|Kbit' : `${prefix}bit`,
      names: `${english}bit`,
      chinese: `${chinese}比特|${chinese}位`,
    },
    {
      symbol: `${prefix}iB`,
      factor: String(binary),
      names: `${binaryEnglish}byte`,
      chinese: `${chinese}二进制字节`,
    },
    {
      symbol: `${prefix}ib`,
      factor: `${binary}/8`,
      symbols: `${prefix}ibit`,
      names: `${binaryEnglish}bit`,
    },
  ];
}

const PER_TIMES = [
  { symbol: 's', seconds: 1, symbols: ['sec'], names: ['second'], chinese: ['秒'] },
  { symbol: 'min', seconds: 60, symbols: [], names: ['minute'], chinese: ['分钟', '分'] },
  { symbol: 'h', seconds: 3600, symbols: ['hr', 'hour'], names: ['hour'], chinese: ['小时', '时'] },
] as const;

const SPEED_ABBREVIATIONS = new Map([
  ['km/h', 'kmh|kph|kmph'],
  ['mi/h', 'mph'],
  ['m/s', 'mps'],
  ['ft/s', 'fps'],
]);

function speedsOf(symbol: string): readonly UnitRow[] {
  const length = lengthRow(symbol);
  const lengthNames = (length.names ?? '').split('|');
  const lengthChinese = (length.chinese ?? '').split('|');
  return PER_TIMES.map((time) => {
    const canonical = `${symbol}/${time.symbol}`;
    const timeWords = [time.symbol, ...time.symbols, ...time.names];
    const abbreviations = SPEED_ABBREVIATIONS.get(canonical) ?? '';
    const symbols = timeWords.flatMap((word) => [`${symbol}/${word}`, `${symbol} per ${word}`]);
    const names = lengthNames.flatMap((name) =>
      timeWords.flatMap((word) => [`${name} per ${word}`, `${name}/${word}`, `${name} an ${word}`]),
    );
    const chinese = lengthChinese.flatMap((name) =>
      time.chinese.flatMap((word) => [`${name}每${word}`, `${name}/${word}`, `每${word}${name}`]),
    );
    return {
      symbol: canonical === 'mi/h' ? 'mph' : canonical,
      factor: `${length.factor}/${time.seconds}`,
      symbols: [...symbols, ...abbreviations.split('|')].join('|'),
      names: names.join('|'),
      chinese: chinese.join('|'),
    };
  });
}
