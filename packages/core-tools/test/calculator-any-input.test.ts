import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CoreToolError, evaluate } from '../src/calculator.ts';
import { expectSound, failureOfExpression, outcomeOf } from './calculator-expectations.ts';
import { expression, FOREIGN_NAMES, fragment, heavyFragment } from './calculator-fragments.ts';
import { printMinimal, tree } from './expression-tree.ts';

const MAX_CHARS = 500;
/** The promise is 5 ms of CPU time, which the bench measures on built code; a busy test machine gets ten times that. */
const MAX_MS = 50;

const fragments = fc
  .array(fc.oneof({ arbitrary: fragment, weight: 3 }, { arbitrary: expression, weight: 1 }), {
    maxLength: 40,
  })
  .map((parts) => parts.join('').slice(0, MAX_CHARS));

describe('property 10: any string', () => {
  it('of the parts of the grammar, in any order, gives a sound result or our error', () => {
    fc.assert(fc.property(fragments, expectSoundAndQuick), { numRuns: 5000 });
  });

  it('of any code points, also unpaired surrogates, gives a sound result or our error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: MAX_CHARS / 2 }), expectSoundAndQuick),
      { numRuns: 1500 },
    );
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: MAX_CHARS });
    fc.assert(
      fc.property(units, (codes) => {
        expectSoundAndQuick(String.fromCharCode(...codes));
      }),
      { numRuns: 500 },
    );
  });

  it('that mixes arithmetic with any character gives a sound result or our error', () => {
    const anything = fc.oneof(fragment, fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }));
    fc.assert(
      fc.property(expression, anything, fc.nat(), (text, inserted, seed) => {
        const index = seed % (text.length + 1);
        expectSound((text.slice(0, index) + inserted + text.slice(index)).slice(0, MAX_CHARS));
      }),
      { numRuns: 3000 },
    );
  });

  it('with a character of any Unicode block, before, behind or between digits', () => {
    for (let code = 0; code <= 0x10ffff; code += code < 0x3100 ? 1 : code < 0x10000 ? 7 : 257) {
      const character = String.fromCodePoint(code);
      expectSound(`2${character}3`);
      if (code % 3 === 0) expectSound(character);
      if (code % 3 === 1) expectSound(`(${character}2)`);
    }
  });

  it('with a name that every JavaScript object has is refused, in every place of a name', () => {
    for (const name of FOREIGN_NAMES) {
      for (const text of [
        name,
        `${name}(1)`,
        `2 + ${name}`,
        `2${name}`,
        `2 ${name} 3`,
        `pi.${name}`,
        `sqrt.${name}(4)`,
        `(1).${name}`,
        `max(${name}, 1)`,
        `255 in ${name}`,
        `"${name}"`,
        `['${name}']`,
        `5! ${name}`,
        `50% ${name} 3`,
        name.toUpperCase(),
        `${name}=1`,
      ]) {
        expect(() => evaluate(text), text).toThrow(CoreToolError);
        expectSound(text);
      }
    }
  });

  it('is answered in time, however hard the numbers are', () => {
    const signs = fc.constantFrom('+', '-', '*', '/', '^', '%', ' mod ', ',');
    const wrappers = fc.constantFrom('', '', 'sqrt', 'max', 'gcd', 'stdev', 'hypot', 'ln', 'root');
    const heavy = fc
      .array(fc.tuple(wrappers, heavyFragment, signs, fc.boolean()), {
        minLength: 1,
        maxLength: 25,
      })
      .map((parts) =>
        parts
          .map(([name, part, sign, isOpen]) => `${isOpen ? `${name}(` : ''}${part}${sign}`)
          .join('')
          .concat('2', ')'.repeat(parts.filter(([, , , isOpen]) => isOpen).length)),
      );
    const repeated = fc.tuple(heavyFragment, signs).map(([part, sign]) =>
      `${part}${sign}`
        .repeat(200)
        .slice(0, MAX_CHARS - 8)
        .concat('1'),
    );
    fc.assert(fc.property(fc.oneof(heavy, repeated), expectSoundAndQuick), { numRuns: 400 });
  });
});

