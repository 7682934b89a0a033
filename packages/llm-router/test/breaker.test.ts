import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Breaker, CoolDown, Pass } from '../src/breaker.ts';
import { createBreaker } from '../src/breaker.ts';

interface Bench {
  readonly breaker: Breaker;
  readonly later: (ms: number) => void;
  readonly pass: () => Pass;
  readonly resting: () => CoolDown | undefined;
}

function bench(): Bench {
  let time = 1_000;
  const breaker = createBreaker({ now: () => time, threshold: 3, openMs: 30_000 });
  return {
    breaker,
    later: (ms) => {
      time += ms;
    },
    pass: () => {
      const admission = breaker.admit();
      if ('resting' in admission) throw new Error('it rests');
      return admission.pass;
    },
    resting: () => {
      const admission = breaker.admit();
      if ('resting' in admission) return admission.resting;
      admission.pass.release();
      return undefined;
    },
  };
}

describe('circuit breaker', () => {
  it('opens after three failures in a row, not after three in all', () => {
    const { pass, resting } = bench();
    pass().fail({ code: 'transient' });
    pass().fail({ code: 'transient' });
    pass().succeed();
    pass().fail({ code: 'transient' });
    pass().fail({ code: 'transient' });
    expect(resting()).toBeUndefined();
    pass().fail({ code: 'timeout' });
    expect(resting()).toEqual({ code: 'timeout', remainingMs: 30_000 });
  });

  it('honours Retry-After at the first failure', () => {
    const { pass, resting, later } = bench();
    pass().fail({ code: 'rate_limited', retryAfterMs: 3_600_000 });
    later(3_599_999);
    expect(resting()).toEqual({ code: 'rate_limited', remainingMs: 1 });
  });

  it('lets exactly one probe through', () => {
    const { pass, breaker, later, resting } = bench();
    pass().fail({ code: 'quota' });
    later(600_000);
    const probe = pass();
    for (let other = 0; other < 5; other += 1) {
      expect(breaker.admit()).toEqual({ resting: { code: 'quota', remainingMs: 0 } });
    }
    probe.fail({ code: 'transient' });
    expect(resting()).toEqual({ code: 'transient', remainingMs: 30_000 });
    later(30_000);
    pass().succeed();
    const [one, two] = [pass(), pass()];
    one.release();
    two.release();
  });

  it('a request from before the opening neither ends the rest nor makes room for a second probe', () => {
    const { pass, later, resting, breaker } = bench();
    const [early, other, failing] = [pass(), pass(), pass()];
    failing.fail({ code: 'rate_limited', retryAfterMs: 60_000 });
    early.succeed();
    expect(resting()?.remainingMs).toBe(60_000);
    later(60_000);
    const probe = pass();
    other.release();
    expect(breaker.admit()).toHaveProperty('resting');
    probe.succeed();
    expect(resting()).toBeUndefined();
  });

  it('of two failures side by side the longer rest counts', () => {
    const { pass, resting } = bench();
    const [one, two] = [pass(), pass()];
    one.fail({ code: 'rate_limited', retryAfterMs: 3_600_000 });
    two.fail({ code: 'rate_limited', retryAfterMs: 1_000 });
    expect(resting()).toEqual({ code: 'rate_limited', remainingMs: 3_600_000 });
  });

  it('a probe that tells nothing makes room for the next one', () => {
    const { pass, later, breaker } = bench();
    pass().fail({ code: 'auth' });
    later(300_000);
    pass().release();
    const probe = pass();
    expect(breaker.admit()).toHaveProperty('resting');
    probe.succeed();
  });

  it('counts the end of a request once', () => {
    const { pass, resting } = bench();
    const one = pass();
    one.fail({ code: 'transient' });
    one.fail({ code: 'transient' });
    one.fail({ code: 'transient' });
    expect(resting()).toBeUndefined();
  });

  it('never has two probes under way, whatever comes in whatever order', () => {
    const step = fc.oneof(
      fc.constant({ act: 'admit' as const }),
      fc.record({ act: fc.constantFrom('succeed', 'fail', 'release'), which: fc.nat(9) }),
      fc.record({ act: fc.constant('later' as const), ms: fc.nat(40_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let time = 0;
        const breaker = createBreaker({ now: () => time, threshold: 2, openMs: 30_000 });
        const under: { readonly pass: Pass; readonly probe: boolean }[] = [];
        for (const entry of steps) {
          if ('ms' in entry) time += entry.ms;
          else if ('which' in entry) {
            const [ended] = under.splice(entry.which, 1);
            if (entry.act === 'succeed') ended?.pass.succeed();
            else if (entry.act === 'fail') ended?.pass.fail({ code: 'transient' });
            else ended?.pass.release();
          } else {
            const admission = breaker.admit();
            if ('pass' in admission) {
              // Two passes at one moment in a row mean that it is closed.
              const next = breaker.admit();
              const probe = 'resting' in next;
              if (probe) expect(under.filter((pass) => pass.probe)).toHaveLength(0);
              else next.pass.release();
              under.push({ pass: admission.pass, probe });
            }
          }
        }
      }),
    );
  });
});
