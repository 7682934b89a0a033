import { createHash } from 'node:crypto';

/**
 * Names a caller without saying who it is: half a SHA-256 of what identifies it. `parts` are kept apart, so that no two
 * lists of parts have the same name.
 */
export function principalOf(parts: readonly string[]): string {
  const text = JSON.stringify(['mini-agent caller', ...parts]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
