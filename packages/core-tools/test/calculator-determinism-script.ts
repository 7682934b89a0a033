/**
 * Prints the results of many expressions as one JSON line, or posts them to the parent where it runs as a worker. Started
 * by calculator-determinism.test.ts with several time zones and languages.
 */
import { parentPort } from 'node:worker_threads';

import { CoreToolError, evaluate } from '../src/calculator.ts';

const EXPRESSIONS = [
  ...[
    '1,234.5 + 0.1',
    '4,5',
    '1.234,5',
    '1/3',
    '2/3*10^30',
    '10^21',
    '10^25/3',
    '1e-7',
    '12345678.9',
  ],
  ...[
    '80 + 15%',
    '7 % -3',
    '50% of 80',
    'sin(30°)',
    'sin(0.5)',
    'sqrt(15) + 8',
    'pi',
    '2^0.5',
    'e^pi',
  ],
  ...[
    'Sin(pi/6)',
    'PI',
    'ABS(-I)',
    'SIN(1)',
    'MIN(3, 1)',
    'LN(2)',
    'Pİ',
    'pı',
    'mın(1, 2)',
    'sın(0)',
  ],
  ...[
    '３＋４×５',
    '（１＋２）÷３',
    '√16',
    '255 in hex',
    '1000!',
    '9^9^9',
    '1/0',
    'tan(pi/2)',
    '2 3',
    'sqr(4)',
  ],
  ...[
    'stdev(1, 2, 4)',
    'median(3, 1, 2)',
    'log(8, 2)',
    'round(2.345, 2)',
    '1e999/3',
    '2^-1074',
    '',
    '😀',
  ],
  ...['١+٢', '१+२', '1٫5', '1\u202f234', "1'234", '1 234', '½', '1。5', '二'],
];

const lines = EXPRESSIONS.map((expression) => {
  try {
    const { value, ...result } = evaluate(expression);
    return [expression, { ...result, value: String(value) }];
  } catch (error) {
    if (error instanceof CoreToolError)
      return [expression, error.code, error.message, error.details];
    return [expression, 'FOREIGN ERROR', String(error)];
  }
});

if (parentPort === null) process.stdout.write(JSON.stringify(lines));
else parentPort.postMessage(JSON.stringify(lines));
