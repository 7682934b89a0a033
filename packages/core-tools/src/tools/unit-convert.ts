import { z } from 'zod';

import type { Conversion } from '../units.ts';
import type { CoreTool, CoreToolResult } from './core-tool.ts';
import { defineTool } from './define-tool.ts';
import { MAX_UNIT_CHARS } from './input-limits.ts';
import { optionalFlag } from './lenient-fields.ts';
import { oneLine } from './one-line.ts';

/** Arguments of {@link unitConvert}. */
export interface UnitConvertArgs {
  /** A number, or its digits as text (kept exactly). */
  readonly value: number | string;
  /** Symbol or name of the unit that `value` is in. */
  readonly from: string;
  /** The unit that is wanted. */
  readonly to: string;
  /** KB, MB, GB, TB in 1024s. Default false. */
  readonly binary?: boolean | undefined;
}

function makeSchema(): z.ZodType<UnitConvertArgs> {
  const unit = z.string().min(1).max(MAX_UNIT_CHARS);
  return z.strictObject({
    value: z
      .union([z.number(), z.string()], { error: 'must be a finite number' })
      .describe('The number to convert, e.g. 100.'),
    from: unit.describe('Unit it is in, e.g. cm, °F, km/h, 公斤.'),
    to: unit.describe('Unit wanted, e.g. inch, C, mph, lb.'),
    binary: optionalFlag().describe('Count KB, MB, GB, TB in 1024s (default false: 1000s).'),
  });
}

/** Exact unit conversion; see `convert` of `@mini-agent/core-tools/units`. */
export const unitConvert: CoreTool<UnitConvertArgs> = defineTool({
  name: 'unit_convert',
  title: 'Unit converter',
  description:
    'Converts a number between units of length, area, volume, weight, temperature, data, speed, time, pressure, energy, ' +
    'power, angle or fuel economy, with exact factors. Symbols are case-sensitive (MB byte, Mb bit); English and Chinese ' +
    'names work. A plain gallon, pint or cup is American, a ton metric; KB is 1000 bytes, KiB 1024. No currencies. ' +
    'Example: {"value": 100, "from": "cm", "to": "inch"}',
  schema: makeSchema,
  load: async () => {
    const { convert } = await import('../units.ts');
    return (args) =>
      observe(args, convert(args.value, args.from, args.to, { binary: args.binary ?? false }));
  },
});

/** Notes, and last the equation with the units as they were written. */
function observe({ from, to }: UnitConvertArgs, result: Conversion): CoreToolResult {
  const { given, text, notes, exact } = result;
  const lines = [
    ...notes.map((note) => `Note: ${note}.`),
    `${given} ${oneLine(from)} = ${text} ${oneLine(to)}`,
  ];
  return {
    text: lines.join('\n'),
    data: {
      result: text,
      value: result.value,
      exact,
      from: result.from.symbol,
      to: result.to.symbol,
      dimension: result.from.dimension,
      notes,
    },
  };
}
