import { expect, test } from 'vitest';
import { createRunId, runIdTime } from '../src/runs/run-id.ts';

test('handles made at one moment share no random bytes, and tell when they were made', () => {
  const now = Date.UTC(2026, 0, 2);
  const ids = Array.from({ length: 1_000 }, () => createRunId(now));
  const secrets = ids.map((id) => id.slice(id.lastIndexOf('_') + 1));
  expect(ids.every((id) => runIdTime(id) === now)).toBe(true);
  expect(secrets.every((secret) => /^[0-9a-f]{32}$/.test(secret))).toBe(true);
  // Halves too: no byte of one handle tells one of another.
  const halves = new Set(secrets.flatMap((secret) => [secret.slice(0, 16), secret.slice(16)]));
  expect(halves.size).toBe(2 * ids.length);
});
