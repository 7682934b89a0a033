import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { convert, CoreToolError, findUnit } from '../src/units.ts';
import { unitRegistry } from '../src/units/registry.ts';
import { suggestibleNames } from '../src/units/unit-forms.ts';
import { normalizeUnitName } from '../src/units/unit-name.ts';
import type { Unit } from '../src/units/unit.ts';

const { units, symbols, words } = unitRegistry();
/** Every name of the tables with its unit. */
const names: readonly (readonly [string, Unit])[] = [...symbols, ...words];
/** Those and the plurals, squares, cubes and speeds made of them. */
const derivedNames: ReadonlyMap<string, Unit> = new Map(suggestibleNames(unitRegistry(), true));

/** What unit names are made of. */
const LETTERS = 'a b c d e f g k m n p q s t u M K G B ² ³ / . per 平方 米 每 秒'
  .split(' ')
  .concat(' ');

const amount = fc
  .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(6))
  .map(([digits, places]) => evaluate(`${digits}/10^${places}`).text);
const anyUnit = fc.constantFrom(...units);
/** Units whose conversions are exact fractions and start at zero. */
const plain = units.filter(
  ({ dimension, isInverse }) => dimension !== 'temperature' && dimension !== 'angle' && !isInverse,
);
const plainPair = fc
  .constantFrom(...plain)
  .chain((unit) => fc.tuple(fc.constant(unit), fc.constantFrom(...sameScale(unit))));
const temperature = fc.constantFrom(
  ...units.filter(({ dimension }) => dimension === 'temperature'),
);

function sameScale(unit: Unit): readonly Unit[] {
  return plain.filter(({ dimension }) => dimension === unit.dimension);
}

