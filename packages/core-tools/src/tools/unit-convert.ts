import type { Tool } from '@mini-agent/foundation/tool';
import { z } from 'zod';

import { convert } from '../units/convert.ts';
import { defineTool } from './define-tool.ts';
import { booleanFromText } from './lenient-values.ts';

export interface UnitConvertArgs {
  /** A number, or its digits as text (kept exactly). */
  readonly value: number | string;
  readonly from: string;
  readonly to: string;
  /** KB, MB, GB, TB in 1024s. Default false. */
  readonly binary?: boolean | undefined;
}

const MAX_UNIT_CHARS = 60;

const schema: z.ZodType<UnitConvertArgs> = z.strictObject({
  value: z
    .union([z.number(), z.string()], { error: 'must be a finite number' })
    .describe('The number to convert, e.g. 100.'),
  from: z.string().min(1).max(MAX_UNIT_CHARS).describe('Unit it is in, e.g. cm, °F, km/h, 公斤.'),
  to: z.string().min(1).max(MAX_UNIT_CHARS).describe('Unit wanted, e.g. inch, C, mph, lb.'),
  binary: z
    .preprocess(booleanFromText, z.boolean().optional())
    .optional()
    .describe('Count KB, MB, GB, TB in 1024s (default false: 1000s).'),
});

/** Exact unit conversion; see `convert`. */
export const unitConvert: Tool<UnitConvertArgs> = defineTool({
  name: 'unit_convert',
  title: 'Unit converter',
  description:
    'Converts a number between units of length, area, volume, weight, temperature, data, speed, time, pressure, energy, ' +
    'power or angle, with exact factors. Symbols are case-sensitive (MB byte, Mb bit); English and Chinese names work. ' +
    'Example: {"value": 100, "from": "cm", "to": "inch"}',
  schema,
  run: ({ value, from, to, binary }) => {
    const result = convert(value, from, to, { binary: binary ?? false });
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
  },
});

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
