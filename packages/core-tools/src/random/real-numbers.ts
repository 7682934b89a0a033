import { CoreToolError, requireNumber } from '../errors.ts';
import { brokenSource, type RandomOptions, randomWords } from './random-source.ts';
import { uniformFraction } from './uniform.ts';

/** Half of all draws are accepted at least, so the chance to reach it is below 2^-256. */
const MAX_DRAWS = 256;

/**
 * A random number from `min` (included, default 0) to `max` (excluded, default 1), by one of 2^53 equally spaced steps.
 *
 * @throws CoreToolError `invalid_arguments` unless both are finite, `min` is less than `max` and their distance is finite.
 */
export function randomFloat(min = 0, max = 1, options: RandomOptions = {}): number {
  requireNumber(min, 'min');
  requireNumber(max, 'max');
  const span = max - min;
  if (!Number.isFinite(span) || !(span > 0)) {
    throw new CoreToolError(
      'invalid_arguments',
      `Invalid range: min must be less than max, and both finite; got ${min} and ${max}.`,
    );
  }
  const words = randomWords(options);
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const value = min + uniformFraction(words) * span;
    // Where doubles lie further apart than the steps, the sum can be rounded up to max.
    if (value < max) return value;
  }
  throw brokenSource();
}

/**
 * A random number of the normal distribution (Box–Muller). With 53-bit steps no value lies more than 8.6 standard
 * deviations from the mean.
 *
 * @throws CoreToolError `invalid_arguments` for a mean that is not finite or a standard deviation that is not a finite
 *   number of 0 or more.
 */
export function randomGaussian(mean = 0, deviation = 1, options: RandomOptions = {}): number {
  requireNumber(mean, 'mean');
  requireNumber(deviation, 'deviation');
  if (!Number.isFinite(mean) || !(deviation >= 0 && Number.isFinite(mean + 10 * deviation))) {
    throw new CoreToolError(
      'invalid_arguments',
      `Invalid distribution: the mean must be finite, the deviation 0 or more; got ${mean} and ${deviation}.`,
    );
  }
  const words = randomWords(options);
  // 1 - fraction is never 0, so the logarithm is finite.
  const radius = Math.sqrt(-2 * Math.log(1 - uniformFraction(words)));
  // + 0: no negative zero.
  return mean + deviation * radius * Math.cos(2 * Math.PI * uniformFraction(words)) + 0;
}
