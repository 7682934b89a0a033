import type { Clock } from '@mini-agent/foundation/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallerLimits, type Entrance } from '../../src/server/http/caller-limits.ts';

function manualClock(): Clock & { pass(ms: number): void } {
  let now = 1_000_000;
  return {
    now: () => now,
    sleep: () => Promise.reject(new Error('nothing sleeps here')),
    pass: (ms) => {
      now += ms;
    },
  };
}

function leave(entrance: Entrance): void {
  if (entrance.ok) entrance.leave();
}

describe('createCallerLimits', () => {
  it('lets a caller use its minute at once, then says when the next call may come', () => {
    const clock = manualClock();
    const limits = createCallerLimits({ callsPerMinute: 3, maxConcurrentCalls: 0 }, { clock });
    for (let call = 0; call < 3; call += 1) expect(limits.enter('a').ok).toBe(true);
    expect(limits.enter('a')).toEqual({ ok: false, retryAfterSeconds: 20, reason: 'rate' });
    expect(limits.enter('b').ok).toBe(true);
    clock.pass(19_999);
    expect(limits.enter('a')).toMatchObject({ retryAfterSeconds: 1 });
    clock.pass(1);
    expect(limits.enter('a').ok).toBe(true);
    expect(limits.enter('a').ok).toBe(false);
  });

  it('never says 0 seconds', () => {
    const clock = manualClock();
    const limits = createCallerLimits({ callsPerMinute: 600, maxConcurrentCalls: 0 }, { clock });
    for (let call = 0; call < 600; call += 1) limits.enter('a');
    expect(limits.enter('a')).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('bounds the open calls of a caller; leaving twice frees one place', () => {
    const limits = createCallerLimits({ callsPerMinute: 0, maxConcurrentCalls: 2 });
    const first = limits.enter('a');
    expect(limits.enter('a').ok).toBe(true);
    expect(limits.enter('a')).toEqual({ ok: false, retryAfterSeconds: 1, reason: 'concurrency' });
    expect(limits.enter('b').ok).toBe(true);
    leave(first);
    leave(first);
    expect(limits.enter('a').ok).toBe(true);
    expect(limits.enter('a').ok).toBe(false);
  });

  it('keeps a few places beyond the most for asking, and more for stopping, and no more than that', () => {
    const limits = createCallerLimits({ callsPerMinute: 0, maxConcurrentCalls: 2 });
    const fill = (kind: 'task' | 'wait' | 'cancel'): Entrance[] => {
      const inside: Entrance[] = [];
      for (
        let entrance = limits.enter('a', kind);
        entrance.ok;
        entrance = limits.enter('a', kind)
      ) {
        inside.push(entrance);
      }
      return inside;
    };
    const tasks = fill('task');
    const waits = fill('wait');
    const cancels = fill('cancel');
    expect([tasks.length, waits.length, cancels.length]).toEqual([2, 8, 8]);
    for (const kind of ['task', 'wait', 'cancel'] as const) {
      expect(limits.enter('a', kind)).toMatchObject({ reason: 'concurrency' });
      expect(limits.enter('b', kind).ok).toBe(true);
    }
    for (const entrance of [...cancels, ...waits]) leave(entrance);
    expect(limits.enter('a').ok).toBe(false);
    expect(fill('wait')).toHaveLength(8);
  });

  it('counts asking and stopping against the minute', () => {
    const clock = manualClock();
    const limits = createCallerLimits({ callsPerMinute: 2, maxConcurrentCalls: 1 }, { clock });
    leave(limits.enter('a', 'cancel'));
    leave(limits.enter('a', 'wait'));
    expect(limits.enter('a', 'cancel')).toMatchObject({ reason: 'rate' });
  });

  it('takes nothing of the minute for a call that found too many open', () => {
    const clock = manualClock();
    const limits = createCallerLimits({ callsPerMinute: 2, maxConcurrentCalls: 1 }, { clock });
    const first = limits.enter('a');
    for (let call = 0; call < 5; call += 1) expect(limits.enter('a').ok).toBe(false);
    leave(first);
    expect(limits.enter('a').ok).toBe(true);
  });

  it('limits nothing at 0 and 0', () => {
    const limits = createCallerLimits({ callsPerMinute: 0, maxConcurrentCalls: 0 });
    for (let call = 0; call < 5_000; call += 1) expect(limits.enter('a').ok).toBe(true);
  });

  it('forgets idle callers after a minute, never one with an open call', () => {
    const clock = manualClock();
    const limits = createCallerLimits({ callsPerMinute: 2, maxConcurrentCalls: 2 }, { clock });
    limits.enter('open');
    for (let caller = 0; caller < 1_000; caller += 1) leave(limits.enter(`idle-${caller}`));
    expect(limits.size()).toBe(1_001);
    clock.pass(60_000);
    leave(limits.enter('new'));
    expect(limits.size()).toBe(2);
    expect(limits.enter('open').ok).toBe(true);
    expect(limits.enter('open')).toMatchObject({ reason: 'concurrency' });
  });

  it('remembers no more than its most, however many callers come', () => {
    const clock = manualClock();
    const limits = createCallerLimits(
      { callsPerMinute: 2, maxConcurrentCalls: 2 },
      { clock, maxIdleCallers: 50 },
    );
    for (let caller = 0; caller < 5_000; caller += 1) leave(limits.enter(`c-${caller}`));
    expect(limits.size()).toBeLessThanOrEqual(51);
  });

  it('survives a clock that is set back', () => {
    const clock = manualClock();
    const limits = createCallerLimits({ callsPerMinute: 1, maxConcurrentCalls: 0 }, { clock });
    limits.enter('a');
    clock.pass(-3_600_000);
    expect(limits.enter('a')).toMatchObject({ retryAfterSeconds: 60 });
    clock.pass(60_000);
    expect(limits.enter('a').ok).toBe(true);
  });

  it('holds its promises whatever happens', () => {
    const step = fc.record({
      caller: fc.constantFrom('a', 'b', 'c'),
      passMs: fc.integer({ min: 0, max: 20_000 }),
      leaves: fc.boolean(),
    });
    const sizes = fc.record({
      rate: fc.integer({ min: 1, max: 6 }),
      open: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(sizes, fc.array(step, { maxLength: 80 }), ({ rate, open }, steps) => {
        const clock = manualClock();
        const limits = createCallerLimits(
          { callsPerMinute: rate, maxConcurrentCalls: open },
          { clock },
        );
        const inside = new Map<string, Entrance[]>();
        const entered = new Map<string, number[]>();
        for (const { caller, passMs, leaves } of steps) {
          clock.pass(passMs);
          const calls = inside.get(caller) ?? [];
          inside.set(caller, calls);
          if (leaves) {
            const call = calls.pop();
            if (call !== undefined) leave(call);
            continue;
          }
          const entrance = limits.enter(caller);
          const times = entered.get(caller) ?? [];
          entered.set(caller, times);
          if (entrance.ok) {
            calls.push(entrance);
            times.push(clock.now());
          } else if (entrance.reason === 'concurrency') {
            expect(calls.length).toBe(open);
          } else {
            expect(calls.length).toBeLessThan(open);
          }
          expect(calls.length).toBeLessThanOrEqual(open);
          // A full bucket and what a minute earns.
          const minute = times.filter((time) => time > clock.now() - 60_000);
          expect(minute.length).toBeLessThanOrEqual(2 * rate);
        }
      }),
    );
  });
});
