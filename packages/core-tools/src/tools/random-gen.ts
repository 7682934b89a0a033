import type { Tool, ToolResult } from '@mini-agent/foundation/tool';
import { z } from 'zod';

import { CoreToolError } from '../errors.ts';
import { rollDice } from '../random/dice.ts';
import { randomInteger } from '../random/integer.ts';
import { randomPassphrase, WORD_LIMITS } from '../random/passphrase.ts';
import { randomPassword } from '../random/password.ts';
import type { RandomSource } from '../random/random-source.ts';
import { MAX_ITEMS, pickItems, shuffleItems } from '../random/selection.ts';
import { requireCount } from '../random/counts.ts';
import { BYTE_LIMITS, randomToken } from '../random/token.ts';
import { MAX_UUIDS, randomUuids } from '../random/uuid.ts';
import { defineTool } from './define-tool.ts';
import { booleanFromText, listFromText, numberFromText } from './lenient-values.ts';

const OPERATIONS = [
  'number',
  'uuid',
  'password',
  'pick',
  'shuffle',
  'passphrase',
  'dice',
  'token',
] as const;

export interface RandomGenArgs {
  readonly operation: (typeof OPERATIONS)[number];
  /** `number`: lowest and highest value, both included; digits as text beyond 2^53-1. */
  readonly min?: number | string | undefined;
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
  /** How many picks, uuids, passwords, numbers, tokens or passphrases. Default 1. */
  readonly count?: number | undefined;
  /** `pick`: an item may come again. Default false. */
  readonly with_replacement?: boolean | undefined;
  /** `uuid`: 4 (default) or 7. */
  readonly version?: 4 | 7 | undefined;
  /** `dice`: the dice, such as `3d6+2`. Default `1d6`. */
  readonly dice?: string | undefined;
}

const flag = z.preprocess(booleanFromText, z.boolean().optional()).optional();
const count = z.preprocess(numberFromText, z.int().min(0).max(MAX_ITEMS).optional()).optional();
const bound = z
  .union([z.number(), z.string()], {
    error: 'must be a finite whole number, or its digits as a string',
  })
  .optional();

const schema: z.ZodType<RandomGenArgs> = z.strictObject({
  operation: z.enum(OPERATIONS).describe('What to make.'),
  min: bound.describe('number: lowest, included.'),
  max: bound.describe('number: highest, included.'),
  length: count.describe('Characters (password, 16), bytes (token, 32) or words (passphrase, 6).'),
  uppercase: flag.describe('password: default true.'),
  symbols: flag.describe('password: default true.'),
  exclude_ambiguous: flag.describe('password: no O 0 I l 1 |.'),
  items: z
    .preprocess(
      listFromText,
      z
        .array(
          z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text or a number' }),
        )
        .max(MAX_ITEMS)
        .optional(),
    )
    .optional()
    .describe('pick, shuffle: the items.'),
  count: count.describe('How many (default 1).'),
  with_replacement: flag.describe('pick: items may repeat.'),
  version: z
    .preprocess(numberFromText, z.literal([4, 7]).optional())
    .optional()
    .describe('uuid: 4 (default) or 7.'),
  dice: z.string().max(30).optional().describe('dice: e.g. 3d6+2.'),
});

