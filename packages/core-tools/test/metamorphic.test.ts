import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { addDuration, dateDifference, formatDate, parseDate } from '../src/datetime.ts';
import { pickItems, randomInteger, randomPassword, rollDice, shuffleItems } from '../src/random.ts';
import { splitCharacters, textStatistics, transformText } from '../src/text.ts';
import { convert } from '../src/units.ts';
import { civil, isoDay } from './date-arbitraries.ts';

/** Decimals of up to 12 digits, as people type them. */
const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.nat(9))
  .map(([digits, places]) => evaluate(`(${digits})/10^${places}`).text)
  .filter((digits) => !digits.includes('e'));
const word = fc.constantFrom(
  'the',
  'The',
  'cat',
  'tea',
  'eat',
  'don’t',
  '3.14',
  'élan',
  'straße',
  'cafe',
  'file',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));

describe('units and calculator', () => {
  it.each([
    ['km', 'm', '*1000'],
    ['m', 'km', '/1000'],
    ['inch', 'cm', '*2.54'],
    ['cm', 'inch', '/2.54'],
    ['mi', 'm', '*1609.344'],
    ['ft', 'yd', '/3'],
    ['lb', 'kg', '*0.45359237'],
    ['kg', 'lb', '/0.45359237'],
    ['oz', 'lb', '/16'],
    ['斤', 'kg', '/2'],
    ['GB', 'MB', '*1000'],
    ['GiB', 'MiB', '*1024'],
    ['byte', 'bit', '*8'],
    ['h', 's', '*3600'],
    ['km/h', 'm/s', '/3.6'],
    ['ha', 'm2', '*10^4'],
    ['L', 'mL', '*1000'],
    ['C', 'K', '+273.15'],
    ['C', 'F', '*9/5+32'],
  ])('from %s to %s is %s to the last digit', (from, to, formula) => {
    fc.assert(
      fc.property(decimal, (value) => {
        fc.pre(!['C', 'K'].includes(from) || Number(value) > -273);
        const { text, exact } = evaluate(`(${value})${formula}`);
        expect(convert(value, from, to)).toMatchObject({ text, exact });
      }),
      { numRuns: 60 },
    );
  });

  it('Fahrenheit to Celsius is (F - 32) * 5/9', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        fc.pre(Number(value) > -459);
        const { text, exact } = evaluate(`((${value})-32)*5/9`);
        expect(convert(value, 'F', 'C')).toMatchObject({ text, exact });
      }),
    );
  });

  it('a sum is converted as the sum of what is converted', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const whole = convert(evaluate(`(${a})+(${b})`).text, 'inch', 'mm');
        const parts = `(${convert(a, 'inch', 'mm').text})+(${convert(b, 'inch', 'mm').text})`;
        expect(evaluate(parts)).toMatchObject({ text: whole.text, exact: true });
      }),
    );
  });

  it('degrees of an angle are those of the calculator', () => {
    fc.assert(
      fc.property(fc.integer({ min: -720, max: 720 }), (degrees) => {
        const { value } = convert(degrees, 'deg', 'rad');
        const angle = Number(evaluate(`${degrees}°`).value);
        expect(Math.abs(value - angle)).toBeLessThanOrEqual(Math.abs(angle) * 1e-15);
      }),
    );
  });
});

describe('dates and calculator', () => {
  it('days between two dates are the difference of their epoch seconds / 86400', () => {
    fc.assert(
      fc.property(civil.map(isoDay), civil.map(isoDay), (first, second) => {
        const from = parseDate(first);
        const to = parseDate(second);
        const { days, hours } = dateDifference(from, to);
        const formula = `((${to.epochMs})-(${from.epochMs}))/1000/86400`;
        expect(evaluate(formula).text).toBe(String(days));
        expect(evaluate(`24*(${days})`).text).toBe(String(hours));
      }),
    );
  });

  it('adding hours adds 3600 of the calculator’s seconds each, in any zone', () => {
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Shanghai', '+05:45');
    fc.assert(
      fc.property(
        civil.map(isoDay),
        fc.integer({ min: -5000, max: 5000 }),
        zone,
        (day, count, timeZone) => {
          const start = parseDate(`${day}T12:00`, { timeZone });
          const end = addDuration(start, `${count} hours`);
          expect(String(end.epochMs)).toBe(
            evaluate(`(${start.epochMs})+(${count})*3600*1000`).text,
          );
          expect(dateDifference(start, end).hours).toBe(count);
        },
      ),
    );
  });

  it('a duration in units of time is the converted number of seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), (count) => {
        const start = parseDate('2024-03-10T00:00Z');
        for (const unit of ['minutes', 'hours', 'days', 'weeks']) {
          const seconds = convert(count, unit, 's').value;
          expect(addDuration(start, `${count} ${unit}`).epochMs - start.epochMs).toBe(
            seconds * 1000,
          );
        }
      }),
    );
  });

  it('a date that is reversed twice, or put in other digits, is the same date', () => {
    fc.assert(
      fc.property(civil.map(isoDay), (day) => {
        const twice = transformText(transformText(day, 'reverse').text, 'reverse').text;
        expect(formatDate(parseDate(twice), 'YYYY-MM-DD')).toBe(
          formatDate(parseDate(day), 'YYYY-MM-DD'),
        );
        expect(transformText(transformText(day, 'fullwidth').text, 'halfwidth').text).toBe(day);
      }),
    );
  });
});

