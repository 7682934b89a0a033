import { describe, expect, it } from 'vitest';

import {
  pickItems,
  randomInteger,
  randomPassphrase,
  randomPassword,
  type RandomSource,
  randomToken,
  randomUuid,
  randomUuids,
  rollDice,
  shuffleItems,
} from '../src/random.ts';
import { passphraseWords } from '../src/random/passphrase-words.ts';
import { createDatetimeInfo } from '../src/tools/datetime-info.ts';
import { createRandomGen, randomGen } from '../src/tools/random-gen.ts';
import { answerOf, failureOf } from './answer.ts';

const answer = (args: unknown): Promise<string> => answerOf(randomGen, args);

describe('random_gen cases', () => {
  const cases: readonly {
    readonly id: string;
    readonly args: unknown;
    readonly expected: RegExp;
  }[] = [
    {
      id: 'rand-int-incl',
      args: { operation: 'number', min: 7, max: 7 },
      expected: /^Random number \(7-7\): 7$/,
    },
    {
      id: 'rand-int-big',
      args: { operation: 'number', min: 0, max: 9_007_199_254_740_992 },
      expected: /^ERROR: .*too large to be exact/,
    },
    {
      id: 'rand-pick-many',
      args: { operation: 'pick', items: ['a', 'b', 'c'], count: 10 },
      expected: /^ERROR: count must be a whole number from 1 to 3; got 10/,
    },
    {
      id: 'rand-pick-zero',
      args: { operation: 'pick', items: ['a'], count: 0 },
      expected: /^ERROR: count must be/,
    },
    {
      id: 'orig-rand-min',
      args: { operation: 'number', min: '-Infinity', max: 5 },
      expected: /^ERROR: Invalid min/,
    },
    {
      id: 'D-144 huge',
      args: { operation: 'number', min: -1e308, max: 1e308 },
      expected: /^ERROR: .*too large/,
    },
    {
      id: 'D-144 null',
      args: { operation: 'number', min: null, max: null },
      expected: /^ERROR: min: must be/,
    },
    {
      id: 'D-144 fraction',
      args: { operation: 'number', min: 0.2, max: 0.8 },
      expected: /^ERROR: Invalid min: it must be a whole number; there is no integer in this range/,
    },
    {
      id: 'T-random-250',
      args: { operation: 'number', min: 0, max: null },
      expected: /finite|invalid|error/i,
    },
    {
      id: 'T-random-251',
      args: { operation: 'number', min: null, max: null },
      expected: /required|number/i,
    },
    {
      id: 'T-random-252',
      args: { operation: 'number', min: -1e308, max: 1e308 },
      expected: /too large|range|error/i,
    },
    {
      id: 'T-random-261',
      args: { operation: 'password', length: 100, uppercase: 'false' },
      expected: /\n[^A-Z]+$/,
    },
    {
      // Other programs print `Password (20 chars`; ours print `Password (20 characters, … bits):`.
      id: 'R-rule-093',
      args: { operation: 'password', length: 20, symbols: false },
      expected: /^Password \(20 characters, 119 bits\):\n[A-Za-z0-9]{20}$/,
    },
    { id: 'R-rule-153', args: { operation: 'dice' }, expected: /^Dice \(1d6\): [1-6]$/ },
    { id: 'ri-085', args: { operation: 'uuid' }, expected: /^UUID v4: [0-9a-f-]{36}$/ },
    {
      id: 'contract: password',
      args: { operation: 'password', length: 20 },
      expected: /^Password \(20 characters, 129 bits\):\n\S{20}$/,
    },
    {
      id: 'contract: number',
      args: { operation: 'number', min: '1', max: '6' },
      expected: /^Random number \(1-6\): [1-6]$/,
    },
    { id: 'contract: picked', args: { operation: 'pick', items: ['x'] }, expected: /^Picked: x$/ },
    {
      id: 'contract: shuffled',
      args: { operation: 'shuffle', items: [5, 5] },
      expected: /^Shuffled: 5, 5$/,
    },
  ];

  it.each(cases)('$id', async ({ args, expected }) => {
    expect(await answer(args)).toMatch(expected);
  });

  it.each([
    [{ operation: 'number' }, /min and max are required/],
    [{ operation: 'number', min: 1 }, /max is required/],
    [{ operation: 'number', min: 6, max: 1 }, /swap them to min 1, max 6/],
    [{ operation: 'number', min: 1, max: 'six' }, /finite whole number/],
    [{ operation: 'pick' }, /items is required/],
    [{ operation: 'shuffle', items: [] }, /at least one item/],
    [{ operation: 'password', length: 3 }, /length must be a whole number from 4 to 1024/],
    [{ operation: 'password', length: 2000 }, /from 4 to 1024/],
    [{ operation: 'uuid', count: 101 }, /count must be a whole number from 1 to 100/],
    [{ operation: 'uuid', version: 5 }, /must be one of 4, 7/],
    [{ operation: 'dice', dice: '3x6' }, /Invalid dice/],
    [{ operation: 'passphrase', length: 2 }, /length \(words\) must be/],
    [{ operation: 'token', length: 4 }, /length \(bytes\) must be/],
    [{ operation: 'number', min: 1, max: 2, seed: 5 }, /unknown field "seed"/],
  ])('%j is refused', async (args, expected) => {
    const text = await answer(args);
    expect(text).toMatch(/^ERROR: /);
    expect(text).toMatch(expected);
  });

  it('makes several at once', async () => {
    const uuids = (await answer({ operation: 'uuid', count: 3 })).split('\n');
    expect(uuids[0]).toBe('UUID v4:');
    expect(new Set(uuids).size).toBe(4);
    const passwords = (await answer({ operation: 'password', count: 2, length: 12 })).split('\n');
    expect(passwords).toHaveLength(3);
    expect(await answer({ operation: 'number', min: 1, max: 6, count: 3 })).toMatch(
      /: [1-6], [1-6], [1-6]$/,
    );
    const { data } = await randomGen.execute({ operation: 'pick', items: ['a', 'b'], count: 2 });
    expect([...(data['picked'] as string[])].sort()).toEqual(['a', 'b']);
  });

  it('rolls dice with every die shown', async () => {
    const text = await answer({ operation: 'dice', dice: '3d6+2' });
    const [, a, b, c, total] = /^Rolls: (\d), (\d), (\d)\nDice \(3d6\+2\): (\d+)$/.exec(text) ?? [];
    expect(Number(a) + Number(b) + Number(c) + 2).toBe(Number(total));
  });

  it('takes source and clock from the factory', async () => {
    const source: RandomSource = (target) => target.fill(0);
    const seeded = createRandomGen({ random: source, now: () => 0x0123456789ab });
    expect((await seeded.execute({ operation: 'number', min: 3, max: 9 })).text).toBe(
      'Random number (3-9): 3',
    );
    expect((await seeded.execute({ operation: 'uuid', version: 7 })).text).toBe(
      'UUID v7: 01234567-89ab-7000-8000-000000000000',
    );
    expect(createDatetimeInfo().annotations.idempotent).toBe(true);
    expect(seeded.annotations.idempotent).toBe(false);
  });
});

