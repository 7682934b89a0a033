import { multiplyRationals, type Rational } from './rational.ts';
import { rationalToDouble } from './rational-to-double.ts';

/** π to 60 places, which is exact enough to round every multiple of it correctly. Not reduced: an import costs nothing. */
const PI: Rational = {
  numerator: 3141592653589793238462643383279502884197169399375105820974944n,
  denominator: 10n ** 60n,
};

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

/** What is left of an angle without its full turns, from -π to π. For angles up to 10^40. */
export function withoutTurns({ numerator, denominator }: Rational): number {
  const dividend = numerator * PI.denominator;
  const turn = 2n * PI.numerator * denominator;
  // Half a turn more and less: the division rounds towards 0.
  const turns = (2n * dividend + (numerator < 0n ? -turn : turn)) / (2n * turn);
  return rationalToDouble({
    numerator: dividend - turns * turn,
    denominator: denominator * PI.denominator,
  });
}

function multiplyUnreduced(factor: Rational): Rational {
  return {
    numerator: factor.numerator * PI.numerator,
    denominator: factor.denominator * PI.denominator,
  };
}
