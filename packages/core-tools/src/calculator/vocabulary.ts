import { modulo } from './arithmetic.ts';
import { DIGIT_9 } from './characters.ts';
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
import {
  DEGREE_WORD,
  EULER,
  IN_WORD,
  isWord,
  LIST,
  type ListFunction,
  MODULO_WORD,
  type Name,
  OF_WORD,
  PI,
  TIMES_WORD,
  UNARY,
  type UnaryFunction,
} from './name.ts';
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

/** Open addressing: a power of two, well above the number of names. */
const TABLE_SIZE = 256;

interface NameTable {
  readonly keys: Float64Array;
  readonly names: (Name | undefined)[];
  /** Without aliases, in the order of this file. */
  readonly distinct: Name[];
}

let sharedTable: NameTable | undefined;

/** The name with these packed characters; undefined where there is none. */
export function findName(packed: number): Name | undefined {
  sharedTable ??= createTable();
  return sharedTable.names[findIndex(sharedTable.keys, packed)];
}

/** Known names for a hint, in the order of this file. */
export function knownNames(): readonly string[] {
  sharedTable ??= createTable();
  return sharedTable.distinct.filter((name) => !isWord(name)).map(({ name }) => name);
}

/**
 * Appends a letter (in any case) or a digit to a packed name: names are numbers to base 37. Ten characters make a safe
 * integer, and no known name has more; the number of a longer one is none of theirs, since it only grows.
 */
export function packCharacter(packed: number, code: number): number {
  return packed * 37 + (code <= DIGIT_9 ? code - 21 : code & 31);
}

/** Where a key stands, or the free place for it. The lowest bits of a key depend on every character. */
function findIndex(keys: Float64Array, packed: number): number {
  let index = packed & (TABLE_SIZE - 1);
  while (keys[index] !== packed && keys[index] !== 0) index = (index + 1) & (TABLE_SIZE - 1);
  return index;
}

/** Filled at first use, so that an import costs nothing. */
function createTable(): NameTable {
  const table: NameTable = {
    keys: new Float64Array(TABLE_SIZE),
    names: Array.from({ length: TABLE_SIZE }, () => undefined),
    distinct: [],
  };
  defineWords(table);
  defineFunctions(table);
  defineListFunctions(table);
  return table;
}

function defineWords(table: NameTable): void {
  define(table, 'pi', { role: PI });
  define(table, 'e', { role: EULER });
  define(table, 'mod', {
    role: MODULO_WORD,
    list: (machine, values) => inPlace(modulo, machine, values),
    minArguments: 2,
    maxArguments: 2,
  });
  define(table, 'of', { role: OF_WORD });
  define(table, 'in to as', { role: IN_WORD });
  define(table, 'deg degree degrees', { role: DEGREE_WORD });
  define(table, 'x', { role: TIMES_WORD });
}

function defineFunctions(table: NameTable): void {
  const functions: readonly (readonly [names: string, unary: UnaryFunction])[] = [
    ['sqrt', squareRoot],
    ['cbrt', cubeRoot],
    ['abs', absoluteValue],
    ['sin', sine],
    ['cos', cosine],
    ['tan', tangent],
    ['asin arcsin', arcSine],
    ['acos arccos', arcCosine],
    ['atan arctan', arcTangent],
    ['log10 lg', decimalLogarithm],
    ['log2', binaryLogarithm],
    ['ln', naturalLogarithm],
    ['exp', exponential],
    ['floor', floor],
    ['ceil ceiling', ceiling],
    ['fact factorial', factorial],
  ];
  for (const [names, unary] of functions) define(table, names, { role: UNARY, unary });
  define(table, 'log', {
    role: UNARY,
    unary: decimalLogarithm,
    list: logarithmToBase,
    maxArguments: 2,
  });
  define(table, 'round', { role: UNARY, unary: round, list: roundToPlaces, maxArguments: 2 });
}

function defineListFunctions(table: NameTable): void {
  const pair = { minArguments: 2, maxArguments: 2 };
  const functions: readonly (readonly [names: string, list: ListFunction, arity?: object])[] = [
    ['min', minimum],
    ['max', maximum],
    ['sum', sum],
    ['mean avg average', mean],
    ['median', median],
    ['stdev std stddev', standardDeviation, { minArguments: 2 }],
    ['var variance', variance, { minArguments: 2 }],
    ['hypot', hypotenuse],
    ['gcd', greatestDivisor],
    ['lcm', leastMultiple],
    ['ncr comb', combinations, pair],
    ['npr perm', permutations, pair],
    ['root', rootOfDegree, pair],
    ['pow', (machine, values) => inPlace(power, machine, values), pair],
  ];
  for (const [names, list, arity] of functions) {
    define(table, names, { role: LIST, list, maxArguments: Infinity, ...arity });
  }
}

function define(
  { keys, names, distinct }: NameTable,
  aliases: string,
  properties: Partial<Name>,
): void {
  const [first = '', ...others] = aliases.split(' ');
  const name: Name = {
    role: LIST,
    unary: notCallable,
    list: notCallable,
    minArguments: 1,
    maxArguments: 1,
    ...properties,
    name: first,
  };
  distinct.push(name);
  for (const alias of [first, ...others]) {
    let packed = 0;
    for (const character of alias) packed = packCharacter(packed, character.charCodeAt(0));
    const index = findIndex(keys, packed);
    keys[index] = packed;
    names[index] = name;
  }
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
