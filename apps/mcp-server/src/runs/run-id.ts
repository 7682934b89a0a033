import { randomFillSync } from 'node:crypto';

const pattern = /^run_([0-9a-z]{8,10})_[0-9a-f]{32}$/;

/** Random bytes of a handle. */
const secretBytes = 16;

/** Random bytes are dear to ask for and cheap to have: they are got for many handles at once, and each is used once. */
const pool = Buffer.alloc(64 * secretBytes);
let unused = 0;

/** A new handle: the time it was made, and 128 random bits that make it unguessable. */
export function createRunId(now: number): string {
  if (unused === 0) {
    randomFillSync(pool);
    unused = pool.length;
  }
  const secret = pool.toString('hex', unused - secretBytes, unused);
  unused -= secretBytes;
  pool.fill(0, unused, unused + secretBytes);
  return `run_${now.toString(36).padStart(8, '0')}_${secret}`;
}

/** When a handle was made, or undefined for a text that is no handle. Only handles may become file names. */
export function runIdTime(runId: string): number | undefined {
  const time = pattern.exec(runId)?.[1];
  return time === undefined ? undefined : parseInt(time, 36);
}
