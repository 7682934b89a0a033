import { randomInt } from 'node:crypto';

const letters = 6;
const base = 36;

/** A cryptographic number from 0 up to 1. */
export function secureRandom(): number {
  const range = 2 ** 47;
  return randomInt(range) / range;
}

/** `mem_<timestamp>_<random>`; one that is taken moves on by a millisecond. */
export function freeMemoryId(
  now: number,
  random: () => number,
  isTaken: (id: string) => boolean,
): string {
  for (let timestamp = now; ; timestamp += 1) {
    const suffix = Math.floor(random() * base ** letters).toString(base);
    const id = `mem_${timestamp}_${suffix.padStart(letters, '0')}`;
    if (!isTaken(id)) return id;
  }
}
