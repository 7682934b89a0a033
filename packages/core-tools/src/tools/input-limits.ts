/**
 * Limits that a definition tells before the code behind it is loaded; each is the limit of that code.
 */

/** Longest text that the text tools take, in UTF-16 units. */
export const MAX_TEXT_CHARS = 200_000;

/** Longest expression of the calculator, in UTF-16 units. */
export const MAX_EXPRESSION_CHARS = 500;

/** Longest name of a unit, in UTF-16 units. */
export const MAX_UNIT_CHARS = 60;

/** Most items that `pick` and `shuffle` take. */
export const MAX_ITEMS = 10_000;
