import type { ExpressionCursor } from './expression-cursor.ts';
import type { Expression } from './expression-node.ts';
import { numberNode } from './expression-node.ts';

/** Functions that take several numbers, so that a comma may separate them. */
export const severalNames: ReadonlySet<string> = new Set(
  'log round min max sum mean avg average median stdev std stddev var variance hypot gcd lcm ncr npr comb perm root pow mod'.split(
    ' ',
  ),
);

/** `(3,4)`: numbers with a comma between them, where it cannot group digits. */
export function readPlainParameters(cursor: ExpressionCursor): readonly Expression[] | undefined {
  const written = /^(-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)+)\)/.exec(
    cursor.lower.slice(cursor.at, cursor.at + 200),
  );
  const list = written?.[1];
  if (written === null || list === undefined || /,\d{3}(?!\d)/.test(list)) return undefined;
  cursor.at += written[0].length;
  return list.split(',').map((number) => numberNode(number, false));
}
