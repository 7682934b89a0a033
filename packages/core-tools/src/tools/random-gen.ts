import { z } from 'zod';

import type { RandomSource } from '../random/random-source.ts';
import type { CoreTool } from './core-tool.ts';
import { defineTool } from './define-tool.ts';
import { MAX_ITEMS } from './input-limits.ts';
import { optionalCount, optionalFlag, optionalList } from './lenient-fields.ts';
import { numberFromText } from './lenient-values.ts';

const OPERATIONS = [
  'number',
  'float',
  'uuid',
  'password',
  'pick',
  'shuffle',
  'passphrase',
  'dice',
  'token',
] as const;

/** Arguments of {@link randomGen}. Which of them are needed depends on `operation`. */
export interface RandomGenArgs {
  readonly operation: (typeof OPERATIONS)[number];
  /**
   * `number`: lowest and highest value, whole, both included; digits as text beyond 2^53-1. `float`: `min` (default 0)
   * is included, `max` (default 1) is not.
   */
  readonly min?: number | string | undefined;
  /** See `min`. */
  readonly max?: number | string | undefined;
  /** `password`: characters, 4–1024, default 16. `token`: bytes, default 32. `passphrase`: words, default 6. */
  readonly length?: number | undefined;
  /** `password`: upper-case letters. Default true. */
  readonly uppercase?: boolean | undefined;
  /** `password`: symbols. Default true. */
  readonly symbols?: boolean | undefined;
  /** `password`: leave out `O 0 I l 1 |`. Default false. */
  readonly exclude_ambiguous?: boolean | undefined;
  /** `pick`, `shuffle`: the items. */
  readonly items?: readonly (string | number | boolean)[] | undefined;
  /** `pick`: a weight of 0 or more for each item. Default: all alike. */
  readonly weights?: readonly number[] | undefined;
  /** How many picks, numbers, uuids, passwords, tokens or passphrases. Default 1. */
  readonly count?: number | undefined;
  /** `pick`: an item may come again. Default false. */
  readonly with_replacement?: boolean | undefined;
  /** `uuid`: 4 (default) or 7. */
  readonly version?: 4 | 7 | undefined;
  /** `dice`: the dice, such as `3d6+2`. Default `1d6`. */
  readonly dice?: string | undefined;
}

function makeSchema(): z.ZodType<RandomGenArgs> {
  const boundError = 'must be a finite number, or its digits as a string';
  const bound = z.union([z.number(), z.string()], { error: boundError }).optional();
  const count = optionalCount(MAX_ITEMS);
  const item = z.union([z.string(), z.number(), z.boolean()], {
    error: 'must be a text or a number',
  });
  return z.strictObject({
    operation: z.enum(OPERATIONS).describe('What to make.'),
    min: bound.describe('Included.'),
    max: bound.describe('Included.'),
    length: count.describe('password, token, passphrase.'),
    uppercase: optionalFlag().describe('password.'),
    symbols: optionalFlag().describe('password.'),
    exclude_ambiguous: optionalFlag().describe('No O 0 I l 1 |.'),
    items: optionalList(item, MAX_ITEMS).describe('pick, shuffle.'),
    weights: optionalList(z.number(), MAX_ITEMS).describe('pick: chances.'),
    count: count.describe('How many.'),
    with_replacement: optionalFlag().describe('pick.'),
    version: z
      .preprocess(numberFromText, z.literal([4, 7]).optional())
      .optional()
      .describe('uuid: 4 or 7.'),
    dice: z.string().max(30).optional().describe('e.g. 3d6+2.'),
  });
}

export interface RandomGenOptions {
  /** Replaces the cryptographic generator, for tests. */
  readonly random?: RandomSource | undefined;
  /** The clock of uuid version 7: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The random tool with a source and a clock of your own. */
export function createRandomGen(options: RandomGenOptions = {}): CoreTool<RandomGenArgs> {
  return defineTool({
    name: 'random_gen',
    title: 'Random values',
    description:
      'Makes random values from a cryptographic source; use it whenever chance is asked for. number: whole, min to max, ' +
      'both included. float: min (0) to max (1, not included). password: length 16 unless told; uppercase and symbols on ' +
      'unless false. token: length in bytes (32). passphrase: length in words (6). pick: count of items, by weights, each ' +
      'at most once unless with_replacement. shuffle: items. uuid, dice. ' +
      'Examples: {"operation": "number", "min": 1, "max": 6}, {"operation": "pick", "items": ["a", "b"]}',
    schema: makeSchema,
    idempotent: false,
    load: async () => {
      const { runRandomGen } = await import('./run-random-gen.ts');
      return (args) => runRandomGen(args, options);
    },
  });
}

/** Makes random values from the operating system's cryptographic generator. */
export const randomGen: CoreTool<RandomGenArgs> = createRandomGen();
