import { describe, expect, it } from 'vitest';

import {
  type IntegerBound,
  type PasswordOptions,
  pickItems,
  randomInteger,
  randomPassphrase,
  randomPassword,
  randomToken,
  randomUuid,
  randomUuids,
  rollDice,
  shuffleItems,
} from '../src/random.ts';
import { failureOf } from './answer.ts';

describe('further cases of integers', () => {
  it.each<[string, IntegerBound, IntegerBound]>([
    ['ri-001', 0, 0],
    ['ri-002', -5, -5],
    ['ri-003', -5, 5],
    ['ri-004', 1, 2 ** 31],
    ['ri-005', 0, 2 ** 32 - 1],
    ['ri-006', 0, 2 ** 32],
    ['ri-007', -(2 ** 52), 2 ** 52],
    ['ri-008', 0, Number.MAX_SAFE_INTEGER],
    ['ri-009', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['ri-010', '1', '6'],
    ['ri-011', ' 1 ', '1,000'],
    ['ri-012', '１', '６'],
    ['ri-013', '−3', '3'],
    ['ri-014', '+2', 4n],
  ])('%s: %s to %s', (_id, min, max) => {
    const [low, high] = [min, max].map((bound) =>
      typeof bound === 'string'
        ? Number(bound.normalize('NFKC').replace('−', '-').replace(',', ''))
        : Number(bound),
    ) as [number, number];
    for (let draw = 0; draw < 50; draw++) {
      const value = randomInteger(min, max);
      expect(Number.isSafeInteger(value)).toBe(true);
      expect(value >= low && value <= high).toBe(true);
      expect(Object.is(value, -0)).toBe(false);
    }
  });

  it.each<[string, IntegerBound, IntegerBound, number | bigint]>([
    ['ri-015', '9007199254740992', '9007199254740992', 2n ** 53n],
    ['ri-016', 10n ** 20n, '100000000000000000000', 10n ** 20n],
    ['ri-017', -(10n ** 20n), -(10n ** 20n), -(10n ** 20n)],
    ['ri-018', '7', 7n, 7],
  ])('%s: %s to %s is %s', (_id, ...[min, max, expected]) => {
    expect(randomInteger(min, max)).toBe(expected);
  });

  it.each<[string, IntegerBound, IntegerBound, RegExp]>([
    ['ri-019', 6, 1, /swap them to min 1, max 6/],
    ['ri-020', 1.2, 4.8, /the integers inside are 2 to 4/],
    ['ri-021', 1.2, 1.8, /no integer in this range/],
    ['ri-022', Number.NaN, 5, /finite/],
    ['ri-023', Number.NEGATIVE_INFINITY, 5, /finite/],
    ['ri-024', 0, 2 ** 53, /too large to be exact/],
    ['ri-025', 1e21, 1e22, /too large to be exact/],
    ['ri-026', 'one', 6, /finite whole number/],
    ['ri-027', '一', 6, /finite whole number/],
    ['ri-028', '1e3', 6, /finite whole number/],
    ['ri-029', '0x10', 20, /finite whole number/],
    ['ri-030', '5', '-5', /swap them/],
    ['ri-031', '1..5', 6, /finite whole number/],
    ['ri-032', '', '', /finite whole number/],
    // More digits than a double has are still a fraction.
    ['ri-033', '1.9999999999999999999', 3, /integers inside are 2 to 3/],
    ['ri-034', '1.00000000000000000001', 3, /integers inside are 2 to 3/],
    ['ri-035', -3, '-1.00000000000000000001', /integers inside are -3 to -2/],
    ['ri-036', 1.5, '1,000', /integers inside are 2 to 1000/],
    ['ri-037', 1.5, 'many', /must be a whole number\.$/],
    ['ri-038', 1.5, Number.POSITIVE_INFINITY, /must be a whole number\.$/],
  ])('%s: %s to %s is refused', (_id, ...[min, max, message]) => {
    const error = failureOf(() => randomInteger(min, max));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(message);
  });
});

describe('further cases of passwords', () => {
  it.each<[string, PasswordOptions, number, RegExp]>([
    ['rp-001', {}, 16, /^[\x21-\x7e]+$/],
    ['rp-002', { length: 4 }, 4, /^[\x21-\x7e]+$/],
    ['rp-003', { length: 1024 }, 1024, /^[\x21-\x7e]+$/],
    ['rp-004', { symbols: false }, 16, /^[A-Za-z0-9]+$/],
    ['rp-005', { uppercase: false }, 16, /^[^A-Z]+$/],
    ['rp-006', { symbols: false, uppercase: false }, 16, /^[a-z0-9]+$/],
    ['rp-007', { symbols: false, uppercase: false, length: 4 }, 4, /^(?=.*[a-z])(?=.*\d)/],
    ['rp-008', { excludeAmbiguous: true, length: 200 }, 200, /^[^O0Il1|]+$/],
    ['rp-009', { length: 4 }, 4, /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9])/],
  ])('%s: %j', (_id, ...[options, length, pattern]) => {
    for (let draw = 0; draw < 20; draw++) {
      const { password, bits } = randomPassword(options);
      expect(password).toHaveLength(length);
      expect(password).toMatch(pattern);
      expect(bits).toBeGreaterThan(length * 3.5);
      expect(bits).toBeLessThan(length * 6.5);
    }
  });

  it.each([
    ['rp-010', 3],
    ['rp-011', 0],
    ['rp-012', -8],
    ['rp-013', 1025],
    ['rp-014', 8.5],
    ['rp-015', Number.NaN],
    ['rp-016', Number.POSITIVE_INFINITY],
  ])('%s: length %d is refused', (_id, length) => {
    expect(failureOf(() => randomPassword({ length })).message).toMatch(/from 4 to 1024/);
  });
});

