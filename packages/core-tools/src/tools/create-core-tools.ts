import type { RandomSource } from '../random/random-source.ts';
import { calculator } from './calculator.ts';
import type { CoreTool } from './core-tool.ts';
import { createDatetimeInfo } from './datetime-info.ts';
import { createRandomGen } from './random-gen.ts';
import { textStats } from './text-stats.ts';
import { textTransform } from './text-transform.ts';
import { unitConvert } from './unit-convert.ts';

export interface CoreToolsOptions {
  /** The clock of `datetime_info`: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** The source of `random_gen`. Default the system's CSPRNG; inject another one only in tests. */
  readonly random?: RandomSource;
  /** Zone of `datetime_info` where a call names none. Default `UTC`. */
  readonly timeZone?: string;
}

/** The six tools, with a clock, a random source and a time zone of your own. */
export function createCoreTools(options: CoreToolsOptions = {}): readonly CoreTool[] {
  const { now, random, timeZone } = options;
  return [
    calculator,
    textStats,
    textTransform,
    unitConvert,
    createDatetimeInfo({ now, timeZone }),
    createRandomGen({ now, random }),
  ];
}
