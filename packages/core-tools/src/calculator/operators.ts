import { MINUS, PLUS, SLASH, STAR } from './characters.ts';

// Operators that wait for their right operand. The code of one is eight times the power with which it binds that
// operand, and a number below eight: it is applied when what follows binds less tightly. For a left-associative
// operator this is one more than its own power.

/** The end of the text and of a parenthesis. */
export const LOWEST = 0;
/** Also for products without a sign; a sum has 10. */
export const PRODUCT = 20;
/** Only what belongs to a factor binds tighter. */
export const FACTOR = 24;
// Signs, roots and bare functions have 25: tighter than a product, looser than a power (30), so that -2^2 is -4.

/** Nothing waits. */
export const OUTERMOST = 0;
/** An open parenthesis, and one behind the name of a function. */
export const GROUP = 1;
export const CALL = 2;
export const ADD = 88;
export const SUBTRACT = 89;
export const MULTIPLY = 168;
export const DIVIDE = 169;
export const MODULO = 170;
/** `%` between two values. */
export const MODULO_SIGN = 171;
/** `p% of x`. */
export const PER_CENT_OF = 172;
export const IDENTITY = 200;
export const NEGATE = 201;
export const SQUARE_ROOT_OF = 202;
export const CUBE_ROOT_OF = 203;
/** A function without parentheses. */
export const BARE_CALL = 204;
/** Right-associative: its right operand may contain another power. */
export const RAISE = 240;

/** By character: what `+`, `-`, `*` and `/` are between two values, else 0. */
export function createBinaryOperators(): Uint8Array {
  const operators = new Uint8Array(256);
  operators[PLUS] = ADD;
  operators[MINUS] = SUBTRACT;
  operators[STAR] = MULTIPLY;
  operators[SLASH] = DIVIDE;
  return operators;
}