describe('conversions', () => {
  it('property 16: a unit converts to itself without a change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), anyUnit, (value, { symbol }) => {
        expect(convert(value, symbol, symbol).text).toBe(String(value));
      }),
    );
  });

  it('property 16: there and back gives the same number wherever the way there was exact', () => {
    fc.assert(
      fc.property(amount, plainPair, (value, [from, to]) => {
        const there = convert(value, from.symbol, to.symbol);
        fc.pre(there.exact && there.text.length < 300);
        expect(convert(there.text, to.symbol, from.symbol).text).toBe(
          convert(value, from.symbol, from.symbol).text,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('property 16: going over a third unit makes no difference wherever the way there was exact', () => {
    fc.assert(
      fc.property(amount, plainPair, fc.nat(), (value, [from, to], seed) => {
        const others = sameScale(from);
        const over = others[seed % others.length] ?? from;
        const middle = convert(value, from.symbol, over.symbol);
        fc.pre(middle.exact && middle.text.length < 300);
        expect(convert(middle.text, over.symbol, to.symbol).text).toBe(
          convert(value, from.symbol, to.symbol).text,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('property 16: f(a+b) = f(a) + f(b), monotone, and the sign is kept', () => {
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
      { numRuns: 300 },
    );
  });

  it('property 16: f(ka) = k·f(a)', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: -1000, max: 1000 }), plainPair, (a, k, [from, to]) => {
        const single = convert(a, from.symbol, to.symbol);
        const times = convert(evaluate(`(${a})*(${k})`).text, from.symbol, to.symbol);
        if (single.exact && single.text.length < 200) {
          expect(evaluate(`(${single.text})*(${k})`).text).toBe(times.text);
        } else {
          expect(Math.abs(single.value * k - times.value)).toBeLessThanOrEqual(
            Math.abs(times.value) * 1e-14,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('property 16: temperatures are affine and monotone: the middle of two is the middle of the results', () => {
    const kelvins = fc.integer({ min: 0, max: 10 ** 6 });
    fc.assert(
      fc.property(kelvins, kelvins, temperature, (a, b, to) => {
        const f = (value: string): { text: string; value: number } =>
          convert(value, 'K', to.symbol);
        const middle = f(evaluate(`(${a}+${b})/2`).text);
        expect(evaluate(`(${f(String(a)).text}+(${f(String(b)).text}))/2`).text).toBe(middle.text);
        if (a < b) expect(f(String(a)).value).toBeLessThan(f(String(b)).value);
      }),
    );
  });

  it('property 16: inverse units are their own way back, antitone, and keep the sign', () => {
    const inverse = ['L/100km', 'mpg', 'imp_mpg', 'km/L'];
    fc.assert(
      fc.property(
        amount.filter((value) => Number(value) !== 0),
        fc.constantFrom(...inverse),
        fc.constantFrom(...inverse),
        (value, from, to) => {
          const there = convert(value, from, to);
          if (there.exact && there.text.length < 200) {
            const back = convert(there.text, to, from);
            expect(back.text).toBe(convert(value, from, from).text);
          }
          expect(Math.sign(there.value)).toBe(Math.sign(Number(value)));
          const more = convert(evaluate(`(${value})*2`).text, from, to).value;
          const isInverse = (from === 'L/100km') !== (to === 'L/100km');
          const ratio = isInverse ? there.value / more : more / there.value;
          expect(ratio).toBeCloseTo(2, 12);
        },
      ),
    );
  });

  it('property 17: units of different dimensions never convert', () => {
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

  it('property 18: temperatures are exact on tenths, from Celsius to Fahrenheit and back', () => {
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
    for (const [floor, below, unit] of [
      ['0', '-0.01', 'K'],
      ['-273.15', '-273.16', 'C'],
      ['-459.67', '-459.68', 'F'],
      ['0', '-0.01', 'R'],
    ] as const) {
      expect(convert(floor, unit, 'K').text).toBe('0');
      expect(() => convert(below, unit, 'K')).toThrow(/absolute zero/);
    }
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
  it('property 17: every alias is its unit, for convert and for findUnit', () => {
    expect(names.length).toBeGreaterThan(800);
    expect(derivedNames.size).toBeGreaterThan(850);
    for (const [name, unit] of names) {
      expect(findUnit(name)?.symbol, name).toBe(unit.symbol);
      expect(convert(1, name, unit.symbol).text, name).toBe('1');
      expect(normalizeUnitName(name), 'stands in the tables as it is looked up').toBe(name);
    }
    for (const unit of units) expect(findUnit(unit.symbol)?.symbol).toBe(unit.symbol);
  });

  it('property 17: the other forms of a name are the same unit', () => {
    for (const [word, unit] of words) {
      const forms = [
        ` ${word} `,
        word.replaceAll(' ', '_'),
        word.replaceAll(' ', '-'),
        word.replaceAll(' ', '  '),
        fullWidth(word),
        word.replace(/(met|lit)er/g, '$1re'),
      ];
      if (/^[a-z]+$/.test(word)) forms.push(word.toUpperCase(), capitalized(word));
      for (const form of forms) expect(findUnit(form)?.symbol, form).toBe(unit.symbol);
    }
    for (const [name, unit] of derivedNames) {
      if (!symbols.has(name) && name.length > 3 && /^[a-z ]+$/.test(name)) {
        expect(tryConvert(name, unit.symbol), name).toBe('1');
      }
    }
  });

  it('property 17: no name belongs to two units', () => {
    for (const [name, unit] of symbols) {
      const owner = words.get(name) ?? unit;
      expect(owner.symbol, name).toBe(unit.symbol);
    }
    // Derived forms (plurals, compounds) lead to the unit that a table names itself.
    for (const [word, unit] of words) {
      const folded = [...symbols].filter(([symbol]) => symbol.toLowerCase() === word);
      for (const [symbol, other] of folded) {
        if (symbol === word) expect(other.symbol, word).toBe(unit.symbol);
      }
    }
    expect(new Set(units.map(({ symbol }) => symbol)).size).toBe(units.length);
  });

  it('property 17: another case is the same unit or an error, never another magnitude', () => {
    for (const [name, unit] of names) {
      for (const variant of [name.toUpperCase(), name.toLowerCase(), capitalized(name)]) {
        if (symbols.has(variant) || words.has(variant)) continue;
        const found = tryConvert(variant, unit.symbol);
        if (found !== undefined) expect(found, variant).toBe('1');
      }
    }
  });

  it('property 17: milli and mega never pass for each other', () => {
    const millis = units.filter(({ isCaseBound, symbol }) => isCaseBound && symbol.startsWith('m'));
    expect(millis.length).toBeGreaterThan(10);
    for (const { symbol } of millis) {
      const mega = `M${symbol.slice(1)}`;
      if (symbols.has(mega)) expect(convert(1, mega, symbol).value).toBe(1e9);
      else expect(tryConvert(mega, symbol), mega).toBeUndefined();
      expect(tryConvert(symbol.toUpperCase(), symbol) ?? 'refused').not.toBe('1');
    }
  });

  it('property 17: random texts are units or errors of our own', () => {
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
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...LETTERS),
          maxLength: 12,
        }),
        (from) => {
          tryConvert(from, 'm');
          findUnit(from);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  );
}

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
