import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgressReporter, type ProgressReporter } from '../src/server/progress.ts';

interface Sent {
  readonly at: number;
  readonly progress: number;
  readonly message: string;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function reporterWithLog(): { readonly reporter: ProgressReporter; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const begun = performance.now();
  const reporter = createProgressReporter({
    heartbeat: () => 'alive',
    send: (progress, message) => {
      sent.push({ at: performance.now() - begun, progress, message });
      return Promise.resolve();
    },
  });
  return { reporter, sent };
}

test('the first report leaves at once, of a burst the newest leaves after 250 ms', async () => {
  const { reporter, sent } = reporterWithLog();
  reporter.report('one');
  for (const message of ['two', 'three', 'four']) reporter.report(message);
  await vi.advanceTimersByTimeAsync(249);
  expect(sent.map(({ message }) => message)).toEqual(['one']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(({ progress, message }) => [progress, message])).toEqual([
    [1, 'one'],
    [2, 'four'],
  ]);
  await reporter.close();
});

test('silence is broken at least every 10 s', async () => {
  const { reporter, sent } = reporterWithLog();
  reporter.report('start');
  await vi.advanceTimersByTimeAsync(60_000);
  const gaps = sent.map(({ at }, index) => at - (sent[index - 1]?.at ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000);
  expect(sent.length).toBeGreaterThanOrEqual(7);
  expect(sent.at(-1)?.message).toBe('alive');
  await reporter.close();
});

test('messages are one line of at most 120 units', async () => {
  const { reporter, sent } = reporterWithLog();
  reporter.report(`a\n b\t${'x'.repeat(300)}`);
  expect(sent[0]?.message).toHaveLength(120);
  expect(sent[0]?.message).toMatch(/^a b x+…$/);
  await reporter.close();
});

test('nothing is sent after close, which waits for what is on its way', async () => {
  const order: string[] = [];
  let arrive = (): void => undefined;
  const reporter = createProgressReporter({
    heartbeat: () => 'alive',
    send: (_, message) =>
      new Promise((resolve) => {
        arrive = () => {
          order.push(message);
          resolve();
        };
      }),
  });
  reporter.report('one');
  reporter.report('late');
  const closed = reporter.close().then(() => order.push('closed'));
  await vi.advanceTimersByTimeAsync(60_000);
  reporter.report('too late');
  arrive();
  await closed;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual(['one', 'closed']);
});

test('a client that is gone does not make it fail', async () => {
  const reporter = createProgressReporter({
    heartbeat: () => 'alive',
    send: () => Promise.reject(new Error('gone')),
  });
  reporter.report('one');
  await expect(reporter.close()).resolves.toBeUndefined();
});
