import { modulo } from './arithmetic.ts';
import { codeAt, isDigit } from './characters.ts';
import {
  absoluteValue,
  binaryLogarithm,
  ceiling,
  cubeRoot,
  decimalLogarithm,
  exponential,
  floor,
  naturalLogarithm,
  round,
  squareRoot,
} from './elementary.ts';
import {
  combinations,
  factorial,
  greatestDivisor,
  leastMultiple,
  permutations,
} from './integer-functions.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';
import { power } from './power.ts';
import {
  hypotenuse,
  maximum,
  mean,
  median,
  minimum,
  standardDeviation,
  sum,
  variance,
} from './statistics.ts';
import { arcCosine, arcSine, arcTangent, cosine, sine, tangent } from './trigonometry.ts';
import { logarithmToBase, rootOfDegree, roundToPlaces } from './two-value-functions.ts';

export const CONSTANT = 'constant';
export const UNARY = 'unary';
export const LIST = 'list';
export const WORD = 'word';

/** A name that the calculator knows. Names live in a closed table of packed letters, never on an object. */
export interface Name {
  readonly role: typeof CONSTANT | typeof UNARY | typeof LIST | typeof WORD;
  readonly name: string;
  /** For UNARY: replaces the value. */
  readonly unary: (machine: Machine, value: Operand) => void;
  /** For LIST, and for a UNARY function called with more than one argument. */
  readonly list: (machine: Machine, values: readonly Operand[]) => Operand;
  readonly minArguments: number;
  readonly maxArguments: number;
}

const NAMES = new Map<number, Name>();
const MAX_NAME_LENGTH = 10;

export const PI: Name = define(CONSTANT, 'pi');
define(CONSTANT, 'e');
export const MOD: Name = define(WORD, 'mod', {
  list: (machine, values) => inPlace(modulo, machine, values),
  minArguments: 2,
  maxArguments: 2,
});
export const OF: Name = define(WORD, 'of');
export const IN: Name = define(WORD, 'in to as');
export const DEGREES: Name = define(WORD, 'deg degree degrees');
/** `3 x 4` is no product here, but deserves a hint. */
export const TIMES: Name = define(WORD, 'x');

defineUnary('sqrt', squareRoot);
defineUnary('cbrt', cubeRoot);
defineUnary('abs', absoluteValue);
defineUnary('sin', sine);
defineUnary('cos', cosine);
defineUnary('tan', tangent);
defineUnary('asin arcsin', arcSine);
defineUnary('acos arccos', arcCosine);
defineUnary('atan arctan', arcTangent);
defineUnary('log10 lg', decimalLogarithm);
defineUnary('log2', binaryLogarithm);
defineUnary('ln', naturalLogarithm);
defineUnary('exp', exponential);
defineUnary('floor', floor);
defineUnary('ceil ceiling', ceiling);
defineUnary('fact factorial', factorial);
define(UNARY, 'log', { unary: decimalLogarithm, list: logarithmToBase, maxArguments: 2 });
define(UNARY, 'round', { unary: round, list: roundToPlaces, maxArguments: 2 });

defineList('min', minimum);
defineList('max', maximum);
defineList('sum', sum);
defineList('mean avg average', mean);
defineList('median', median);
defineList('stdev std stddev', standardDeviation, 2);
defineList('var variance', variance, 2);
defineList('hypot', hypotenuse);
defineList('gcd', greatestDivisor);
defineList('lcm', leastMultiple);
definePair('ncr comb', combinations);
definePair('npr perm', permutations);
definePair('root', rootOfDegree);
definePair('pow', (machine, values) => inPlace(power, machine, values));

/** Case-insensitive: letters and digits as digits of a number to base 37. Longer names than any known one give 0. */
export function packName(source: string, start: number, end: number): number {
  if (end - start > MAX_NAME_LENGTH) return 0;
  let packed = 0;
  for (let position = start; position < end; position += 1) {
    const code = codeAt(source, position);
    packed = packed * 37 + (isDigit(code) ? code - 21 : code & 31);
  }
  return packed;
}

export function findName(packed: number): Name | undefined {
  return NAMES.get(packed);
}

/** Known names for a hint, in the order of this file. */
export function knownNames(): readonly string[] {
  const callable = [...NAMES.values()].filter(({ role }) => role !== WORD);
  return [...new Set(callable.map(({ name }) => name))];
}

function define(role: Name['role'], aliases: string, functions: Partial<Name> = {}): Name {
  const [first = '', ...others] = aliases.split(' ');
  const name: Name = {
    role,
    name: first,
    unary: functions.unary ?? notCallable,
    list: functions.list ?? notCallable,
    minArguments: functions.minArguments ?? 1,
    maxArguments: functions.maxArguments ?? 1,
  };
  for (const alias of [first, ...others]) NAMES.set(packName(alias, 0, alias.length), name);
  return name;
}

function defineUnary(aliases: string, unary: Name['unary']): void {
  define(UNARY, aliases, { unary });
}

function defineList(aliases: string, list: Name['list'], minArguments = 1): void {
  define(LIST, aliases, { list, minArguments, maxArguments: Infinity });
}

function definePair(aliases: string, list: Name['list']): void {
  define(LIST, aliases, { list, minArguments: 2, maxArguments: 2 });
}

function inPlace(
  operation: (machine: Machine, left: Operand, right: Operand) => void,
  machine: Machine,
  [left, right]: readonly Operand[],
): Operand {
  if (left === undefined || right === undefined) throw new RangeError('two values are needed');
  operation(machine, left, right);
  return left;
}

function notCallable(): never {
  throw new RangeError('this name is no function');
}