describe('property 11: a typing mistake', () => {
  it('of one deleted or doubled character never crashes, and a stray ")" is an error', () => {
    fc.assert(
      fc.property(fc.oneof(tree.map(printMinimal), expression), (written) => {
        const text = written.slice(0, MAX_CHARS - 1);
        for (let index = 0; index < text.length; index += 1) {
          expectSound(text.slice(0, index) + text.slice(index + 1));
          expectSound(text.slice(0, index) + text.charAt(index) + text.slice(index));
        }
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.oneof(tree.map(printMinimal), expression), (text) => {
        fc.pre(text.length < MAX_CHARS);
        expect(() => evaluate(`${text})`)).toThrow(CoreToolError);
        expect(() => evaluate(`(${text}`.slice(0, MAX_CHARS))).toThrow(CoreToolError);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('property 12: nesting', () => {
  const nestings: readonly (readonly [kind: string, nest: (depth: number) => string])[] = [
    ['parentheses', (depth) => `${'('.repeat(depth)}1${')'.repeat(depth)}`],
    ['minus signs', (depth) => `${'-'.repeat(depth)}1`],
    ['plus signs', (depth) => `${'+'.repeat(depth)}1`],
    ['spaced signs', (depth) => `${'- '.repeat(depth)}1`],
    ['root signs', (depth) => `${'√'.repeat(depth)}1`],
    ['cube root signs', (depth) => `${'∛'.repeat(depth)}1`],
    ['powers', (depth) => `1${'^1'.repeat(depth)}`],
    ['double-star powers', (depth) => `1${'**1'.repeat(depth)}`],
    ['functions', (depth) => `${'ln('.repeat(depth)}1${')'.repeat(depth)}`.replaceAll('ln', 'abs')],
    ['lists', (depth) => `${'max('.repeat(depth)}1${')'.repeat(depth)}`],
    ['bare functions', (depth) => `${'abs '.repeat(depth)}1`],
    ['mixed levels', (depth) => `${'-('.repeat(depth / 2)}1${')'.repeat(depth / 2)}`],
    ['groups in exponents', (depth) => `${'1^('.repeat(depth / 2)}1${')'.repeat(depth / 2)}`],
    ['implicit products', (depth) => `${'1('.repeat(depth)}1${')'.repeat(depth)}`],
  ];

  it.each(nestings)('of %s works to 100 levels and is refused from 101 on', (_kind, nest) => {
    for (let depth = 1; depth <= 100; depth += 1) {
      const text = nest(depth);
      if (text.length <= MAX_CHARS) expect(outcomeOf(text), text).toMatch(/^-?[01]$/);
    }
    for (const depth of [102, 104, 110, 150, 200, 249]) {
      if (nest(depth).length > MAX_CHARS) continue;
      expect(failureOfExpression(nest(depth)).message).toMatch(/100 nested/);
    }
    expect(failureOfExpression(nest(10_000)).message).toMatch(/at most 500/);
  });

  it('is refused at 101 levels exactly', () => {
    for (const [, nest] of nestings.slice(0, 8)) {
      expect(failureOfExpression(nest(101)).message).toMatch(/100 nested/);
    }
  });

  it('is counted where it stands, not over the whole text', () => {
    expect(outcomeOf('((1))+'.repeat(80).concat('1'))).toBe('81');
    expect(outcomeOf('--1'.repeat(150))).toBe('150');
    expect(outcomeOf('2^1*'.repeat(100).concat('1'))).toBe(String(2n ** 100n));
  });
});

/** Sound, and quick: what takes longer is run again alone, since the machine may have been busy. */
function expectSoundAndQuick(text: string): void {
  const start = performance.now();
  expectSound(text);
  if (performance.now() - start > MAX_MS) {
    expect(medianCpuMs(text), JSON.stringify(text)).toBeLessThan(MAX_MS);
  }
}

function medianCpuMs(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    outcomeOf(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.toSorted((left, right) => left - right)[2] ?? 0;
}
