/**
 * Models often write numbers and booleans as text. Only unmistakable texts are read (`"6"`, `"false"`); everything else
 * stays for the schema to refuse. Applied to a value that has its type already, they change nothing.
 */

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

/** For `z.preprocess`: digits in a text become the number. */
export function numberFromText(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
}

/** For `z.preprocess`: `"true"` and `"false"` become booleans. */
export function booleanFromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : value;
}
