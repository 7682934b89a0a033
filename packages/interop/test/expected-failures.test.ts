import { describe, expect, it } from 'vitest';
import { parseExpectedFailures, problemsOf } from './expected-failures.ts';
import type { Check } from './run-conformance.ts';

function check(id: string, status: Check['status']): Check {
  return { id, description: `about ${id}`, status, errorMessage: 'it went wrong' };
}

const none = parseExpectedFailures('server:\n');

describe('the list of expected failures', () => {
  it('is read with its comments', () => {
    const list = parseExpectedFailures('# why\nserver:\n  - a # because\n  - b:c\n  - b:d\n');
    expect(list).toEqual(
      new Map<string, unknown>([
        ['a', 'all'],
        ['b', new Set(['c', 'd'])],
      ]),
    );
  });

  it.each([
    'server:\n  - a: b',
    'server:\n- a',
    'a',
    'server:\n  - a\n  - a',
    'server:\n  - a:b\n  - a',
  ])('is refused when it says %j', (text) => {
    expect(() => parseExpectedFailures(text)).toThrow();
  });
});

describe('the verdict on a scenario', () => {
  it('is good when every check succeeded', () => {
    const checks = [check('x', 'SUCCESS'), check('y', 'SKIPPED'), check('z', 'INFO')];
    expect(problemsOf('a', checks, none)).toEqual([]);
  });

  it.each(['FAILURE', 'WARNING'] as const)('names each check with the status %s', (status) => {
    const checks = [check('x', status), check('y', 'SUCCESS')];
    expect(problemsOf('a', checks, none)).toEqual(['x (about x): it went wrong']);
  });

  it('is bad when the scenario did not run or said nothing', () => {
    expect(problemsOf('a', [], none)).toEqual(['did not run to its end']);
    const list = parseExpectedFailures('server:\n  - a');
    expect(problemsOf('a', [], list)).toEqual(['did not run to its end']);
    expect(problemsOf('a', [check('x', 'INFO')], none)).toEqual(['no check of it succeeded']);
  });

  it('excuses a whole scenario that still fails, and says when it passes', () => {
    const list = parseExpectedFailures('server:\n  - a');
    expect(problemsOf('a', [check('x', 'FAILURE')], list)).toEqual([]);
    expect(problemsOf('a', [check('x', 'SUCCESS')], list)).toEqual([
      'passes now: take it off the list of expected failures',
    ]);
  });

  it('excuses one check alone, and says when it passes', () => {
    const list = parseExpectedFailures('server:\n  - a:x');
    const failing = [check('x', 'FAILURE'), check('y', 'FAILURE'), check('z', 'SUCCESS')];
    expect(problemsOf('a', failing, list)).toEqual(['y (about y): it went wrong']);
    expect(problemsOf('a', [check('x', 'SUCCESS')], list)).toEqual([
      'x passes now: take it off the list of expected failures',
    ]);
  });
});
