import { z } from 'zod';

import type { Evaluation } from '../calculator.ts';
import type { CoreTool, CoreToolResult } from './core-tool.ts';
import { defineTool } from './define-tool.ts';
import { MAX_EXPRESSION_CHARS } from './input-limits.ts';
import { numberFromText } from './lenient-values.ts';
import { oneLine } from './one-line.ts';

const MAX_PRECISION = 1000;

/** Arguments of {@link calculator}. */
export interface CalculatorArgs {
  /** At most 500 characters. */
  readonly expression: string;
  /** Significant digits of a result that cannot be shown exactly, 1 to 1,000. */
  readonly precision?: number | undefined;
}

function makeSchema(): z.ZodType<CalculatorArgs> {
  return z.strictObject({
    expression: z
      .string()
      .min(1)
      .max(MAX_EXPRESSION_CHARS)
      .describe('e.g. "sqrt(15) + 8", "15% of 80", "2^10 mod 7", "max(3, 1.5)!", "255 in hex".'),
    precision: z
      .preprocess(numberFromText, z.int().min(1).max(MAX_PRECISION).optional())
      .optional()
      .describe('Significant digits (1-1000) of a result without an end; default 16.'),
  });
}

/** Exact arithmetic on one expression; see `evaluate` of `@mini-agent/core-tools/calculator`. */
export const calculator: CoreTool<CalculatorArgs> = defineTool({
  name: 'calculator',
  title: 'Calculator',
  description:
    'Evaluates an arithmetic expression exactly; use it for every calculation. + - * / ^ ! ( ), % is modulo between two ' +
    'values, else per cent (80 + 15% is 92). -2^2 is -4, 2^3^2 is 512. Angles are radians (write 30° or 30 deg for ' +
    'degrees); log is base 10, ln natural. Functions: sqrt cbrt root abs sin cos tan asin acos atan log log2 ln exp ' +
    'floor ceil round min max sum mean median stdev var gcd lcm nCr nPr mod pow hypot. Constants pi, e. No variables, no units.',
  schema: makeSchema,
  maxInputChars: MAX_EXPRESSION_CHARS,
  load: async () => {
    const { evaluate } = await import('../calculator.ts');
    return ({ expression, precision }) => observe(expression, evaluate(expression, { precision }));
  },
});

/** The expression, the chosen readings, and last the result. */
function observe(
  expression: string,
  { text, value, exact, note, interpreted }: Evaluation,
): CoreToolResult {
  const lines = [
    `Expression: ${oneLine(expression)}`,
    ...(note === undefined ? [] : [`Note: ${note}.`]),
    `Result: ${text}`,
  ];
  return {
    text: lines.join('\n'),
    data: {
      result: text,
      // JSON has no bigint: the digits are in `result`.
      ...(typeof value === 'number' ? { value } : undefined),
      exact,
      ...(note === undefined ? undefined : { note }),
      ...(interpreted === undefined ? undefined : { interpreted }),
    },
  };
}
