// Readings that were chosen, as bits: an evaluation collects them without making a text.
export const NOTE_MODULO = 1;
export const NOTE_PERCENT = 2;
export const NOTE_PERCENT_OF_LEFT = 4;
export const NOTE_IMPLICIT_AFTER_DIVISION = 8;
export const NOTE_BARE_FUNCTION = 16;
export const NOTE_ARGUMENTS = 32;
export const NOTE_SAMPLE = 64;
export const NOTE_UNDERFLOW = 128;
export const NOTE_DEGREES = 256;

const TEXTS: readonly (readonly [bit: number, text: string])[] = [
  [NOTE_MODULO, '% between two values was read as modulo (remainder with the sign of the divisor)'],
  [NOTE_PERCENT, '% was read as per cent'],
  [NOTE_PERCENT_OF_LEFT, 'a ± p% was read as a ± p per cent of a'],
  [
    NOTE_IMPLICIT_AFTER_DIVISION,
    'a product without a sign after / was read from left to right: a/b(c) is (a/b)*c',
  ],
  [NOTE_BARE_FUNCTION, 'a function without parentheses was applied to the next value only'],
  [
    NOTE_ARGUMENTS,
    'a comma in a call of log or round separates two arguments, also before three digits',
  ],
  [NOTE_SAMPLE, 'stdev and var are those of a sample (divided by n - 1)'],
  [NOTE_UNDERFLOW, 'a value closer to 0 than 1e-323 was taken as 0'],
  [NOTE_DEGREES, 'degrees were converted to radians'],
];

/** The text of all collected notes; undefined without any. */
export function describeNotes(notes: number): string | undefined {
  // The more precise of the two says it all.
  const shown = (notes & NOTE_PERCENT_OF_LEFT) === 0 ? notes : notes & ~NOTE_PERCENT;
  let description: string | undefined;
  for (const [bit, text] of TEXTS) {
    if ((shown & bit) !== 0)
      description = description === undefined ? text : `${description}; ${text}`;
  }
  return description;
}
