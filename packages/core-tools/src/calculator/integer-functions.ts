import { log2OfInteger } from '../number/bit-length.ts';
import { greatestCommonDivisor } from '../number/greatest-common-divisor.ts';
import { absolute } from '../number/rational.ts';
import { MAX_BITS, setExact } from './exact-result.ts';
import { domainError, overflowError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

/** Factors that a factorial, a permutation or a combination may multiply. */
const MAX_FACTORS = 1000;
/** Microseconds per big-number factor, measured with 1000!. */
const COST_OF_FACTOR = 0.15;

export function factorial(machine: Machine, value: Operand): void {
  const count = requireInteger(machine, value, 'a factorial');
  if (count < 0n) {
    throw domainError(machine.operatorPosition, 'a negative number has no factorial');
  }
  setExact(machine, value, { numerator: fallingProduct(machine, count, count), denominator: 1n });
}

/** n! / (n-k)!; 0 where k is above n. */
export function permutations(machine: Machine, values: readonly Operand[]): Operand {
  const { result, total, chosen } = requireSelection(machine, values, 'nPr');
  const numerator = chosen > total ? 0n : fallingProduct(machine, total, chosen);
  setExact(machine, result, { numerator, denominator: 1n });
  return result;
}

/** n! / (k! (n-k)!); 0 where k is above n. */
export function combinations(machine: Machine, values: readonly Operand[]): Operand {
  const { result, total, chosen } = requireSelection(machine, values, 'nCr');
  const smaller = chosen > total - chosen ? total - chosen : chosen;
  const numerator =
    chosen > total
      ? 0n
      : fallingProduct(machine, total, smaller) / fallingProduct(machine, smaller, smaller);
  setExact(machine, result, { numerator, denominator: 1n });
  return result;
}

export function greatestDivisor(machine: Machine, values: readonly Operand[]): Operand {
  return foldIntegers(machine, values, { name: 'gcd', combine: greatestCommonDivisor });
}

export function leastMultiple(machine: Machine, values: readonly Operand[]): Operand {
  return foldIntegers(machine, values, {
    name: 'lcm',
    combine: (left, right) =>
      left === 0n || right === 0n ? 0n : (left / greatestCommonDivisor(left, right)) * right,
  });
}

interface IntegerFold {
  readonly name: string;
  readonly combine: (left: bigint, right: bigint) => bigint;
}

function foldIntegers(
  machine: Machine,
  values: readonly Operand[],
  { name, combine }: IntegerFold,
): Operand {
  const [result, ...others] = values;
  if (result === undefined) throw new RangeError(`${name} of nothing`);
  setExact(machine, result, {
    numerator: absolute(requireInteger(machine, result, name)),
    denominator: 1n,
  });
  for (const other of others) {
    const left = result.toRational();
    const right = absolute(requireInteger(machine, other, name));
    // As expensive as reducing the fraction of the two.
    machine.spend(costOfDivisor(left.numerator, right));
    setExact(machine, result, { numerator: combine(left.numerator, right), denominator: 1n });
  }
  return result;
}

function costOfDivisor(left: bigint, right: bigint): number {
  const smaller = left < right ? left : right;
  return smaller < 1n << 512n ? 1 : smaller.toString(16).length ** 2 / 6000;
}

/** n·(n-1)·…, `count` factors. */
function fallingProduct(machine: Machine, from: bigint, count: bigint): bigint {
  if (count > BigInt(MAX_FACTORS)) {
    throw domainError(
      machine.operatorPosition,
      `the result is too large (overflow): factorials are calculated up to ${MAX_FACTORS}!`,
    );
  }
  const log2 = count === 0n ? 0 : log2OfInteger(from) * Number(count);
  if (log2 > 4 * MAX_BITS) throw overflowError(machine.operatorPosition);
  machine.spend(Number(count) * COST_OF_FACTOR);
  let product = 1n;
  for (let factor = from; factor > from - count; factor -= 1n) product *= factor;
  return product;
}

function requireSelection(
  machine: Machine,
  [total, chosen]: readonly Operand[],
  name: string,
): { result: Operand; total: bigint; chosen: bigint } {
  if (total === undefined || chosen === undefined) throw new RangeError(`${name} of nothing`);
  const selection = {
    result: total,
    total: requireInteger(machine, total, name),
    chosen: requireInteger(machine, chosen, name),
  };
  if (selection.total < 0n || selection.chosen < 0n) {
    throw domainError(machine.operatorPosition, `${name} needs integers from 0 up`);
  }
  return selection;
}

function requireInteger(machine: Machine, value: Operand, what: string): bigint {
  value.dropPercent();
  if (value.isExact) {
    const exact = value.toRational();
    if (exact.denominator === 1n) return exact.numerator;
  }
  throw domainError(machine.operatorPosition, `${what} needs integers`);
}
