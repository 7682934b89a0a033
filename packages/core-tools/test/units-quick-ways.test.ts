import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { convert, convertNumber, CoreToolError } from '../src/units.ts';
import { unitRegistry } from '../src/units/registry.ts';

const { units } = unitRegistry();

describe('the quick ways', () => {
  const pairs = fc
    .tuple(fc.nat(units.length - 1), fc.nat(units.length - 1))
    .map(([from, to]) => [units[from], units[to]] as const)
    .filter(([from, to]) => from?.dimension === to?.dimension);
  const numbers = fc.oneof(
    fc.integer({ min: -1000, max: 100_000 }),
    fc.double({ noNaN: false, noDefaultInfinity: false }),
    fc.double({ min: 1e-6, max: 1e15, noNaN: true }),
    fc.double({ min: -300, max: 1000, noNaN: true }),
    fc.maxSafeInteger(),
    fc
      .tuple(fc.integer({ min: -1e9, max: 1e12 }), fc.nat(14))
      .map(([digits, places]) => Number(`${digits}e-${places}`)),
    // Between two decimals of the same length.
    fc
      .tuple(fc.integer({ min: 0, max: 2 ** 49 }), fc.nat(7))
      .map(([whole, part]) => whole + part / 8),
  );

  it('give what exact arithmetic gives', () => {
    fc.assert(
      fc.property(numbers, pairs, fc.boolean(), (value, [from, to], binary) => {
        const [source, target] = [from?.symbol ?? '', to?.symbol ?? ''];
        expect(attempt(() => convert(value, source, target, { binary }))).toEqual(
          attempt(() => convert(String(value), source, target, { binary })),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('convertNumber is the value of convert, always', () => {
    fc.assert(
      fc.property(numbers, pairs, fc.boolean(), (value, [from, to], binary) => {
        const [source, target] = [from?.symbol ?? '', to?.symbol ?? ''];
        const number = attempt(() => convertNumber(value, source, target, { binary }));
        const full = attempt(() => convert(value, source, target, { binary }).value);
        expect(number).toBe(full);
        expect(Object.is(number, -0)).toBe(false);
      }),
      { numRuns: 5000 },
    );
    const name = fc.constantFrom('m', 'kg', 'mb', 'nothing', '度', 'C', 'km/h', '', '__proto__');
    fc.assert(
      fc.property(numbers, name, name, (value, from, to) => {
        expect(attempt(() => convertNumber(value, from, to))).toBe(
          attempt(() => convert(value, from, to).value),
        );
      }),
    );
  });

  it('keep their results however many pairs of names were asked for before', () => {
    const before = units.map(({ symbol }) => convertNumber(7, symbol, symbol));
    for (const from of units) {
      for (const to of units) {
        if (from.dimension === to.dimension)
          attempt(() => convertNumber(1, from.symbol, to.symbol));
      }
    }
    expect(units.map(({ symbol }) => convertNumber(7, symbol, symbol))).toEqual(before);
  });

  function attempt<T>(action: () => T): T | string {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof CoreToolError)) throw error;
      return `${error.code}: ${error.message}`;
    }
  }
});
