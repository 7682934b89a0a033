import { binomial } from '../number/binomial.ts';
import { log2OfInteger } from '../number/bit-length.ts';
import { greatestCommonDivisor } from '../number/greatest-common-divisor.ts';
import { fallingProduct } from '../number/product.ts';
import { absolute } from '../number/rational.ts';
import { MAX_BITS, setExact } from './exact-result.ts';
import { domainError, overflowError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

const MAX_FACTORIAL = 1000;
/** Microseconds per factor, and per number up to n where primes are looked for; measured. */
const COST_OF_FACTOR = 0.3;
const COST_OF_SIEVE = 0.03;

export function factorial(machine: Machine, value: Operand): void {
  const count = requireInteger(machine, value, 'a factorial');
  if (count < 0n) {
    throw domainError(machine.operatorPosition, 'a negative number has no factorial');
  }
  if (count > BigInt(MAX_FACTORIAL)) {
    throw domainError(
      machine.operatorPosition,
      `the result is too large (overflow): factorials are calculated up to ${MAX_FACTORIAL}!`,
    );
  }
  machine.spend(Number(count) * COST_OF_FACTOR);
  const numerator = fallingProduct(count, Number(count));
  setExact(machine, value, { numerator, denominator: 1n });
}

/** n! / (n-k)!; 0 where k is above n. */
export function permutations(machine: Machine, values: readonly Operand[]): Operand {
  const { result, total, chosen } = requireSelection(machine, values, 'nPr');
  if (chosen > total) {
    result.setDecimal(0, 0);
    return result;
  }
  const count = Number(chosen);
  // Each factor is above n - k, and the product is at least k!, which is above (k/e)^k.
  const log2OfFactor = Math.max(log2OfInteger(total - chosen + 1n), Math.log2(count / Math.E));
  requireWithinLimit(machine, count * log2OfFactor);
  machine.spend(count * COST_OF_FACTOR);
  setExact(machine, result, { numerator: fallingProduct(total, count), denominator: 1n });
  return result;
}

/** n! / (k! (n-k)!); 0 where k is above n. */
export function combinations(machine: Machine, values: readonly Operand[]): Operand {
  const { result, total, chosen } = requireSelection(machine, values, 'nCr');
  if (chosen > total) {
    result.setDecimal(0, 0);
    return result;
  }
  const smaller = chosen > total - chosen ? total - chosen : chosen;
  const count = Number(smaller);
  // The result is at least (n/k)^k.
  const log2 = smaller === 0n ? 0 : count * (log2OfInteger(total) - log2OfInteger(smaller));
  requireWithinLimit(machine, log2);
  machine.spend(Math.min(count * COST_OF_FACTOR * 2, Number(total) * COST_OF_SIEVE));
  setExact(machine, result, { numerator: binomial(total, count), denominator: 1n });
  return result;
}

/** Refuses what is beyond the limit before it is calculated. */
function requireWithinLimit(machine: Machine, log2OfResult: number): void {
  if (log2OfResult > MAX_BITS) throw overflowError(machine.operatorPosition);
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
