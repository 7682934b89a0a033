import { CoreToolError, quoteInput, requireText } from '../errors.ts';
import { type RandomOptions, randomWords } from './random-source.ts';
import { uniformBelow } from './uniform.ts';

/** What {@link rollDice} gives. */
export interface DiceRoll {
  /** The dice in usual notation: `3d6+2`. */
  readonly notation: string;
  /** What each die shows, in the order of the throws. */
  readonly rolls: readonly number[];
  /** What is added to the sum of the dice; 0 unless told. */
  readonly modifier: number;
  /** The sum of the dice and the modifier. */
  readonly total: number;
}

const MAX_DICE = 1000;
const MAX_SIDES = 1_000_000;

/**
 * Rolls dice: `d6`, `3d6`, `2d20+5`, `d%` (100 sides). Default `1d6`. At most 1000 dice of at most
 * 1,000,000 sides.
 *
 * @throws CoreToolError `invalid_arguments` for any other notation.
 */
export function rollDice(notation = '1d6', options: RandomOptions = {}): DiceRoll {
  requireText(notation, 'notation', 'a string such as 3d6');
  const plain = notation.length > 30 ? '' : notation.normalize('NFKC').replace(/\s+/g, '');
  const match = /^(\d{1,4})?d(\d{1,7}|%)([+-]\d{1,9})?$/i.exec(plain);
  const count = Number(match?.[1] ?? 1);
  const sides = match?.[2] === '%' ? 100 : Number(match?.[2]);
  if (!match || count < 1 || count > MAX_DICE || !(sides >= 1 && sides <= MAX_SIDES)) {
    throw new CoreToolError(
      'invalid_arguments',
      `Invalid dice ${quoteInput(notation)}: write NdS or NdS+M, such as 3d6 or 2d20+5, with 1 to ${MAX_DICE} dice.`,
      { details: { hint: '3d6' } },
    );
  }
  const modifier = Number(match[3] ?? 0);
  const words = randomWords(options);
  const rolls = Array.from({ length: count }, () => 1 + uniformBelow(words, sides));
  const sign = modifier === 0 ? '' : modifier < 0 ? String(modifier) : `+${modifier}`;
  return {
    notation: `${count}d${sides}${sign}`,
    rolls,
    modifier,
    total: rolls.reduce((sum, roll) => sum + roll, modifier),
  };
}