describe('integers', () => {
  it('take digits beyond 2^53 as text or bigint and stay exact', () => {
    const value = randomInteger('9007199254740993', '9007199254740993');
    expect(value).toBe(9_007_199_254_740_993n);
    expect(randomInteger(10n ** 30n, 10n ** 30n)).toBe(10n ** 30n);
    const wide = randomInteger('0', '1'.padEnd(40, '0'));
    expect(typeof wide).toBe('bigint');
  });

  it('cover the whole range of safe integers', () => {
    for (let draw = 0; draw < 200; draw++) {
      const value = randomInteger(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
      expect(Number.isSafeInteger(value)).toBe(true);
    }
  });

  it.each([
    [0.5, 3.5, /the integers inside are 1 to 3/],
    [1, 2.5, /the integers inside are 1 to 2/],
    [Number.NaN, 1, /finite whole number/],
    [0, Number.POSITIVE_INFINITY, /finite whole number/],
    ['', '1', /finite whole number/],
    ['0x10', '20', /finite whole number/],
    ['1.5', 3, /the integers inside are 2 to 3/],
    ['1'.repeat(1001), 3, /finite whole number/],
    ['9'.repeat(100), 3, /greater than/],
  ])('%s to %s is refused', (min, max, expected) => {
    const error = failureOf(() => randomInteger(min, max));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(expected);
    expect(error.message.length).toBeLessThan(300);
  });
});

describe('passwords', () => {
  it('tell the entropy of all passwords that could come out', () => {
    expect(randomPassword({ length: 20 }).bits).toBeCloseTo(129.04, 1);
    expect(randomPassword({ length: 4 }).bits).toBeCloseTo(Math.log2(24 * 26 * 26 * 26 * 10), 6);
    expect(randomPassword({ length: 4, uppercase: false, symbols: false }).bits).toBeCloseTo(
      Math.log2(36 ** 4 - 26 ** 4 - 10 ** 4),
      6,
    );
  });

  it('leave out look-alikes when asked', () => {
    for (let draw = 0; draw < 50; draw++) {
      expect(randomPassword({ length: 64, excludeAmbiguous: true }).password).not.toMatch(
        /[O0Il1|]/,
      );
    }
  });
});

describe('passphrases, tokens, dice', () => {
  it('the word list has 1024 distinct words', () => {
    const words = passphraseWords();
    expect(words).toHaveLength(1024);
    expect(new Set(words).size).toBe(1024);
    expect(words.every((word) => /^[a-z]{3,7}$/.test(word))).toBe(true);
  });

  it('passphrases are words of the list with 10 bits each', () => {
    const { passphrase, bits } = randomPassphrase({ words: 5, separator: ' ' });
    expect(bits).toBe(50);
    expect(passphrase.split(' ').every((word) => passphraseWords().includes(word))).toBe(true);
  });

  it('tokens have the bytes that were asked for', () => {
    expect(randomToken()).toMatch(/^[0-9a-f]{64}$/);
    expect(randomToken({ bytes: 12, encoding: 'base64url' })).toMatch(/^[\w-]{16}$/);
    expect(failureOf(() => randomToken({ bytes: 7.5 })).code).toBe('invalid_arguments');
  });

  it.each([
    ['d6', '1d6', 6],
    ['2D20-3', '2d20-3', 40],
    ['d%', '1d100', 100],
    [' 3 d 8 + 1 ', '3d8+1', 25],
  ])('%s is %s', (text, notation, most) => {
    const roll = rollDice(text);
    expect(roll.notation).toBe(notation);
    expect(roll.total).toBeLessThanOrEqual(most);
    expect(roll.total).toBe(roll.rolls.reduce((sum, value) => sum + value, roll.modifier));
  });

  it.each(['', 'd', '0d6', '1001d6', '3d0', '3d6d6', 'd1000001', '1'.repeat(100)])(
    '%j is no dice',
    (text) => {
      expect(failureOf(() => rollDice(text)).code).toBe('invalid_arguments');
    },
  );
});

describe('uuids', () => {
  it('version 7 carries the time and ascends within a batch', () => {
    const uuids = randomUuids(100, { version: 7, now: () => 1_718_454_896_789 });
    expect([...uuids].sort()).toEqual(uuids);
    for (const uuid of uuids) {
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(parseInt(uuid.replace('-', '').slice(0, 12), 16)).toBe(1_718_454_896_789);
    }
    expect(failureOf(() => randomUuid({ version: 7, now: () => -1 })).code).toBe('tool_error');
  });
});

describe('a source that is not random', () => {
  const stuck: RandomSource = (target) => target.fill(0xff);

  it('is an error, not an endless loop', () => {
    expect(failureOf(() => randomInteger(1, 3, { random: stuck })).code).toBe('tool_error');
    expect(failureOf(() => randomInteger(0, 2 ** 40, { random: stuck })).code).toBe('tool_error');
    expect(failureOf(() => randomInteger('0', '9'.repeat(40), { random: stuck })).code).toBe(
      'tool_error',
    );
    expect(failureOf(() => randomPassword({ random: (target) => target.fill(0) })).code).toBe(
      'tool_error',
    );
    expect(failureOf(() => shuffleItems([1, 2, 3], { random: stuck })).code).toBe('tool_error');
    expect(failureOf(() => pickItems([1, 2, 3], { random: stuck })).code).toBe('tool_error');
  });
});