export interface RandomGenOptions {
  /** Replaces the cryptographic generator, for tests. */
  readonly random?: RandomSource | undefined;
  /** The clock of uuid version 7: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The random tool with a source and a clock of your own. */
export function createRandomGen(options: RandomGenOptions = {}): Tool<RandomGenArgs> {
  return defineTool({
    name: 'random_gen',
    title: 'Random values',
    description:
      'Makes random values from a cryptographic source: number (min to max, both included), uuid, password, pick, ' +
      'shuffle, passphrase, dice, token. Examples: {"operation": "number", "min": 1, "max": 6}, ' +
      '{"operation": "password", "length": 20}',
    schema,
    idempotent: false,
    run: (args) => generators[args.operation](args, options),
  });
}

/** Makes random values from the operating system's cryptographic generator. */
export const randomGen: Tool<RandomGenArgs> = createRandomGen();

type Generator = (args: RandomGenArgs, options: RandomGenOptions) => ToolResult;

const generators: Readonly<Record<RandomGenArgs['operation'], Generator>> = {
  number: (args, options) => {
    const { min, max } = requireBounds(args);
    const values = repeat(args, () => randomInteger(min, max, options)).map(String);
    const data = values.map((value) => jsonInteger(value));
    return {
      text: `Random number (${boundText(min)}-${boundText(max)}): ${values.join(', ')}`,
      data: single('value', 'values', data),
    };
  },
  uuid: (args, options) => {
    const uuids = randomUuids(args.count ?? 1, { ...options, version: args.version });
    return {
      text: block(`UUID v${args.version ?? 4}:`, uuids),
      data: single('uuid', 'uuids', uuids),
    };
  },
  password: (args, options) => {
    const made = repeat(args, () =>
      randomPassword({ ...args, ...options, excludeAmbiguous: args.exclude_ambiguous }),
    );
    const bits = Math.floor(made[0]?.bits ?? 0);
    const passwords = made.map(({ password }) => password);
    const length = passwords[0]?.length ?? 0;
    return {
      text: `Password (${length} characters, ${bits} bits):\n${passwords.join('\n')}`,
      data: { ...single('password', 'passwords', passwords), length, bits },
    };
  },
  pick: (args, options) => {
    const items = requireItems(args);
    const picked = pickItems(items, {
      ...options,
      count: args.count,
      withReplacement: args.with_replacement,
    });
    return { text: `Picked: ${picked.join(', ')}`, data: { picked } };
  },
  shuffle: (args, options) => {
    const shuffled = shuffleItems(requireItems(args), options);
    return { text: `Shuffled: ${shuffled.join(', ')}`, data: { shuffled } };
  },
  passphrase: (args, options) => {
    const words = requireCount(args.length ?? 6, 'length (words)', WORD_LIMITS);
    const made = repeat(args, () => randomPassphrase({ ...options, words }));
    const bits = Math.floor(made[0]?.bits ?? 0);
    const passphrases = made.map(({ passphrase }) => passphrase);
    return {
      text: `Passphrase (${words} words, ${bits} bits):\n${passphrases.join('\n')}`,
      data: { ...single('passphrase', 'passphrases', passphrases), bits },
    };
  },
  dice: (args, options) => {
    if ((args.count ?? 1) > 1) {
      throw new CoreToolError(
        'invalid_arguments',
        'count is not for dice; put the number of dice before the d, e.g. dice "3d6".',
      );
    }
    const { notation, rolls, modifier, total } = rollDice(args.dice ?? '1d6', options);
    const shown = rolls.length > 1 ? [`Rolls: ${rolls.join(', ')}`] : [];
    return {
      text: [...shown, `Dice (${notation}): ${total}`].join('\n'),
      data: { notation, rolls, modifier, total },
    };
  },
  token: (args, options) => {
    const bytes = requireCount(args.length ?? 32, 'length (bytes)', BYTE_LIMITS);
    const tokens = repeat(args, () => randomToken({ ...options, bytes }));
    return {
      text: block(`Token (${bytes} bytes, ${bytes * 8} bits):`, tokens),
      data: single('token', 'tokens', tokens),
    };
  },
};

function repeat<Value>(args: RandomGenArgs, make: () => Value): Value[] {
  const times = requireCount(args.count ?? 1, 'count', { least: 1, most: MAX_UUIDS });
  return Array.from({ length: times }, make);
}

/** One value on the line of its label, several below it. */
function block(label: string, values: readonly string[]): string {
  return values.length === 1 ? `${label} ${values.join('')}` : [label, ...values].join('\n');
}

function single<Value extends string | number>(
  one: string,
  many: string,
  values: readonly Value[],
): Record<string, Value | readonly Value[]> {
  const [first] = values;
  return values.length === 1 && first !== undefined ? { [one]: first } : { [many]: values };
}

function requireBounds({ min, max }: RandomGenArgs): {
  min: number | string;
  max: number | string;
} {
  if (min !== undefined && max !== undefined) return { min, max };
  const missing = min === undefined ? (max === undefined ? 'min and max are' : 'min is') : 'max is';
  throw new CoreToolError(
    'invalid_arguments',
    `${missing} required for operation number, e.g. min 1 and max 100.`,
  );
}

function requireItems({ items, operation }: RandomGenArgs): readonly (string | number | boolean)[] {
  if (items !== undefined) return items;
  throw new CoreToolError(
    'invalid_arguments',
    `items is required for operation ${operation}, e.g. ["red", "green"].`,
  );
}

/** JSON numbers are exact only up to 2^53-1; larger values stay text. */
function jsonInteger(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : digits;
}

function boundText(bound: number | string): string {
  return String(bound).trim();
}
