import { CoreToolError, requireCount } from '../errors.ts';
import { rollDice } from '../random/dice.ts';
import { randomInteger } from '../random/integer.ts';
import { randomPassphrase, WORD_LIMITS } from '../random/passphrase.ts';
import { randomPassword } from '../random/password.ts';
import { randomFloat } from '../random/real-numbers.ts';
import { pickItems, shuffleItems } from '../random/selection.ts';
import { BYTE_LIMITS, randomToken } from '../random/token.ts';
import { MAX_UUIDS, randomUuids } from '../random/uuid.ts';
import type { CoreToolResult } from './core-tool.ts';
import { numberFromText } from './lenient-values.ts';
import type { RandomGenArgs, RandomGenOptions } from './random-gen.ts';

/** The observation of one operation: what was made, with its strength where it is a secret. */
export function runRandomGen(args: RandomGenArgs, options: RandomGenOptions): CoreToolResult {
  return generators[args.operation](args, options);
}

type Generator = (args: RandomGenArgs, options: RandomGenOptions) => CoreToolResult;

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
  float: (args, options) => {
    const min = floatBound(args.min ?? 0, 'min');
    const max = floatBound(args.max ?? 1, 'max');
    const values = repeat(args, () => randomFloat(min, max, options));
    return {
      text: `Random number (${min}-${max}): ${values.join(', ')}`,
      data: single('value', 'values', values),
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
      weights: args.weights,
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

function floatBound(given: number | string, name: string): number {
  const bound = numberFromText(given);
  if (typeof bound === 'number' && Number.isFinite(bound)) return bound + 0;
  throw new CoreToolError('invalid_arguments', `${name} must be a finite number, e.g. 0.5.`);
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