describe('text statistics and transforms', () => {
  it('upper case, trimming and sorting keep what they must', () => {
    fc.assert(
      fc.property(sentence, fc.array(sentence, { minLength: 1, maxLength: 5 }), (text, lines) => {
        const before = textStatistics(text);
        const upper = textStatistics(transformText(text, 'uppercase').text);
        expect(upper.words).toBe(before.words);
        expect(textStatistics(transformText(text, 'reverse').text).characters).toBe(
          before.characters,
        );
        expect(
          textStatistics(transformText(`  ${text}\n`, 'trim', { scope: 'ends' }).text),
        ).toEqual(before);
        const sorted = textStatistics(transformText(lines.join('\n'), 'sort_lines').text);
        const unsorted = textStatistics(lines.join('\n'));
        expect([sorted.words, sorted.characters, sorted.lines]).toEqual([
          unsorted.words,
          unsorted.characters,
          unsorted.lines,
        ]);
      }),
    );
  });

  it('a word is found at least as often as it is counted, and replacing it takes it away', () => {
    fc.assert(
      fc.property(sentence, (given) => {
        const text = transformText(given, 'lowercase').text;
        const { topWords } = textStatistics(text, { topWords: 100 });
        let counted = 0;
        for (const { word: found, count } of topWords) {
          const occurrences = transformText(text, 'count_substring', { pattern: found }).count ?? 0;
          expect(occurrences, found).toBeGreaterThanOrEqual(count);
          const without = transformText(text, 'replace', { pattern: found, replacement: '#' }).text;
          expect(transformText(without, 'count_substring', { pattern: found }).count).toBe(0);
          // The calculator agrees about the length of what is left.
          const formula = `${text.length}+${occurrences}*(1-${found.length})`;
          expect(evaluate(formula).text).toBe(String(without.length));
          counted += count;
        }
        expect(counted).toBe(textStatistics(text).words);
      }),
    );
  });

  it('bytes are those of the Base64 text', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        const { bytes } = textStatistics(text);
        const encoded = transformText(text, 'base64_encode').text;
        expect(evaluate(`4*ceil(${bytes}/3)`).text).toBe(String(encoded.length));
        expect(transformText(encoded, 'base64_decode').text).toBe(text);
      }),
    );
  });
});

describe('random values and the other tools', () => {
  it('shuffled lines sort back to the same text, and picks are among the lines', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1 }), (words) => {
        const sorted = transformText(words.join('\n'), 'sort_lines').text;
        const shuffled = shuffleItems(words);
        expect(transformText(shuffled.join('\n'), 'sort_lines').text).toBe(sorted);
        const picked = pickItems(words, { count: words.length });
        expect(transformText(picked.join('\n'), 'sort_lines').text).toBe(sorted);
        const doubled = [...words, ...shuffled].join('\n');
        expect(transformText(doubled, 'remove_duplicates').text).toBe(words.join('\n'));
      }),
    );
  });

  it('a password has as many characters as was asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 60 }), (length) => {
        const { password } = randomPassword({ length });
        expect(textStatistics(password).characters).toBe(length);
        expect(splitCharacters(password)).toHaveLength(length);
      }),
    );
  });

  it('dice add up by the calculator, and integers lie between the bounds it compares', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 2, max: 100 }),
        fc.nat(20),
        (count, sides, bonus) => {
          const { rolls, total } = rollDice(`${count}d${sides}+${bonus}`);
          expect(evaluate(`sum(${rolls.join(', ')})+${bonus}`).text).toBe(String(total));
          const drawn = randomInteger(-bonus, sides);
          expect(evaluate(`max(${-bonus}, min(${drawn}, ${sides}))`).text).toBe(String(drawn));
        },
      ),
    );
  });
});
