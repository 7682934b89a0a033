import { createRational, multiplyRationals, type Rational } from './rational.ts';
import { rationalToDouble } from './rational-to-double.ts';

/** π to 60 places, which is exact enough to round every multiple of it correctly. */
const PI: Rational = createRational(
  3141592653589793238462643383279502884197169399375105820974944n,
  10n ** 60n,
);

/** The double nearest to `factor`·π. */
export function piTimes(factor: Rational): number {
  return rationalToDouble(multiplyUnreduced(factor));
}

/** The double nearest to `factor`/π. */
export function overPi(factor: Rational): number {
  return rationalToDouble(
    multiplyRationals(factor, { numerator: PI.denominator, denominator: PI.numerator }),
  );
}

function multiplyUnreduced(factor: Rational): Rational {
  return {
    numerator: factor.numerator * PI.numerator,
    denominator: factor.denominator * PI.denominator,
  };
}
