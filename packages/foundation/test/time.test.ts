import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { abortable, abortReason, startDeadline, systemClock } from '../src/time.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stateOf(work: Promise<unknown>): () => string {
  let state = 'pending';
  work.then(
    () => (state = 'resolved'),
    (error: unknown) => (state = `rejected: ${String(error)}`),
  );
  return () => state;
}

describe('systemClock', () => {
  test('sleeps as long as asked', async () => {
    const state = stateOf(systemClock.sleep(1000));
    await vi.advanceTimersByTimeAsync(999);
    expect(state()).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toBe('resolved');
    expect(systemClock.now()).toBe(Date.now());
  });

  test('a sleep longer than a timer can be does not end at once', async () => {
    const state = stateOf(systemClock.sleep(Infinity));
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(state()).toBe('pending');
    vi.clearAllTimers();
  });

  test('an abort ends the sleep and leaves no timer', async () => {
    const controller = new AbortController();
    const state = stateOf(systemClock.sleep(1000, controller.signal));
    controller.abort(new Error('enough'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('rejected: Error: enough');
    expect(vi.getTimerCount()).toBe(0);
    await expect(systemClock.sleep(1000, controller.signal)).rejects.toThrow('enough');
  });
});

describe('abortReason', () => {
  test('is always an Error', () => {
    const own = new Error('own');
    expect(abortReason(AbortSignal.abort(own))).toBe(own);
    expect(abortReason(AbortSignal.abort('text'))).toMatchObject({ name: 'AbortError' });
    expect(abortReason(AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
  });
});

describe('abortable', () => {
  test('settles as the work does', async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  test('does not wait for work that ignores its signal', async () => {
    const controller = new AbortController();
    const state = stateOf(abortable(new Promise(() => undefined), controller.signal));
    controller.abort(new Error('stop'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('rejected: Error: stop');
  });

  test('a failure after the abort is nobody’s unhandled rejection', async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const waiting = abortable(work, controller.signal);
    controller.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    fail(new Error('too late'));
    await vi.advanceTimersByTimeAsync(0);
  });
});

describe('startDeadline', () => {
  test('aborts when the time is over and says so', async () => {
    const deadline = startDeadline(50);
    await vi.advanceTimersByTimeAsync(49);
    expect(deadline.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(deadline.signal.aborted).toBe(true);
    expect(deadline.expired()).toBe(true);
    expect(abortReason(deadline.signal)).toMatchObject({ name: 'TimeoutError' });
    deadline.clear();
  });

  test('follows its parent, which is not an expiry', async () => {
    const parent = new AbortController();
    const deadline = startDeadline(50, parent.signal);
    parent.abort(new Error('parent'));
    expect(deadline.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(deadline.expired()).toBe(false);
    expect(abortReason(deadline.signal).message).toBe('parent');
    deadline.clear();
    expect(startDeadline(50, parent.signal).signal.aborted).toBe(true);
  });

  test('leaves no timer and no listener once it is cleared', async () => {
    const parent = new AbortController();
    const deadline = startDeadline(50, parent.signal);
    const endless = startDeadline(Infinity, parent.signal);
    deadline.clear();
    endless.clear();
    expect(vi.getTimerCount()).toBe(0);
    parent.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(deadline.signal.aborted).toBe(false);
    expect(endless.signal.aborted).toBe(false);
  });
});
