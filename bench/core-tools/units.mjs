import { convert as convertInFull, convertNumber } from '@mini-agent/core-tools/units';
import { convert } from 'convert';

import { compare } from '../measure.mjs';
import { duration } from '../report.mjs';

const LIMIT = 0.75;
const CONVERSIONS = [
  [100, 'cm', 'inch'],
  [5, 'mile', 'km'],
  [150, 'lb', 'kg'],
  [98.6, 'F', 'C'],
  [2048, 'MB', 'GB'],
];

export function benchUnits(report) {
  const rows = CONVERSIONS.map(([value, from, to]) => {
    const name = `${value} ${from} to ${to}`;
    const times = compare({
      ours: () => convertNumber(value, from, to),
      convert: () => convert(value, from).to(to),
      full: () => convertInFull(value, from, to),
    });
    return row(report, name, times);
  });
  // Numbers and pairs that change with each call.
  const inputs = Array.from({ length: 500 }, (_, index) => {
    const [value, from, to] = CONVERSIONS[index % CONVERSIONS.length];
    return [value + (index - (index % CONVERSIONS.length)) / 4, from, to];
  });
  const mixed = compare(
    {
      ours: ([value, from, to]) => convertNumber(value, from, to),
      convert: ([value, from, to]) => convert(value, from).to(to),
      full: ([value, from, to]) => convertInFull(value, from, to),
    },
    inputs,
  );
  report.table(
    'Units',
    ['conversion', '`convertNumber`', 'the `convert` package', 'ratio', 'our `convert`, with text'],
    [...rows, row(report, '500 different ones', mixed)],
  );
}

function row(report, name, times) {
  return [
    name,
    duration(times.ours),
    duration(times.convert),
    report.atMost(`units, ${name}`, times.ours / times.convert, LIMIT),
    duration(times.full),
  ];
}
