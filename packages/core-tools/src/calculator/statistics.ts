import { add, divide, multiply, subtract } from './arithmetic.ts';
import { compareOperands } from './compare.ts';
import { squareRoot } from './elementary.ts';
import type { Machine } from './machine.ts';
import { NOTE_SAMPLE } from './note.ts';
import { copyOf, integerOperand, type Operand, RATIONAL } from './operand.ts';
import { power } from './power.ts';

// Functions of a list of at least one value. They return the cell with the result, one of the arguments or a new one.

export function minimum(machine: Machine, values: readonly Operand[]): Operand {
  return values.reduce((best, value) => (compareOperands(machine, value, best) < 0 ? value : best));
}

export function maximum(machine: Machine, values: readonly Operand[]): Operand {
  return values.reduce((best, value) => (compareOperands(machine, value, best) > 0 ? value : best));
}

export function sum(machine: Machine, values: readonly Operand[]): Operand {
  const total = integerOperand(0);
  for (const value of values) add(machine, total, copyOf(value));
  return total;
}

export function mean(machine: Machine, values: readonly Operand[]): Operand {
  const total = sum(machine, values);
  divide(machine, total, integerOperand(values.length));
  return total;
}

export function median(machine: Machine, values: readonly Operand[]): Operand {
  const sorted = values.toSorted((left, right) => compareOperands(machine, left, right));
  const middle = sorted.length >> 1;
  return mean(machine, sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle, middle + 1));
}

/** Of a sample: the sum of squared deviations divided by n - 1. Needs two values. */
export function variance(machine: Machine, values: readonly Operand[]): Operand {
  machine.notes |= NOTE_SAMPLE;
  const average = mean(machine, values);
  const squares = values.map((value) => {
    const deviation = copyOf(value);
    subtract(machine, deviation, copyOf(average));
    return squareOf(machine, deviation);
  });
  const total = sum(machine, squares);
  divide(machine, total, integerOperand(values.length - 1));
  return total;
}

export function standardDeviation(machine: Machine, values: readonly Operand[]): Operand {
  const result = variance(machine, values);
  squareRoot(machine, result);
  return result;
}

/** √(a² + b² + …), exact for Pythagorean values. */
export function hypotenuse(machine: Machine, values: readonly Operand[]): Operand {
  const squares = values.map((value) => squareOf(machine, copyOf(value)));
  const result = sum(machine, squares);
  squareRoot(machine, result);
  return result;
}

/** Exact fractions as a power, whose parts need no reduction. */
function squareOf(machine: Machine, value: Operand): Operand {
  if (value.kind === RATIONAL) power(machine, value, integerOperand(2));
  else multiply(machine, value, copyOf(value));
  return value;
}