describe('further cases of selections', () => {
  it.each([
    ['rs-001', ['苹果', '香蕉', '樱桃'], 1],
    ['rs-002', ['苹果', '香蕉', '樱桃'], 3],
    ['rs-003', ['a', 'a', 'a'], 2],
    ['rs-004', [null, undefined, Number.NaN], 3],
    ['rs-005', Array.from({ length: 10_000 }, (_, index) => index), 10_000],
  ] as readonly (readonly [string, readonly unknown[], number])[])(
    '%s: picks of a list',
    (_id, items, count) => {
      const picked = pickItems(items, { count });
      expect(picked).toHaveLength(count);
      const left = [...items];
      for (const item of picked) {
        const index = left.findIndex((each) => Object.is(each, item));
        expect(index).toBeGreaterThanOrEqual(0);
        left.splice(index, 1);
      }
    },
  );

  it.each([
    ['rs-006', [], 1, /at least one item/],
    ['rs-007', ['a'], 0, /count must be/],
    ['rs-008', ['a'], 2, /from 1 to 1; got 2/],
    ['rs-009', ['a', 'b'], 1.5, /count must be/],
    ['rs-010', ['a', 'b'], -1, /count must be/],
    ['rs-011', Array.from({ length: 10_001 }, () => 0), 1, /at most 10000/],
  ] as readonly (readonly [string, readonly unknown[], number, RegExp])[])(
    '%s is refused',
    (_id, ...[items, count, message]) => {
      expect(failureOf(() => pickItems(items, { count })).message).toMatch(message);
      if (items.length !== 1 && items.length !== 2)
        expect(failureOf(() => shuffleItems(items)).message).toMatch(message);
    },
  );

  it('rs-012: a shuffle is a new list, also of one item', () => {
    const items = Object.freeze(['only']);
    expect(shuffleItems(items)).toEqual(['only']);
    expect(shuffleItems(items)).not.toBe(items);
  });
});

describe('further cases of uuids, tokens, passphrases and dice', () => {
  const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  it('ru-001: a uuid from an injected source has its version and variant bits', () => {
    const all = (byte: number) => (target: Uint8Array) => target.fill(byte);
    expect(randomUuid({ random: all(0) })).toBe('00000000-0000-4000-8000-000000000000');
    expect(randomUuid({ random: all(255) })).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(randomUuid()).toMatch(version4);
    expect(randomUuids(100).every((uuid) => version4.test(uuid))).toBe(true);
  });

  it.each([
    ['ru-002', 0],
    ['ru-003', 101],
    ['ru-004', 1.5],
  ])('%s: %d uuids are refused', (_id, count) => {
    expect(failureOf(() => randomUuids(count)).message).toMatch(/from 1 to 100/);
  });

  it.each<[string, number, 'hex' | 'base64url', RegExp]>([
    ['rt-001', 8, 'hex', /^[0-9a-f]{16}$/],
    ['rt-002', 1024, 'hex', /^[0-9a-f]{2048}$/],
    ['rt-003', 9, 'base64url', /^[\w-]{12}$/],
    ['rt-004', 10, 'base64url', /^[\w-]{14}$/],
  ])('%s: %d bytes as %s', (_id, ...[bytes, encoding, pattern]) => {
    expect(randomToken({ bytes, encoding })).toMatch(pattern);
  });

  it.each([
    ['rt-005', 7],
    ['rt-006', 1025],
    ['rt-007', 8.1],
  ])('%s: %d bytes are refused', (_id, bytes) => {
    expect(failureOf(() => randomToken({ bytes })).code).toBe('invalid_arguments');
  });

  it.each([
    ['rw-001', 3, '-', 30],
    ['rw-002', 24, ' ', 240],
    ['rw-003', 6, '——', 60],
  ])('%s: %d words', (_id, ...[words, separator, bits]) => {
    const made = randomPassphrase({ words, separator });
    expect(made.passphrase.split(separator)).toHaveLength(words);
    expect(made.bits).toBe(bits);
    expect(failureOf(() => randomPassphrase({ words: 2 })).code).toBe('invalid_arguments');
  });

  it.each([
    ['rd-001', '1d1', '1d1', 1, 1],
    ['rd-002', 'd20', '1d20', 1, 20],
    ['rd-003', '4d6-4', '4d6-4', 0, 20],
    ['rd-004', '３ｄ６＋２', '3d6+2', 5, 20],
    ['rd-005', '1000d1', '1000d1', 1000, 1000],
    ['rd-006', '2D%', '2d100', 2, 200],
  ])('%s: %s', (_id, ...[text, notation, least, most]) => {
    const roll = rollDice(text);
    expect(roll.notation).toBe(notation);
    expect(roll.total).toBeGreaterThanOrEqual(least);
    expect(roll.total).toBeLessThanOrEqual(most);
  });

  it.each([
    ['rd-007', '6'],
    ['rd-008', '2x6'],
    ['rd-009', '-1d6'],
    ['rd-010', '1d0'],
    ['rd-011', '1d6+'],
    ['rd-012', '1d6*2'],
    ['rd-013', '三个骰子'],
  ])('%s: %s is refused', (_id, text) => {
    expect(failureOf(() => rollDice(text)).code).toBe('invalid_arguments');
  });
});
