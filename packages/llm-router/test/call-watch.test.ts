import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchCall } from '../src/http/deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('watchCall', () => {
  it('waits anew for every part, and ends when one is late', () => {
    const watch = watchCall(10_000, new AbortController().signal);
    watch.expect('first_byte', 500);
    for (let part = 0; part < 10; part += 1) {
      vi.advanceTimersByTime(99);
      watch.expect('idle', 100);
    }
    expect(watch.end).toBeUndefined();
    vi.advanceTimersByTime(100);
    expect(watch.end).toBe('idle');
    expect(watch.signal.aborted).toBe(true);
    watch.clear();
  });

  it('waits for nothing during a pause, but the whole call has its end', () => {
    const watch = watchCall(1_000, new AbortController().signal);
    watch.expect('first_byte', 100);
    watch.expectNothing();
    vi.advanceTimersByTime(999);
    expect(watch.end).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(watch.end).toBe('total');
    watch.clear();
  });

  it('keeps the first reason, and follows the caller', () => {
    const caller = new AbortController();
    const watch = watchCall(1_000, caller.signal);
    caller.abort();
    vi.advanceTimersByTime(2_000);
    expect(watch.end).toBe('aborted');
    watch.clear();
  });

  it('leaves no timer behind', () => {
    const watch = watchCall(1_000, new AbortController().signal);
    watch.expect('first_byte', 100);
    watch.clear();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks whether what came is enough before it ends a stalled call', () => {
    const watch = watchCall(1_000, new AbortController().signal);
    watch.onStall = () => true;
    watch.expect('idle', 100);
    vi.advanceTimersByTime(100);
    expect(watch.end).toBeUndefined();
    watch.clear();
  });
});
