import { flooredRemainder, multiplyRationals, type Rational } from './rational.ts';
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

/** An angle as a number of quarter turns and the rest, from -π/4 to π/4. */
export interface QuarterTurns {
  /** 0 to 3: whole turns are taken off. */
  readonly quarters: number;
  readonly rest: number;
}

/** The rest keeps all its digits, also next to a multiple of π/2. For angles up to 10^40. */
export function splitQuarterTurns({ numerator, denominator }: Rational): QuarterTurns {
  const dividend = 2n * numerator * PI.denominator;
  const quarter = PI.numerator * denominator;
  // Half a quarter more and less: the division rounds towards 0.
  const count = (2n * dividend + (numerator < 0n ? -quarter : quarter)) / (2n * quarter);
  return {
    quarters: Number(flooredRemainder(count, 4n)),
    rest: rationalToDouble({
      numerator: dividend - count * quarter,
      denominator: 2n * denominator * PI.denominator,
    }),
  };
}

function multiplyUnreduced(factor: Rational): Rational {
  return {
    numerator: factor.numerator * PI.numerator,
    denominator: factor.denominator * PI.denominator,
  };
}
