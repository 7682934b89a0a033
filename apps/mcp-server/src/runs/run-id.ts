import { randomBytes } from 'node:crypto';

const pattern = /^run_([0-9a-z]{8,10})_[0-9a-f]{32}$/;

/** A new handle: the time it was made, and 128 random bits that make it unguessable. */
export function createRunId(now: number): string {
  return `run_${now.toString(36).padStart(8, '0')}_${randomBytes(16).toString('hex')}`;
}

/** When a handle was made, or undefined for a text that is no handle. Only handles may become file names. */
export function runIdTime(runId: string): number | undefined {
  const time = pattern.exec(runId)?.[1];
  return time === undefined ? undefined : parseInt(time, 36);
}
