import { powerOfTen } from './powers-of-ten.ts';
import { createRational, type Rational } from './rational.ts';

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Far beyond what any limit downstream accepts, and small enough to be computed at once. */
const MAX_EXPONENT = 20_000;

/** Reads one plain decimal number exactly; undefined when the text is anything else or has an absurd exponent. */
export function parseNumber(text: string): Rational | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const exponent = Number(exponentText) - fraction.length;
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  const digits = BigInt(whole + fraction);
  const mantissa = sign === '-' ? -digits : digits;
  return exponent >= 0
    ? createRational(mantissa * powerOfTen(exponent))
    : createRational(mantissa, powerOfTen(-exponent));
}
