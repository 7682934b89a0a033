import { requireOptions } from '../errors.ts';
import type { RandomSource } from '../random/random-source.ts';
import { calculator } from './calculator.ts';
import type { CoreTool } from './core-tool.ts';
import { createDatetimeInfo } from './datetime-info.ts';
import { createRandomGen } from './random-gen.ts';
import { textStats } from './text-stats.ts';
import { textTransform } from './text-transform.ts';
import { unitConvert } from './unit-convert.ts';

/** What {@link createCoreTools} can put in the place of the system's. */
export interface CoreToolsOptions {
  /** The clock of `datetime_info` and of uuids of version 7: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** The source of `random_gen`. Default the system's CSPRNG; inject another one only in tests. */
  readonly random?: RandomSource;
  /** Zone of `datetime_info` where a call names none. Default `UTC`. */
  readonly timeZone?: string;
}

/**
 * The six tools in the order of `coreTools`, with a clock, a random source and a time zone of your own.
 *
 * An unknown `timeZone` makes each call of `datetime_info` that needs it reject with a `CoreToolError`.
 */
export function createCoreTools(options: CoreToolsOptions = {}): readonly CoreTool[] {
  requireOptions(options);
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
