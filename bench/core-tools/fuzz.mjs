// 100,000 hostile expressions: each ends in time, with a number or with the package's own error.
import { CoreToolError, evaluate, MAX_EXPRESSION_CHARS } from '@mini-agent/core-tools/calculator';

import { createRandom, median } from '../measure.mjs';

const INPUTS = 100_000;
const LIMIT_MS = 5;

const TOKENS =
  '0 1 2 7 9 10 25 100 999999999999 0.1 .5 5. 1e3 1e-7 1e308 1e999 9e9 1,234 1_000 0xFF 0b101 0o17 + - * / % ^ ** ! !! ( ) ) ( , = ? ; . " \' [ ] { } pi e sqrt( cbrt( abs( sin( cos( tan( asin( acos( atan( log( log2( ln( exp( floor( ceil( round( min( max( mean( median( stdev( var( gcd( lcm( nCr( nPr( mod( pow( hypot( root( fact( sum( of mod in hex bin deg ° π √ ∛ ² ³ ⁻¹ × ÷ − （ ） ＋ ９ ％ \u3000 __proto__ constructor toString hasOwnProperty valueOf NaN Infinity undefined x 一 百 😀 \ud800 \udfff \u0000 \u202e'.split(
    ' ',
  );
const SEEDS = [
  '2^3^2^2^2',
  '9^9^9',
  '1000!',
  '170! / 168!',
  '(1/3 + 1/7)^50',
  '2^4000 * 3^2000',
  'sqrt(2^1000) + 80 + 15%',
  'sin(pi/6) + cos(60°) * tan(45 deg)',
  'nCr(500, 250) mod 1000007',
  'stdev(1, 2, 3, 4.5) in hex',
];

export function benchFuzz(report) {
  const random = createRandom(20_240_229);
  const slow = [];
  const outcomes = { numbers: 0, errors: 0, wrong: [] };
  for (let index = 0; index < INPUTS; index += 1) {
    const input = generate(random);
    const started = performance.now();
    const problem = run(input, outcomes);
    if (performance.now() - started > LIMIT_MS) slow.push(input);
    if (problem !== undefined) outcomes.wrong.push(`${JSON.stringify(input)}: ${problem}`);
  }
  for (const line of outcomes.wrong.slice(0, 10)) console.log(line);
  const slowest = Math.max(0, ...slow.map((input) => cpuOf(input)));
  report.table(
    `Calculator, ${INPUTS.toLocaleString('en')} hostile inputs`,
    ['what', 'result'],
    [
      ['numbers', outcomes.numbers.toLocaleString('en')],
      ['`CoreToolError`s', outcomes.errors.toLocaleString('en')],
      [
        'anything else',
        report.atMost('fuzz: neither number nor error', outcomes.wrong.length, 0, String),
      ],
      [
        `slowest of the ${slow.length} above ${LIMIT_MS} ms, run five times alone`,
        report.atMost(
          'fuzz: CPU of the slowest input',
          slowest,
          LIMIT_MS,
          (ms) => `${ms.toFixed(1)} ms`,
        ),
      ],
    ],
  );
}

/** Undefined where the outcome is a proper one. */
function run(input, outcomes) {
  try {
    const { text, value, exact } = evaluate(input);
    outcomes.numbers += 1;
    if (typeof text !== 'string' || typeof exact !== 'boolean') return 'no result';
    if (/NaN|Infinity|undefined|^-0$/.test(text)) return `text ${text}`;
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return `value ${value}`;
    return ['number', 'bigint', 'undefined'].includes(typeof value)
      ? undefined
      : `a ${typeof value}`;
  } catch (error) {
    outcomes.errors += 1;
    if (!(error instanceof CoreToolError)) return String(error);
    const { position = 0 } = error.details ?? {};
    return position >= 0 && position <= input.length ? undefined : `position ${position}`;
  }
}

function cpuOf(input) {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run(input, { numbers: 0, errors: 0 });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return median(times);
}

function generate(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const kind = random();
  let text = '';
  if (kind < 0.5) {
    const count = 1 + Math.floor(random() ** 2 * 120);
    for (let index = 0; index < count; index += 1)
      text += pick(TOKENS) + (random() < 0.3 ? ' ' : '');
  } else if (kind < 0.8) {
    text = pick(SEEDS);
    const edits = Math.floor(random() ** 2 * 5);
    for (let index = 0; index < edits; index += 1) {
      const at = Math.floor(random() * (text.length + 1));
      text = text.slice(0, at) + pick(TOKENS) + text.slice(at + Math.floor(random() * 3));
    }
  } else if (kind < 0.9) {
    text = pick(TOKENS).repeat(1 + Math.floor(random() * MAX_EXPRESSION_CHARS));
  } else {
    const length = Math.floor(random() * 200);
    for (let index = 0; index < length; index += 1) text += String.fromCharCode(random() * 65_536);
  }
  return text.slice(0, MAX_EXPRESSION_CHARS);
}
