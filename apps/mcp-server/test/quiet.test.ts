import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQuiet, type Quiet } from '../src/runs/quiet.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function setUp(): { readonly quiet: Quiet; readonly onQuiet: ReturnType<typeof vi.fn> } {
  const onQuiet = vi.fn();
  return { quiet: createQuiet(onQuiet, { quietMs: 50, mostLateMs: 1_000 }), onQuiet };
}

test('comes when nothing has happened for a while, once', () => {
  const { quiet, onQuiet } = setUp();
  quiet.await();
  vi.advanceTimersByTime(40);
  quiet.await();
  vi.advanceTimersByTime(49);
  expect(onQuiet).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onQuiet).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(onQuiet).toHaveBeenCalledOnce();
});

test('comes in time where things go on happening, and again later', () => {
  const { quiet, onQuiet } = setUp();
  for (let ms = 0; ms < 3_000; ms += 10) {
    quiet.await();
    vi.advanceTimersByTime(10);
  }
  expect(onQuiet.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(onQuiet.mock.calls.length).toBeLessThanOrEqual(4);
});

test('does not come once it was stopped', () => {
  const { quiet, onQuiet } = setUp();
  quiet.await();
  quiet.stop();
  vi.advanceTimersByTime(5_000);
  expect(onQuiet).not.toHaveBeenCalled();
  quiet.await();
  vi.advanceTimersByTime(50);
  expect(onQuiet).toHaveBeenCalledOnce();
});
