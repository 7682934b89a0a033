import { evaluate } from '@mini-agent/core-tools/calculator';
import { Parser } from 'expr-eval-fork';
import { evaluate as mathjs } from 'mathjs';

import { compare } from '../measure.mjs';
import { duration } from '../report.mjs';

const LONG = Array.from(
  { length: 18 },
  (_, index) => `(${index + 1}.5^2 + sqrt(${index + 3}) * 3)`,
).join(' + ');

const EXPRESSIONS = [
  ['2 + 3 * 4', 0.2],
  ['sqrt(144) + pi', 0.2],
  ['sin(0.5)^2 + cos(0.5)^2', 0.2],
  [LONG, 0.5],
];

export function benchCalculator(report) {
  const parser = new Parser();
  const rows = EXPRESSIONS.map(([expression, limit]) => {
    // The peer knows π by an upper-case name only.
    const theirs = expression.replaceAll('pi', 'PI');
    const name =
      expression === LONG
        ? `${expression.length} characters, powers and roots`
        : `\`${expression}\``;
    const times = compare(
      {
        ours: (text) => evaluate(text),
        'expr-eval-fork': (text) => parser.evaluate(text),
        mathjs: (text) => mathjs(text),
      },
      { ours: [expression], 'expr-eval-fork': [theirs], mathjs: [expression] },
    );
    return [
      name,
      duration(times.ours),
      duration(times['expr-eval-fork']),
      duration(times.mathjs),
      report.atMost(name, times.ours / times['expr-eval-fork'], limit),
    ];
  });
  report.table(
    'Calculator',
    ['expression', 'core-tools', 'expr-eval-fork', 'mathjs', 'ratio to expr-eval-fork'],
    [...rows, manyExpressions(parser)],
  );
}

/** No two calls in a row see the same text. */
function manyExpressions(parser) {
  const expressions = Array.from(
    { length: 512 },
    (_, index) => `${index % 97} + ${index + 3} * ${(index % 13) + 0.5}`,
  );
  const times = compare(
    {
      ours: (text) => evaluate(text),
      'expr-eval-fork': (text) => parser.evaluate(text),
      mathjs: (text) => mathjs(text),
    },
    expressions,
  );
  return [
    '512 different sums',
    duration(times.ours),
    duration(times['expr-eval-fork']),
    duration(times.mathjs),
    (times.ours / times['expr-eval-fork']).toFixed(2),
  ];
}
