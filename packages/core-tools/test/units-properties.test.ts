import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { convert, CoreToolError, findUnit } from '../src/units.ts';
import { unitRegistry } from '../src/units/registry.ts';
import type { Unit } from '../src/units/unit.ts';

const { units, exact } = unitRegistry();

const amount = fc
  .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(6))
  .map(([digits, places]) => evaluate(`${digits}/10^${places}`).text);
const anyUnit = fc.constantFrom(...units);
/** Units whose conversions are exact fractions and start at zero. */
const plain = units.filter(({ dimension }) => dimension !== 'temperature' && dimension !== 'angle');
const plainPair = fc
  .constantFrom(...plain)
  .chain((unit) => fc.tuple(fc.constant(unit), fc.constantFrom(...sameDimension(unit))));

function sameDimension(unit: Unit): readonly Unit[] {
  return units.filter(({ dimension }) => dimension === unit.dimension);
}

describe('conversions', () => {
  it('16: a unit converts to itself without a change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), anyUnit, (value, { symbol }) => {
        expect(convert(value, symbol, symbol).text).toBe(String(value));
      }),
    );
  });

  it('16: there and back gives the same number wherever the way there was exact', () => {
    fc.assert(
      fc.property(amount, plainPair, (value, [from, to]) => {
        const there = convert(value, from.symbol, to.symbol);
        fc.pre(there.exact && there.text.length < 300);
        expect(convert(there.text, to.symbol, from.symbol).text).toBe(
          convert(value, from.symbol, from.symbol).text,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('16: going over a third unit makes no difference wherever the way there was exact', () => {
    fc.assert(
      fc.property(amount, plainPair, fc.nat(), (value, [from, to], seed) => {
        const others = sameDimension(from);
        const over = others[seed % others.length] ?? from;
        const middle = convert(value, from.symbol, over.symbol);
        fc.pre(middle.exact && middle.text.length < 300);
        expect(convert(middle.text, over.symbol, to.symbol).text).toBe(
          convert(value, from.symbol, to.symbol).text,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('16: is linear, monotone and keeps the sign', () => {
    fc.assert(
      fc.property(amount, amount, plainPair, (a, b, [from, to]) => {
        const f = (value: string): { text: string; exact: boolean; value: number } =>
          convert(value, from.symbol, to.symbol);
        const [left, right, both] = [f(a), f(b), f(evaluate(`${a}+(${b})`).text)];
        if (left.exact && right.exact && Math.max(left.text.length, right.text.length) < 200) {
          expect(evaluate(`${left.text}+(${right.text})`).text).toBe(both.text);
        } else {
          const scale = Math.max(Math.abs(left.value), Math.abs(right.value));
          expect(Math.abs(left.value + right.value - both.value)).toBeLessThanOrEqual(
            scale * 1e-14,
          );
        }
        if (Number(a) < Number(b)) expect(left.value).toBeLessThan(right.value);
        expect(Math.sign(left.value)).toBe(Math.sign(Number(a)));
      }),
      { numRuns: 500 },
    );
  });

  it('17: units of different dimensions never convert', () => {
    const firstOfEach = [...new Map(units.map((unit) => [unit.dimension, unit])).values()];
    for (const from of units) {
      for (const to of firstOfEach) {
        if (from.dimension === to.dimension) continue;
        expect(() => convert(1, from.symbol, to.symbol)).toThrow(
          new RegExp(`${from.dimension}.*${to.dimension}`),
        );
      }
    }
  });

  it('18: temperatures are exact on tenths, from Celsius to Fahrenheit and back', () => {
    for (let tenths = -2731; tenths <= 5000; tenths += 13) {
      const celsius = evaluate(`${tenths}/10`).text;
      const fahrenheit = convert(celsius, 'C', 'F');
      expect(fahrenheit.exact).toBe(true);
      expect(fahrenheit.text).toBe(evaluate(`${celsius}*9/5+32`).text);
      expect(convert(fahrenheit.text, 'F', 'C').text).toBe(celsius);
      expect(convert(convert(celsius, 'C', 'K').text, 'K', 'C').text).toBe(celsius);
    }
    expect(convert(-40, 'C', 'F').text).toBe('-40');
    expect(convert(-40, 'F', 'C').text).toBe('-40');
  });

  it('agrees with the calculator', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(convert(value, 'km', 'm').text).toBe(evaluate(`(${value})*1000`).text);
        expect(convert(value, 'in', 'cm').text).toBe(evaluate(`(${value})*2.54`).text);
        expect(convert(value, 'kg', 'lb').text).toBe(evaluate(`(${value})/0.45359237`).text);
      }),
    );
  });
});

describe('names', () => {
  it('17: every alias is its unit, for convert and for findUnit', () => {
    expect(exact.size).toBeGreaterThan(1000);
    for (const [name, unit] of exact) {
      expect(findUnit(name)?.symbol, name).toBe(unit.symbol);
      expect(convert(1, name, unit.symbol).text, name).toBe('1');
    }
  });

  it('17: another case is the same unit or an error, never another magnitude', () => {
    for (const [name, unit] of exact) {
      for (const variant of [name.toUpperCase(), name.toLowerCase(), capitalized(name)]) {
        if (exact.has(variant)) continue;
        const found = tryConvert(variant, unit.symbol);
        if (found !== undefined) expect(found, variant).toBe('1');
      }
    }
  });

  it('17: random texts are units or errors of our own', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.string({ maxLength: 8 }),
        (from, to) => {
          tryConvert(from, to);
          findUnit(from);
          findUnit(to);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function tryConvert(from: string, to: string): string | undefined {
  try {
    return convert(1, from, to).text;
  } catch (error) {
    if (!(error instanceof CoreToolError)) throw error;
    expect(error.message.length).toBeLessThanOrEqual(500);
    return undefined;
  }
}

describe('the quick way', () => {
  const units = [...new Set(unitRegistry().units)];
  const pairs = fc
    .tuple(fc.nat(units.length - 1), fc.nat(units.length - 1))
    .map(([from, to]) => [units[from], units[to]] as const)
    .filter(([from, to]) => from?.dimension === to?.dimension);
  const numbers = fc.oneof(
    fc.integer({ min: -1000, max: 100_000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc
      .tuple(fc.integer({ min: -1e9, max: 1e12 }), fc.nat(11))
      .map(([digits, places]) => Number(`${digits}e-${places}`)),
  );

  it('gives what exact arithmetic gives', () => {
    fc.assert(
      fc.property(numbers, pairs, fc.boolean(), (value, [from, to], binary) => {
        const [source, target] = [from?.symbol ?? '', to?.symbol ?? ''];
        const attempt = (given: number | string): unknown => {
          try {
            return convert(given, source, target, { binary });
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(attempt(value)).toEqual(attempt(String(value)));
      }),
      { numRuns: 5000 },
    );
  });
});
