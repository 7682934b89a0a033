import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

/** What a name is; the words that stand between or behind values come last. */
export const PI = 0;
export const EULER = 1;
/** A function of one value, which needs no parentheses. */
export const UNARY = 2;
/** A function of a list of values. */
export const LIST = 3;
export const MODULO_WORD = 4;
export const OF_WORD = 5;
export const IN_WORD = 6;
export const DEGREE_WORD = 7;
/** `3 x 4` is no product here, but deserves a hint. */
export const TIMES_WORD = 8;

export type UnaryFunction = (machine: Machine, value: Operand) => void;
export type ListFunction = (machine: Machine, values: readonly Operand[]) => Operand;

/** A name that the calculator knows. Names live in a closed table of packed letters, never on an object. */
export interface Name {
  readonly role: number;
  readonly name: string;
  /** For UNARY: replaces the value. */
  readonly unary: UnaryFunction;
  /** For LIST, and for a UNARY function called with more than one argument. */
  readonly list: ListFunction;
  readonly minArguments: number;
  readonly maxArguments: number;
}

export function isConstant({ role }: Name): boolean {
  return role <= EULER;
}

export function isWord({ role }: Name): boolean {
  return role >= MODULO_WORD;
}
